"""When a table has played enough: a sequential test that may look after every deal and still keeps its error.

It is clear who goes on when every bot that would go on is ahead of every bot that would leave. Each such pair has a
test of its own, with its share of the error. Its data are the differences of the two bots' water, deal by deal.

A pair is tested for a mean of 0 with unknown variance, by the mixture of likelihood ratios over effect sizes N(0, g),
which does not depend on the variance. With t Student's statistic after n deals it is

    E = (1 + n g)^(-1/2) * ((1 + t² / (n - 1)) / (1 + t² / ((n - 1) (1 + n g))))^(n / 2).

If the mean is 0, E is a martingale that starts at 1, so the chance that it ever reaches 1 / a, however often one looks,
is at most a (Ville's inequality). That is exact for normal differences, and for others as good as the normal law is for
the mean of a block of deals; the tests measure it on skewed differences with heavy tails.
Sources: Lai (1976), On confidence sequences; Rouder et al. (2009), Bayesian t tests, for the form used here.
"""

import itertools
import math
from collections.abc import Iterable, Sequence

import msgspec


class Until(msgspec.Struct, frozen=True):
    """The key `until`: play until it is clear with this confidence who goes on, at most `max_rounds` deals."""

    confidence: float = 0.95
    max_rounds: int = 2000

    def __post_init__(self) -> None:
        if not 0.5 <= self.confidence < 1:
            raise ValueError(f"confidence: expected 0.5 to less than 1, got {self.confidence:g}")
        if self.max_rounds < 2:
            raise ValueError(f"max_rounds: expected 2 or more, got {self.max_rounds}")


class Pair(msgspec.Struct, frozen=True):
    """A bot that would go on against one that would leave, by number.

    It is decided when `evidence` reaches `needed`, both natural logarithms of E.
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
    """The deals of one table so far, as sums; the bots are numbers.

    >>> evidence = Evidence(bots=2, advance=1, until=Until(confidence=0.95, max_rounds=100))
    >>> evidence.add([(4, -4), (6, -6), (3, -3), (5, -5), (4, -4), (7, -7), (5, -5), (2, -2)])
    >>> found = evidence.certainty()
    >>> found.advancing, found.decided, found.saving(max_rounds=100)
    ((0,), True, 0.92)
    """

    def __init__(self, bots: int, advance: int, until: Until) -> None:
        if not 1 <= advance < bots:
            raise ValueError(f"advance: expected 1 to {bots - 1} of {bots} bots, got {advance}")
        self._until, self._advance, self._bots = until, advance, bots
        self._rounds = 0
        self._totals = [0] * bots
        self._squares = dict.fromkeys(itertools.combinations(range(bots), 2), 0)
        # An error on either side of a pair counts, so the pair's whole share is on E.
        self._needed = math.log(advance * (bots - advance) / (1 - until.confidence))
        self._spread = _spread(self._needed, until.max_rounds)

    def add(self, deals: Iterable[Sequence[int]]) -> None:
        """Add deals in the order played: each bot's exact water, summed over as many seatings for every deal."""
        for deal in deals:
            self._rounds += 1
            for bot, water in enumerate(deal):
                self._totals[bot] += water
            for one, other in self._squares:
                self._squares[one, other] += (deal[one] - deal[other]) ** 2

    def certainty(self) -> Certainty:
        """Return what can be said now. Bots level across the cut are never decided."""
        order = sorted(range(self._bots), key=lambda bot: -self._totals[bot])
        pairs = [
            Pair(ahead, behind, self._evidence(ahead, behind), self._needed)
            for ahead in order[: self._advance]
            for behind in order[self._advance :]
        ]
        decided = all(pair.decided for pair in pairs)
        return Certainty(
            rounds=self._rounds,
            advancing=tuple(order[: self._advance]),
            pairs=tuple(sorted(pairs, key=lambda pair: pair.evidence)),
            decided=decided,
            over=decided or self._rounds >= self._until.max_rounds,
        )

    def _evidence(self, one: int, other: int) -> float:
        squares = self._squares[min(one, other), max(one, other)]
        return evidence(self._rounds, self._totals[one] - self._totals[other], squares, self._spread)


def evidence(deals: int, total: int, squares: int, spread: float) -> float:
    """Return log E for differences with this sum and this sum of squares; `spread` is g, the variance of effect sizes.

    >>> round(evidence(deals=8, total=72, squares=720, spread=0.5), 2)
    4.29
    """
    if deals < 2 or squares == 0:
        return 0.0
    wide = 1 + deals * spread
    # t² / (n - 1) = S² / (n Q - S²), so that with x = S² / (n Q) the fraction is 1 / (1 - x + x / wide).
    explained = total * total / (deals * squares)
    return -math.log(wide) / 2 - deals / 2 * math.log1p(-explained * (1 - 1 / wide))


def _spread(needed: float, max_rounds: int) -> float:
    """Return the g with which a quarter of the limit suffices for the smallest effect."""
    return (2 * needed + math.log(2 * needed + 1) + 1) / (max_rounds / 4)
