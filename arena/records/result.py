"""The output of a match: its progress, strikes and result."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from arena.records.round_log import RoundLog


class Strike(msgspec.Struct, frozen=True):
    """A fault charged to a bot."""

    bot: int
    leg: int
    round: int
    code: str
    message: str
    request: int | None = None
    late_ms: int | None = None


class Leg(msgspec.Struct):
    """One leg: `seating[seat]` is the index of the bot that sat there."""

    number: int
    seating: list[int]
    rounds: RoundLog
    processor_ms: list[int]
    """By bot; 0 where it could not be read."""
    worst_lag_us: int = 0
    voided: int = 0
    head: str = ""
    """The last head of the chain of its rounds (`arena.records.chain`), in hex; empty in records of older arenas."""


class MatchResult(msgspec.Struct, tag="result"):
    """A finished match. Lists are by bot, in the order of `MatchJob.bots`, unless they say otherwise.

    >>> result = MatchResult("m1", "completed", [], [], [0, 0], ["playing"] * 2, deals=[[6, -6], [-2, 2]], seatings=2)
    >>> result.water(), result.places()
    ([2.0, -2.0], [1, 2])
    """

    match: str
    """As in the job."""
    reason: str
    """"completed", or the reason code of what ended it."""
    legs: list[Leg]
    strikes: list[Strike]
    stale: list[int]
    states: list[str]
    """"playing", or the reason code for which the bot's last leg ended early."""
    deals: list[list[int]]
    """By deal, then by bot: the water summed over the deal's seatings, exact."""
    seatings: int
    """How many seatings each deal was settled in; a deal's water is its sum over this."""
    sampled: list[list[int]] | None = None
    """The seatings settled (bot by seat) where not all were: beyond five seats, or when not duplicate."""
    referee_peak_kib: int = 0
    """The most memory the match's process took."""
    isolation: list[str] = []
    """The level that each bot was held at, in words that begin with its number."""
    assisted: list[list[int]] | None = None
    """[bot, leg, round] of each round in which a person asked the arranger, legs from 0; None without a person."""

    def water(self) -> list[float]:
        """Return the water of each bot, to four decimals: the mean over a deal's seatings, summed over the deals."""
        return [round(total / self.seatings, 4) for total in self.totals()]

    def strike_counts(self) -> list[int]:
        """Return how many strikes each bot got; the entry that it was disqualified for them is not one more."""
        counts = Counter(strike.bot for strike in self.strikes if strike.code != "disqualified")
        return [counts[bot] for bot in range(len(self.states))]

    def decisions(self) -> Iterator[tuple[int, bytes, str]]:
        """Yield each decision of each round and leg: the bot, the action that counted, packed, and its reason code."""
        for leg in self.legs:
            for played in leg.rounds:
                for bot, seat in zip(leg.seating, played.seats, strict=True):
                    yield bot, seat.action, seat.code

    def places(self) -> list[int]:
        """Return the place of each bot, 1 the best; equal water shares a place."""
        totals = self.totals()
        return [1 + sum(other > mine for other in totals) for mine in totals]

    def totals(self) -> list[int]:
        """Return the exact sums by bot that decide the match."""
        return [sum(column) for column in zip(*self.deals, strict=True)] if self.deals else [0] * len(self.states)


class ByHand(msgspec.Struct):
    """A bot that waits for its author to start it, and the environment it needs."""

    bot: int
    environment: dict[str, str]


class ShownRound(msgspec.Struct, frozen=True):
    """A settled round as whoever looks on sees it: the bot at each seat, and the events in full detail."""

    leg: int
    round: int
    seating: list[int]
    events: list[Any]
    head: str = ""
    """Of the leg's chain after this round, in hex; empty for a leg that was over before."""


class Progress(msgspec.Struct, tag="progress"):
    """The progress of a match: rounds over all legs, and water by bot as played so far, not over all seatings."""

    match: str
    played: int
    total: int
    water: list[int]
    strikes: list[int]
    by_hand: ByHand | None = None
    legs: int = 1
    """Of the whole match."""
    head: str = ""
    """Of the chain of the leg in play, in hex."""
    shown: list[ShownRound] = []
    """A deal that was settled of late, once a leg, in every leg; empty where none can be shown yet."""

    def water_a_leg(self) -> list[float]:
        """Return water by bot on the scale of the result, to four decimals.

        It is the mean over the legs, of which the one in play counts as far as it is; during the first leg it is the
        water so far.
        """
        begun = max(1.0, self.played * self.legs / self.total) if self.total else 1.0
        return [round(water / begun, 4) for water in self.water]


class Broken(msgspec.Struct, tag="broken"):
    """A match whose process dies by a fault of its own while it watches or hears `bot`, if it was at one."""

    match: str
    bot: int | None


class Failure(msgspec.Struct, tag="failure"):
    """A match that could not start or go on for something that is no bot's fault, and why."""

    match: str
    message: str
