"""When a table has played enough: a sequential test that may look after every deal and still keeps its error.

It is clear who goes on when every bot that would go on is ahead of every bot that would leave. Each such pair has a
test of its own, with its share of the error. Its data are the differences of the two bots' water, deal by deal.

A pair is decided when bets on the bot ahead have won enough (`tournaments.cup.betting`), after `min_rounds` deals at
the earliest. That keeps the error whatever the differences are like, but for the part of them beyond `largest`, which
does not count. Tables of a tournament that was begun with the first release have its test.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from tournaments.cup.betting import Bets
from tournaments.cup.methods import NEWEST, Methods
from tournaments.cup.t_test import evidence, spread_for


class Until(msgspec.Struct, frozen=True):
    """The key `until`: play until it is clear with this confidence who goes on, at most `max_rounds` deals."""

    confidence: float = 0.95
    max_rounds: int = 2000
    min_rounds: int = 40
    """No table is decided by fewer deals."""
    largest: int = 60
    """Water by which a deal counts at most for one of two bots and against the other."""
    between: tuple[str, str] | None = None
    """The two bots of which it has to be clear who is ahead; None for all who would go on and all who would leave."""

    def __post_init__(self) -> None:
        if not 0.5 <= self.confidence < 1:
            raise ValueError(f"confidence: expected 0.5 to less than 1, got {self.confidence:g}")
        if self.max_rounds < 2:
            raise ValueError(f"max_rounds: expected 2 or more, got {self.max_rounds}")
        if self.min_rounds < 1:
            raise ValueError(f"min_rounds: expected 1 or more, got {self.min_rounds}")
        if self.largest < 1:
            raise ValueError(f"largest: expected 1 or more, got {self.largest}")


class Pair(msgspec.Struct, frozen=True):
    """A bot that would go on against one that would leave, by number.

    It is decided when `evidence` reaches `needed`, both natural logarithms.
    """

    ahead: int
    behind: int
    evidence: float
    needed: float

    @property
    def decided(self) -> bool:
        return self.evidence >= self.needed


class Certainty(msgspec.Struct, frozen=True):
    """How certain it is, after some deals, who goes on."""

    rounds: int
    advancing: tuple[int, ...]
    """Who would go on by water so far, best first."""
    pairs: tuple[Pair, ...]
    """The least certain first."""
    decided: bool
    over: bool
    """Whether to stop: it is decided, or the limit is reached."""

    def saving(self, max_rounds: int) -> float:
        """Return the share of the limit that did not have to be played."""
        return 1 - self.rounds / max_rounds


class Evidence:
    """The deals of one table so far; the bots are numbers.

    >>> evidence = Evidence(bots=2, advance=1, until=Until(confidence=0.95, max_rounds=100))
    >>> evidence.add([(4, -4), (6, -6), (3, -3), (5, -5), (4, -4), (7, -7), (5, -5), (2, -2)] * 6)
    >>> found = evidence.certainty()
    >>> found.advancing, found.decided, found.saving(max_rounds=100)
    ((0,), True, 0.52)
    """

    def __init__(self, bots: int, advance: int, until: Until, *, seatings: int = 1, methods: Methods = NEWEST) -> None:
        """Deals are water summed over as many `seatings`."""
        if not 1 <= advance < bots:
            raise ValueError(f"advance: expected 1 to {bots - 1} of {bots} bots, got {advance}")
        self._until, self._advance, self._bots = until, advance, bots
        self._methods = methods
        self._rounds, self._totals = 0, [0] * bots
        pairs = list(combinations(range(bots), 2))
        self._squares = dict.fromkeys(pairs, 0)
        self._bets = {pair: Bets(until.largest * seatings) for pair in pairs}
        # An error on either side of a pair counts. Bets are on one side; the first release's test was on both.
        sides = 1 if methods == 1 else 2
        self._needed = math.log(sides * advance * (bots - advance) / (1 - until.confidence))

    def add(self, deals: Iterable[Sequence[int]]) -> None:
        """Add deals in the order played: each bot's exact water, summed over the seatings."""
        for deal in deals:
            self._rounds += 1
            for bot, water in enumerate(deal):
                self._totals[bot] += water
            for one, other in self._squares:
                difference = deal[one] - deal[other]
                if self._methods == 1:
                    self._squares[one, other] += difference**2
                else:
                    self._bets[one, other].add(difference)

    def certainty(self) -> Certainty:
        """Return what can be said now. Bots level across the cut are never decided."""
        order = sorted(range(self._bots), key=lambda bot: -self._totals[bot])
        pairs = [
            Pair(ahead, behind, self._evidence(ahead, behind), self._needed)
            for ahead in order[: self._advance]
            for behind in order[self._advance :]
        ]
        decided = self._enough and all(pair.decided for pair in pairs)
        return Certainty(
            rounds=self._rounds,
            advancing=tuple(order[: self._advance]),
            pairs=tuple(sorted(pairs, key=lambda pair: pair.evidence)),
            decided=decided,
            over=decided or self._rounds >= self._until.max_rounds,
        )

    @property
    def _enough(self) -> bool:
        return self._methods == 1 or self._rounds >= self._until.min_rounds

    def _evidence(self, ahead: int, behind: int) -> float:
        total = self._totals[ahead] - self._totals[behind]
        pair = min(ahead, behind), max(ahead, behind)
        if self._methods == 1:
            spread = spread_for(self._needed, self._until.max_rounds)
            return evidence(self._rounds, total, self._squares[pair], spread)
        bets = self._bets[pair]
        return 0.0 if total == 0 else bets.for_one() if ahead < behind else bets.for_other()
