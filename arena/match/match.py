"""A match as a state machine without I/O: one leg after another, then the result.

It takes events, each with a time in seconds, and returns commands. It reads no clock, opens no socket and starts no
process.
"""

from collections.abc import Callable, Iterator
from typing import Any

from arena.match.commands import Command, Finish
from arena.match.duplicate import leg_seatings, settle_deals
from arena.match.events import Event
from arena.match.game import Game
from arena.match.leg import LegMachine
from arena.match.replaying import replayed_round
from arena.match.round_book import public_events
from arena.records.job import MatchJob
from arena.records.result import Leg, MatchResult, Progress, ShownRound, Strike


class Match:
    """A match of `job.bots` at `game`. `new_token` returns a fresh unguessable text, for tokens and ids."""

    def __init__(self, job: MatchJob, game: Game[Any], new_token: Callable[[], str], arena_version: str) -> None:
        self._job = job
        self._game = game
        self._new_token = new_token
        self._version = arena_version
        self._seatings = leg_seatings(job.deal_seed, len(job.bots), job.settings.duplicate, job.settings.draws)
        self._legs: list[Leg] = []
        self._strikes: list[Strike] = []
        self._stale = [0] * len(job.bots)
        self._states = ["playing"] * len(job.bots)
        self._water = [0] * len(job.bots)
        self._leg = self._next_leg()

    def begin(self, now: float) -> list[Command]:
        """Start the first leg."""
        return self._leg.begin(now)

    def handle(self, event: Event, now: float) -> Iterator[Command]:
        """Yield the commands that follow from the event. Carry out each before taking the next, and take them all."""
        yield from self._leg.handle(event, now)
        if self._leg.over:
            self._close_leg()
            if len(self._legs) < len(self._seatings):
                self._leg = self._next_leg()
                yield from self._leg.begin(now)
            else:
                yield Finish(self._result("completed"))

    def handed(self, seat: int, now: float) -> None:
        """Start the clock of a seat whose `decide` has been handed to its socket."""
        self._leg.handed(seat, now)

    def idle(self) -> None:
        """Deal ahead while there is nothing to do but wait."""
        self._leg.idle()

    @property
    def due(self) -> float:
        """When the next `Tick` is needed, in seconds."""
        return self._leg.due

    def abandon(self, reason: str) -> MatchResult:
        """Return the result of a match ended from outside: the legs played, but no deals, since the match is void."""
        return MatchResult(
            match=self._job.match,
            reason=reason,
            legs=self._legs,
            strikes=self._all_strikes(),
            stale=self._stale,
            states=self._states,
            deals=[],
            seatings=1,
        )

    def shown(self) -> list[ShownRound]:
        """Return the deal that was settled last, once for each leg.

        Before the last leg there is none: it will be played again by others who must not hear of it.
        """
        newest = None if self._leg.over or len(self._legs) + 1 < len(self._seatings) else self._leg.newest()
        if newest is None:
            return []
        return [*(self._shown_of(leg, newest.round) for leg in self._legs), newest]

    def _shown_of(self, leg: Leg, number: int) -> ShownRound:
        state = self._game.start(self._job.deal_seed, number, len(leg.seating))
        again = replayed_round(self._game, state, leg.rounds[number - 1])
        states = [*(step.state for step in again.steps), again.over]
        return ShownRound(leg.number, number, leg.seating, public_events(states))

    def progress(self) -> Progress:
        """Return how far the match has got."""
        rounds = self._job.settings.rounds
        played, water = len(self._legs) * rounds, list(self._water)
        if not self._leg.over:
            played += self._leg.played
            for tally in self._leg.tallies():
                water[tally.bot] += tally.water
        strikes = [0] * len(self._job.bots)
        for strike in self._all_strikes():
            strikes[strike.bot] += 1
        whole = len(self._seatings) * rounds
        return Progress(self._job.match, played, whole, water, strikes, legs=len(self._seatings), head=self._leg.head)

    def _all_strikes(self) -> list[Strike]:
        """Those of the current leg included."""
        return self._strikes + ([] if self._leg.over else self._leg.strikes())

    def _next_leg(self) -> LegMachine:
        number = len(self._legs)
        return LegMachine(self._job, self._game, number, self._seatings[number], self._new_token, self._version)

    def _close_leg(self) -> None:
        self._legs.append(self._leg.record())
        self._strikes += self._leg.strikes()
        for tally in self._leg.tallies():
            self._stale[tally.bot] += tally.stale
            self._states[tally.bot] = tally.code or "playing"
            self._water[tally.bot] += tally.water

    def _result(self, reason: str) -> MatchResult:
        settled = settle_deals(self._game, self._legs, self._job.deal_seed, self._job.settings.draws)
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
