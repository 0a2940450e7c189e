"""The sequential test of the first release, for tables of tournaments that were begun with it.

A pair is tested for a mean of 0 with unknown variance, by the mixture of likelihood ratios over effect sizes N(0, g),
which does not depend on the variance. With t Student's statistic after n deals it is

    E = (1 + n g)^(-1/2) * ((1 + t² / (n - 1)) / (1 + t² / ((n - 1) (1 + n g))))^(n / 2).

If the mean is 0, E is a martingale that starts at 1, so the chance that it ever reaches 1 / a, however often one looks,
is at most a (Ville's inequality). That is exact for normal differences only: where a heavy loss is rare, it is wrong
far more often, because it takes the deals before the first one for all there is.
Sources: Lai (1976), On confidence sequences; Rouder et al. (2009), Bayesian t tests, for the form used here.
"""

import math


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


def spread_for(needed: float, max_rounds: int) -> float:
    """Return the g with which a quarter of the limit suffices for the smallest effect."""
    return (2 * needed + math.log(2 * needed + 1) + 1) / (max_rounds / 4)
