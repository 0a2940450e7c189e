"""The bots of a record play its deals again, on an executor of any kind; what is done is kept, so it can go on."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from arena.records.job import BotProgram, MatchJob
from arena.records.result import MatchResult, Progress
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.results.verify.replayed import Replay, drawn_sample, judged
from tournaments.run.director import NOT_PLAYED, Stopped
from tournaments.run.executor import Executor, MatchBlocked, MatchLost
from tournaments.run.replay.programs import programs_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

CACHE: Final = "shisanshui-arena"
"""In the user's own folder for such things: who publishes a record must not say what was played again of it."""
_MOST_PLAYS: Final = 2


def kept_of(store: Store) -> Path:
    """Return the file of what this user has had played again of a record, a line a match."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    header = store.header()
    return caches / CACHE / "replayed" / f"{header.seal or header.commitment}.jsonl"


class Choice(NamedTuple):
    """The matches of a record that are played again, and those that cannot be, by why."""

    matches: list[str]
    left_out: dict[str, list[str]]


def chosen(store: Store, per_cent: float = 100) -> Choice:
    """Return the matches to play again: that share of those that can be, drawn from the seal, or from the commitment
    before there is one."""
    cup, header = store.cup(), store.header()
    matches: list[str] = []
    left_out: dict[str, list[str]] = {}
    for name in store.match_ids():
        stored = store.match(name)
        if stored is None or len(stored.seats) < 2:
            continue  # a walkover
        why = _why_not(cup, stored)
        (left_out.setdefault(why, []) if why else matches).append(name)
    if per_cent < 100 and matches:
        matches = drawn_sample(matches, per_cent, header.seal or header.commitment)
    return Choice(matches, left_out)


def _why_not(cup: Cup, stored: StoredMatch) -> str:
    """Return why a match cannot be played again; empty if it can."""
    programs = [cup.program(name) for name in stored.seats]
    if stored.void:
        return "unplayable"
    if stored.voided is not None:
        return "void"
    if any(bot.remote for bot in programs):
        return "remote"
    return "person" if any(bot.person for bot in programs) else ""


class Replaying:
    """Plays matches of a record again; `stopped` says whether to stop."""

    def __init__(
        self,
        store: Store,
        executor: Executor,
        stopped: Callable[[], bool],
        observe: Callable[[Progress], None] = lambda _: None,
        bots: Path | None = None,
    ) -> None:
        """`bots` is the folder below which the programs are, if that is not where they played."""
        self._store = store
        self._cup = store.cup()
        self._bots = bots
        self._programs: dict[str, BotProgram] = {}
        self._executor = executor
        self._stopped = stopped
        self._observe = observe
        self._kept = kept_of(store)
        self._plays: dict[str, list[MatchResult]] = {}

    def run(self, matches: list[str]) -> Iterator[Replay]:
        """Yield what came of each match, those that an earlier run has done first.

        Raises Stopped, and ArenaError when a program is gone or not the same.
        """
        seated = {name for match in matches for name in self._match(match).seats}
        self._programs = programs_of([bot for bot in self._cup.bots if bot.name in seated], self._bots)
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
