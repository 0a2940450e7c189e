"""A tournament without processes: matches of the real game, played here and now by bots that are arithmetic."""

import json
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena.games import game_of
from arena.match.duplicate import leg_seatings, settle_deals
from arena.records.chain import head_of, heads_of
from arena.records.job import BotProgram, MatchJob
from arena.records.result import Leg, MatchResult, Progress, Strike
from arena.records.round_log import PlayedRound, PlayedSeat, RoundLog
from arena.shisanshui.arrangement import Absent, Arrangement
from arena.shisanshui.cards import NUMBERS
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.rows import row_value
from arena.shisanshui.ruleset import load_rules
from tournaments.cup.cup import Cup, CupMatchSection, TournamentSection
from tournaments.cup.sequential import Until
from tournaments.cup.stages import format_from
from tournaments.results.summary import Summary
from tournaments.run.director import MOST_ATTEMPTS, Undecided
from tournaments.run.events import Happening, Observer
from tournaments.run.executor import MatchBlocked, MatchLost, Update
from tournaments.run.organizer import make_void
from tournaments.run.session import Surroundings, run_tournament

NOW = "2026-01-02T03:04:05+00:00"
"""When everything happens."""
BOTS = ("ada", "bea", "cyd", "dan", "eve", "fay", "gus", "hal")


def cup_of(
    bots: Sequence[str] = BOTS,
    rounds: int = 2,
    duplicate: bool = True,
    until: Until | None = None,
    stage: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    **tournament: Any,
) -> Cup:
    """A cup of scripted bots; `stage` changes keys of its elimination, `stages` stand in its place."""
    section = TournamentSection(**{"name": "Test cup", "seed": "open", "seeding": "entry"} | tournament)
    keys = {"format": "elimination", "table_size": 4, "advance": 2, "extra_rounds": 1, "extra_limit": 1}
    wanted = [keys | dict(stage or {})] if stages is None else stages
    return Cup(
        tournament=section,
        match=CupMatchSection(rounds=rounds, duplicate=duplicate, until=until),
        stages=[format_from(each, "test") for each in wanted],
        game=Shisanshui.name,
        rules=Shisanshui(load_rules(section.rules)).rules(),
        bots=[BotProgram(name, ["true"], "/", version="1", author="x", digest=name * 8) for name in bots],
        ratings=[1500.0 - place for place in range(len(bots))],
    )


def play(job: MatchJob, quitters: Collection[str] = ()) -> MatchResult:
    """The whole match. What a bot does with a hand depends on its name and the hand alone.

    A bot of `quitters` ends when it is asked first, and once more when it is started again.
    """
    game = game_of(job.game, job.rules, job.settings.on_late)
    legs, strikes = [], []
    for number, seating in enumerate(
        leg_seatings(job.deal_seed, len(job.bots), job.settings.duplicate, job.settings.draws)
    ):
        rounds = []
        for index in range(1, job.settings.rounds + 1):
            state = game.start(job.deal_seed, index, len(seating))
            actions: dict[int, Absent | Arrangement] = {}
            seats = []
            for seat, bot in enumerate(seating):
                hand = state.observe(seat)["hand"]
                asked = (index - 1) * len(seating) + seat + 1
                if job.bots[bot].name in quitters:
                    actions[seat] = Absent.ESCAPE
                    seats.append(PlayedSeat(game.pack([Absent.ESCAPE]), 0, "exited"))
                    if index == 1:
                        strikes.append(Strike(bot, number, 1, "exited", "status 1 (started again)", asked))
                        strikes.append(Strike(bot, number, min(2, job.settings.rounds), "exited", "status 1"))
                    continue
                late = random.Random(job.bots[bot].name + hand[0] + hand[1]).random() < 0.1
                actions[seat] = Absent.FORFEIT if late else arrange(job.bots[bot].name, hand)
                seats.append(PlayedSeat(game.pack([actions[seat]]), 0 if late else 1234 + seat, "late" if late else ""))
                if late:
                    strikes.append(Strike(bot, number, index, "late", "no answer within 1000 ms", asked, 12))
            rounds.append(PlayedRound(index, seats, list(state.apply(actions).water())))
        head = head_of(job.deal_seed, number, rounds)
        legs.append(Leg(number, seating, RoundLog.of(rounds), [5] * len(seating), worst_lag_us=40, head=head))
    settled = settle_deals(game, legs, job.deal_seed, job.settings.draws)
    return MatchResult(
        match=job.match,
        reason="completed",
        legs=legs,
        strikes=strikes,
        stale=[0] * len(job.bots),
        states=["exited" if bot.name in quitters else "playing" for bot in job.bots],
        deals=settled.deals,
        seatings=settled.seatings,
        sampled=settled.sampled,
        isolation=["remote: elsewhere" if bot.remote else "0: limits only, trusted" for bot in job.bots],
    )


def arrange(name: str, hand: list[str]) -> Arrangement:
    """The best of a few shuffles, fewer for names that come later in the alphabet."""
    chance = random.Random(name + "".join(hand))
    best, best_back = None, -1
    for _ in range(2 + 3 * (ord("i") - ord(name[0]))):
        cards = chance.sample(hand, 13)
        rows = cards[:3], cards[3:8], cards[8:]
        front, middle, back = (row_value([NUMBERS[card] for card in row]) for row in rows)
        if front <= middle <= back and back > best_back:
            best, best_back = Arrangement(*rows), back
    return best or Arrangement(hand[:3], hand[3:8], hand[8:])


class ScriptedExecutor:
    """Finishes one match a wait: the one begun first, or the one begun last.

    `lose` says how often each match's process dies; the match `block` cannot be played, which is told together with the
    results of all others in play; `stop_after` raises `Killed` when so many results were given, as a
    kill would come between two matches.
    """

    def __init__(
        self,
        slots: int = 2,
        newest_first: bool = False,
        lose: Mapping[str, int] | None = None,
        stop_after: int | None = None,
        player: Callable[[MatchJob], MatchResult] = play,
        block: str | None = None,
    ) -> None:
        self.slots = slots
        self.played: list[str] = []
        self.waiting: list[str] = []
        """Matches that were lost so often that they wait for the organizer."""
        self.most_at_once = 0
        self._newest_first = newest_first
        self._lose_all = dict(lose or {})
        self._lose = dict(lose or {})
        self._left = stop_after
        self._player = player
        self._blocked = {block: True} if block else {}
        self._jobs: list[MatchJob] = []

    def start(self, job: MatchJob) -> None:
        assert job.match not in {other.match for other in self._jobs}
        self._jobs.append(job)
        self.most_at_once = max(self.most_at_once, len(self._jobs))

    def wait(self) -> list[Update]:
        if self._left is not None:
            if self._left == 0:
                raise Killed
            self._left -= 1
        job = self._jobs.pop(-1 if self._newest_first else 0)
        if self._lose.get(job.match, 0) > 0:
            self._lose[job.match] -= 1
            if self._lose[job.match] == 0 and self._lose_all[job.match] >= MOST_ATTEMPTS:
                self.waiting.append(job.match)
            return [MatchLost(job.match, "ended by signal 9")]
        if self._blocked.pop(job.match, False):
            return [MatchBlocked(job.match, "greedy: its files are gone"), *self._others()]
        self.played.append(job.match)
        bots = len(job.bots)
        result = self._player(job)
        head = next((head for leg in result.legs for head in heads_of(job.deal_seed, leg.number, leg.rounds)), "")
        return [Progress(job.match, 1, 2, [0] * bots, [0] * bots, head=head), result]

    def _others(self) -> list[MatchResult]:
        jobs, self._jobs = self._jobs, []
        self.played += [job.match for job in jobs]
        return [self._player(job) for job in jobs]

    def stop(self) -> list[MatchResult]:
        self._jobs.clear()
        return []


def play_out(cup: Cup, folder: Path, executor: ScriptedExecutor, observe: Observer = lambda _: None) -> Summary:
    """Run the cup to its end; the organizer leaves out every match whose process died again and again."""
    while True:
        try:
            return run_tournament(cup, file_of(cup), folder, around(executor, observe))
        except Undecided:
            for match in executor.waiting:
                make_void(folder, match, "unplayable", NOW)
            executor.waiting.clear()


class Killed(BaseException):
    """Stands for the end of the process: nothing may catch it."""


def die(*_: object) -> None:
    """Stand in for a function in which the process ends."""
    raise Killed


class Watcher:
    """Remembers what happened."""

    def __init__(self) -> None:
        self.seen: list[Happening] = []

    def __call__(self, happening: Happening) -> None:
        self.seen.append(happening)

    def of(self, kind: type[Any]) -> list[Any]:
        return [happening for happening in self.seen if isinstance(happening, kind)]


def around(
    executor: ScriptedExecutor | None = None,
    observe: Callable[[Happening], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> Surroundings:
    """A session's surroundings where time stands still."""
    return Surroundings(executor or ScriptedExecutor(), observe, lambda: NOW, stopped)


def file_of(cup: Cup) -> str:
    """A tournament file whose sections are those of `cup`."""
    section, until = cup.tournament, cup.match.until
    seed = "" if section.seed is None else f'seed = "{section.seed}"\n'
    return (
        f'[tournament]\nname = {_quoted(section.name)}\nsalt = {_quoted(section.salt)}\nrules = "{section.rules}"\n'
        f'seeding = "{section.seeding}"\nbeacon = {_quoted(section.beacon)}\n{seed}'
        f"[match]\nrounds = {cup.match.rounds}\nduplicate = {str(cup.match.duplicate).lower()}\n"
        + (f"until = {{confidence = {until.confidence}, max_rounds = {until.max_rounds}}}\n" if until else "")
        + "".join(
            f"[[bots]]\n{_place_of(bot)}\nrating = {rating}\n"
            for bot, rating in zip(cup.bots, cup.ratings, strict=True)
        )
        + "".join(_table("stages", msgspec.to_builtins(stage)) for stage in cup.stages)
    )


def _quoted(text: str) -> str:
    """A string of JSON is one of TOML."""
    return json.dumps(text, ensure_ascii=False)


def _place_of(bot: BotProgram) -> str:
    name = _quoted(bot.name)
    return f'name = {name}\nremote = "{bot.remote}"' if bot.remote else f"path = {name}"


def _table(name: str, keys: Mapping[str, Any]) -> str:
    """A TOML table of an array; JSON writes these values as TOML does."""
    lines = (f"{key} = {json.dumps(value)}\n" for key, value in keys.items() if value is not None)
    return f"[[{name}]]\n{''.join(lines)}"


def folder_content(folder: Path) -> dict[str, bytes]:
    """Every report in a tournament's folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in {".md", ".csv", ".html"}}
