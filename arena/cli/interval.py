"""Half of a 95 % interval around a mean, without the numeric libraries that take longer to load than a match lasts."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

_Z: Final[float] = NormalDist().inv_cdf(0.975)


def half_interval(values: Sequence[float]) -> float | None:
    """Return the half-width of the 95 % interval of the mean by Student's t; None for fewer than two values.

    >>> f"{half_interval([1.0, 2.0, 3.0, 4.0]):.2f}"
    '2.05'
    """
    if len(values) < 2:
        return None
    return _student(len(values) - 1) * stdev(values, fmean(values)) / sqrt(len(values))


def _student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t: exact for one and two degrees of freedom, from there on by the expansion in
    their reciprocal (Abramowitz and Stegun 26.7.5), which is off by less than 1 %.
    """
    if freedom <= 2:
        return {1: 12.7062, 2: 4.30265}[freedom]
    z, n = _Z, freedom
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum((term / n**power for power, term in enumerate(terms, start=1)), 0.0)
