"""How much a bot's deals speak for it, by bets that nobody wins in the long run unless it is better.

Start with a capital of 1 and stake a fixed part of it, before each deal, on one bot winning more water than another:
with x the difference in the deal and B the largest that counts, a part c makes the capital 1 + c x / B times what it
was. If the mean of x is at most 0, whatever its law and even if it depends on what was played before, the capital is a
supermartingale, so the chance that it ever reaches 1 / a, however often one looks, is at most a (Ville's inequality).
No law is assumed, least of all the normal one, which a rare heavy loss is far from.

The capital here is the mean over several parts, so that it grows about as fast as the best of them. Differences beyond
B count as B: what is tested is the mean of differences so limited.
Sources: Waudby-Smith and Ramdas (2024), Estimating means of bounded random variables by betting; Cover (1991),
Universal portfolios, for the mean over fixed parts.
"""

import math
from collections.abc import Sequence
from typing import Final

PARTS: Final = tuple(0.9 * 1.5**-step for step in range(11))
"""The parts staked, from nine tenths down to a sixtieth."""


class Bets:
    """The capital of who bets on one of two bots, and of who bets on the other.

    >>> bets = Bets(largest=60)
    >>> for difference in [10] * 50:
    ...     bets.add(difference)
    >>> round(bets.for_one(), 2), round(bets.for_other(), 2)
    (4.73, -0.93)
    """

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._for_one, self._for_other = [0.0] * len(PARTS), [0.0] * len(PARTS)

    def add(self, difference: int) -> None:
        """Settle the bets on a deal in which one won so much more than the other."""
        share = max(-1.0, min(1.0, difference / self._largest))
        for number, part in enumerate(PARTS):
            self._for_one[number] += math.log1p(part * share)
            self._for_other[number] += math.log1p(-part * share)

    def for_one(self) -> float:
        """Return the natural logarithm of the capital that was bet on one; it began at 0."""
        return _log_mean(self._for_one)

    def for_other(self) -> float:
        """Return the same for the other."""
        return _log_mean(self._for_other)


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + math.log(math.fsum(math.exp(each - most) for each in logs) / len(logs))
