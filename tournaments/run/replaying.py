"""The bots of a record play its deals again, on an executor of any kind; what is done is kept, so it can go on."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.resolve import load_folder
from arena.errors import ArenaError
from arena.language import Stored
from arena.records.job import BotProgram, MatchJob
from arena.records.result import MatchResult, Progress
from protocol.text import Counted, Said
from tournaments.cup.cup import Cup
from tournaments.results.verify.replayed import Replay, drawn_sample, judged
from tournaments.run.director import NOT_PLAYED, Stopped
from tournaments.run.executor import Executor, MatchBlocked, MatchLost
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

CACHE: Final = "shisanshui-arena"
"""In the user's own folder for such things: who publishes a record must not say what was played again of it."""
_MOST_PLAYS: Final = 2


def programs_of(cup: Cup) -> dict[str, BotProgram]:
    """Return each bot of a record as it is here. Raises ArenaError, which names a bot that is gone or not the same."""
    found = {}
    for bot in cup.bots:
        if bot.remote or bot.person:
            continue
        here = load_folder(Path(bot.folder)) if bot.built is not None else bot
        digest = here.digest if bot.built is not None else hashlib.sha256(bot.manifest).hexdigest()
        if digest != bot.digest:
            raise ArenaError("bot {bot}: {folder} holds other files than played", bot=bot.name, folder=bot.folder)
        found[bot.name] = msgspec.structs.replace(here, name=bot.name)
    return found


def kept_of(store: Store) -> Path:
    """Return the file of what this user has had played again of a record, a line a match."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    header = store.header()
    return caches / CACHE / "replayed" / f"{header.seal or header.commitment}.jsonl"


def replayable(store: Store, cup: Cup) -> list[str]:
    """Return the matches of a record that can be played again, by stage and id: played, and by bots that are here."""
    elsewhere = {bot.name for bot in cup.bots if bot.remote or bot.person}
    return [
        stored.match
        for stored in store.matches()
        if not stored.void and len(stored.seats) > 1 and not elsewhere & set(stored.seats)
    ]


def chosen(store: Store, per_cent: float) -> list[str]:
    """Return the matches to play again: that share of them, drawn from the seal, or from the commitment before it."""
    matches, header = replayable(store, store.cup()), store.header()
    return (
        matches if per_cent >= 100 or not matches else drawn_sample(matches, per_cent, header.seal or header.commitment)
    )


def said_of(replay: Replay) -> Said:
    """Say what came of playing a match again."""
    if replay.lost:
        return Said("{match}: could not be played again: {reason}", match=replay.match, reason=Stored(replay.lost))
    answers = Counted(replay.compared, "{number} answer", "{number} answers")
    if not replay.differs and not replay.unsteady:
        return Said("{match}: {answers} as recorded", match=replay.match, answers=answers)
    other = Counted(len(replay.differs), "{number} is otherwise", "{number} are otherwise")
    loose = Counted(len(replay.unsteady), "{number} changes each time", "{number} change each time")
    return Said("{match}: of {answers} {other}, {loose}", match=replay.match, answers=answers, other=other, loose=loose)


def differences_of(store: Store, replay: Replay) -> Iterator[Said]:
    """Yield what of a match is otherwise in the record than its bots play it, a sentence a bot."""
    stored = store.match(replay.match)
    if replay.lost or stored is None:
        yield said_of(replay)
        return
    for bot, name in enumerate(stored.seats):
        places = [place for place in replay.differs if place.bot == bot]
        if places:
            yield Said(
                "{match}: {bot} plays {answers} otherwise than recorded, first in leg {leg} round {round}",
                match=replay.match,
                bot=name,
                answers=Counted(len(places), "{number} answer", "{number} answers"),
                leg=places[0].leg,
                round=places[0].round,
            )


class Replaying:
    """Plays matches of a record again; `stopped` says whether to stop."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        stopped: Callable[[], bool],
        observe: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._cup = store.cup()
        self._programs = programs_of(self._cup)
        self._executor = executor
        self._stopped = stopped
        self._observe = observe
        self._kept = kept_of(store)
        self._plays: dict[str, list[MatchResult]] = {}

    def run(self, matches: list[str]) -> Iterator[Replay]:
        """Yield what came of each match, those that an earlier run has done first. Raises Stopped."""
        done = self._done()
        yield from (done[match] for match in matches if match in done)
        waiting = [match for match in matches if match not in done]
        with tempfile.TemporaryDirectory() as logs:
            playing: set[str] = set()
            try:
                while waiting or playing:
                    while waiting and len(playing) < self._executor.slots:
                        playing.add(waiting[0])
                        self._begin(waiting.pop(0), Path(logs))
                    if self._stopped():
                        raise Stopped
                    for update in self._executor.wait():
                        if isinstance(update, Progress):
                            self._observe(update)
                            continue
                        found = self._taken(update, Path(logs))
                        if found is not None:
                            playing.discard(found.match)
                            yield self._keep(found)
            finally:
                self._executor.stop()

    def _begin(self, match: str, logs: Path) -> None:
        stored = self._match(match)
        job = MatchJob(
            match=match,
            game=self._cup.game,
            rules=self._cup.rules,
            # a record may come from anybody, and so may the commands in it
            settings=msgspec.structs.replace(stored.settings, isolation="strong"),
            bots=[self._programs[name] for name in stored.seats],
            deal_seed=stored.deal_seed,
            log_folder=str(logs / match),
        )
        self._executor.start(job)

    def _taken(self, update: MatchResult | MatchLost | MatchBlocked, logs: Path) -> Replay | None:
        """Return what is known of a match once it has been played often enough, or cannot be."""
        if not isinstance(update, MatchResult):
            return self._lost(update.match, update.words)
        if update.reason in NOT_PLAYED:
            return self._lost(update.match, update.reason)
        plays = self._plays.setdefault(update.match, [])
        plays.append(update)
        stored = self._match(update.match)
        weaker = _weaker(stored.result.isolation, update.isolation)
        if weaker:
            return self._lost(update.match, str(Said("isolation {level} is not to be had here", level=weaker)))
        found = judged(stored, plays)
        if found.differs and len(plays) < _MOST_PLAYS:
            self._begin(update.match, logs)
            return None
        del self._plays[update.match]
        return found

    def _lost(self, match: str, words: str) -> Replay:
        return Replay(match, self._match(match).digest, 0, lost=words)

    def _match(self, match: str) -> StoredMatch:
        stored = self._store.match(match)
        assert stored is not None, "it was named by the store"
        return stored

    def _done(self) -> dict[str, Replay]:
        """Return what earlier runs have done and the record still has; a line that a kill cut short is not done."""
        done: dict[str, Replay] = {}
        if self._kept.exists():
            for line in self._kept.read_bytes().splitlines():
                try:
                    found = msgspec.json.decode(line, type=Replay)
                except msgspec.MsgspecError:
                    continue
                if not found.lost and found.digest == self._digest(found.match):
                    done[found.match] = found
        return done

    def _digest(self, match: str) -> str | None:
        stored = self._store.match(match)
        return None if stored is None else stored.digest

    def _keep(self, found: Replay) -> Replay:
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        with self._kept.open("ab") as file:
            file.write(msgspec.json.encode(found) + b"\n")
        return found


def _weaker(recorded: list[str], here: list[str]) -> str:
    """Return the words of a level of the record to which the one here does not come up; empty where it does."""
    for wanted, found in zip(recorded, here, strict=False):
        if int(found.partition(":")[0]) < int(wanted.partition(":")[0]):
            return wanted
    return ""
