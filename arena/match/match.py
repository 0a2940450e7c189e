"""One table's match as a machine without I/O: legs one after another, then the result.

It takes events with a time in seconds and returns commands; it reads no clock, opens no socket, starts no process.
"""

from collections.abc import Callable, Iterator
from typing import Any

from arena.match.duplicate import leg_seatings, settle_deals
from arena.match.events import Command, Event, Finish
from arena.match.game import Game
from arena.match.leg import LegMachine
from arena.match.leg_table import LegTable
from arena.records.job import MatchJob
from arena.records.result import Leg, MatchResult, Progress, Strike


class Match:
    """A match of `job.bots` at `game`. `draw` gives unguessable text for tokens and ids."""

    def __init__(self, job: MatchJob, game: Game[Any], draw: Callable[[], str], arena_version: str) -> None:
        self._job = job
        self._game = game
        self._draw = draw
        self._version = arena_version
        self._seatings = leg_seatings(job.deal_seed, len(job.bots), job.settings.duplicate)
        self._legs: list[Leg] = []
        self._strikes: list[Strike] = []
        self._stale = [0] * len(job.bots)
        self._states = ["playing"] * len(job.bots)
        self._water = [0] * len(job.bots)
        self._leg = self._next_leg()

    def begin(self, now: float) -> list[Command]:
        return self._leg.begin(now)

    def handle(self, event: Event, now: float) -> Iterator[Command]:
        """What follows from the event, one command after the other; to be carried out in turn, to the end."""
        yield from self._leg.handle(event, now)
        if self._leg.over:
            self._close_leg()
            if len(self._legs) < len(self._seatings):
                self._leg = self._next_leg()
                yield from self._leg.begin(now)
            else:
                yield Finish(self._result("completed"))

    def handed(self, seat: int, now: float) -> None:
        """A seat's `decide` has been handed to its socket: its clock starts."""
        self._leg.handed(seat, now)

    def idle(self) -> None:
        """There is nothing to do but wait: make ready what comes next."""
        self._leg.idle()

    @property
    def due(self) -> float:
        """When `Tick` has something to do, in seconds."""
        return self._leg.due

    def abandon(self, reason: str) -> MatchResult:
        """The result of a match that is ended from outside: what was played, and no deals, since it is void."""
        return MatchResult(
            match=self._job.match,
            reason=reason,
            legs=self._legs,
            strikes=self._strikes + self._leg.table.strikes,
            stale=self._stale,
            states=self._states,
            deals=[],
            seatings=1,
        )

    def progress(self) -> Progress:
        """How far the match is."""
        table = self._leg.table
        done = 0 if self._leg.over else len(table.record.rounds)
        water, strikes = list(self._water), [0] * len(self._job.bots)
        if not self._leg.over:
            for seat in table.seats:
                water[seat.bot] += table.water[seat.number]
        for strike in self._strikes + ([] if self._leg.over else table.strikes):
            strikes[strike.bot] += 1
        rounds = self._job.settings.rounds
        played = len(self._legs) * rounds + done
        return Progress(self._job.match, played, len(self._seatings) * rounds, water, strikes, legs=len(self._seatings))

    def _next_leg(self) -> LegMachine:
        number = len(self._legs)
        table = LegTable(
            number,
            self._seatings[number],
            self._game,
            self._job.settings,
            [bot.name for bot in self._job.bots],
            self._job.deal_seed,
            self._draw,
            self._version,
            by_key={bot for bot, program in enumerate(self._job.bots) if program.remote},
            stay=self._job.listening is not None and self._job.listening.stays,
        )
        return LegMachine(table)

    def _close_leg(self) -> None:
        table = self._leg.table
        self._legs.append(table.record)
        self._strikes += table.strikes
        for seat in table.seats:
            self._stale[seat.bot] += seat.stale
            self._states[seat.bot] = seat.code or "playing"
            self._water[seat.bot] += table.water[seat.number]

    def _result(self, reason: str) -> MatchResult:
        settled = settle_deals(self._game, self._legs, self._job.deal_seed)
        return MatchResult(
            match=self._job.match,
            reason=reason,
            legs=self._legs,
            strikes=self._strikes,
            stale=self._stale,
            states=self._states,
            deals=settled.deals,
            seatings=settled.seatings,
            sampled=settled.sampled,
        )
