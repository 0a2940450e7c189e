"""When a match has lasted long enough: a sequential test that may look after every deal without fooling itself.

Who goes on is decided when every bot that would go on is ahead of every bot that would leave, each such pair by a test
of its own with its share of the error. The unit is the deal: a pair's data are the differences of their water, deal by
deal.

The test of a pair is that of a mean of nought with unknown variance, by the mixture of likelihood ratios over effect
sizes N(0, g), which does not depend on the variance. With t Student's statistic of n deals it is

    E = (1 + n g)^(-1/2) * ((1 + t² / (n - 1)) / (1 + t² / ((n - 1) (1 + n g))))^(n / 2).

If the mean is nought E is a martingale that starts at 1, so the chance that it ever reaches 1 / a, at as many looks as
one likes, is at most a (Ville's inequality). That is exact for normal differences, and for others as good as the normal
law is for the mean of a block of deals; it is measured on skewed ones with heavy tails in the tests.
Sources: Lai (1976), On confidence sequences; Rouder et al. (2009), Bayesian t tests, for the form used here.
"""

import itertools
import math
from collections.abc import Iterable, Sequence

import msgspec


class Until(msgspec.Struct, frozen=True):
    """Play until it is decided, with this confidence, who goes on, or until so many deals have been played."""

    confidence: float = 0.95
    max_rounds: int = 2000

    def __post_init__(self) -> None:
        if not 0.5 <= self.confidence < 1:
            raise ValueError(f"confidence: expected 0.5 to less than 1, got {self.confidence:g}")
        if self.max_rounds < 2:
            raise ValueError(f"max_rounds: expected 2 or more, got {self.max_rounds}")


class Pair(msgspec.Struct, frozen=True):
    """One bot that would go on against one that would leave, by number; decided when `evidence` reaches `needed`.

    Both are natural logarithms of E.
    """

    ahead: int
    behind: int
    evidence: float
    needed: float

    @property
    def decided(self) -> bool:
        return self.evidence >= self.needed


class Certainty(msgspec.Struct, frozen=True):
    """What is known after some deals."""

    rounds: int
    advancing: tuple[int, ...]
    """Who would go on by water, best first."""
    pairs: tuple[Pair, ...]
    """The least certain first."""
    decided: bool
    over: bool
    """Whether to stop: decided, or the limit is reached."""

    def saving(self, max_rounds: int) -> float:
        """The share of the limit that did not have to be played."""
        return 1 - self.rounds / max_rounds


class Evidence:
    """The deals of one match so far, as sums; the bots are numbers."""

    def __init__(self, bots: int, advance: int, until: Until) -> None:
        if not 1 <= advance < bots:
            raise ValueError(f"advance: expected 1 to {bots - 1} of {bots} bots, got {advance}")
        self._until, self._advance, self._bots = until, advance, bots
        self._rounds = 0
        self._totals = [0] * bots
        self._squares = dict.fromkeys(itertools.combinations(range(bots), 2), 0)
        # An error on either side of a pair counts, and so E is held against the pair's whole share.
        self._needed = math.log(advance * (bots - advance) / (1 - until.confidence))
        self._spread = _spread(self._needed, until.max_rounds)

    def add(self, deals: Iterable[Sequence[int]]) -> None:
        """Deals in the order played: each bot's water, exact, all deals over the same number of seatings."""
        for deal in deals:
            self._rounds += 1
            for bot, water in enumerate(deal):
                self._totals[bot] += water
            for one, other in self._squares:
                self._squares[one, other] += (deal[one] - deal[other]) ** 2

    def certainty(self) -> Certainty:
        """What can be said now. Bots level across the cut are never decided."""
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
    """log E for differences with this sum and this sum of squares; `spread` is g, the variance of effect sizes."""
    if deals < 2 or squares == 0:
        return 0.0
    wide = 1 + deals * spread
    # t² / (n - 1) = S² / (n Q - S²), so that with x = S² / (n Q) the fraction is 1 / (1 - x + x / wide).
    explained = total * total / (deals * squares)
    return -math.log(wide) / 2 - deals / 2 * math.log1p(-explained * (1 - 1 / wide))


def _spread(needed: float, max_rounds: int) -> float:
    """The g with which a quarter of the limit suffices for the smallest effect."""
    return (2 * needed + math.log(2 * needed + 1) + 1) / (max_rounds / 4)
