"""Elo that moves table by table, as on a running ladder. It has no error bar."""

from collections.abc import Iterable, Mapping, Sequence

K = 32.0
START = 1500.0


def update(ratings: Sequence[float], scores: Sequence[float], k: float = K) -> list[float]:
    """Return the ratings after one table, from those before it: R_i += k / (n - 1) * sum over j of (s_ij - e_ij).

    s_ij is 1, ½ or 0 by who scored more, e_ij the chance that Elo gives. For a table of two this is ordinary Elo. Gains
    and losses sum to zero, and nobody moves by more than k.

    >>> update([1500, 1500, 1500], [5.0, 1.0, -6.0], k=32)
    [1516.0, 1500.0, 1484.0]
    """
    n = len(ratings)
    return [
        ratings[i]
        + k / (n - 1) * sum(_beats(scores[i], scores[j]) - expected(ratings[i], ratings[j]) for j in range(n) if j != i)
        for i in range(n)
    ]


def expected(rating: float, other: float) -> float:
    """Return the chance to beat `other`, on the scale where 400 points are 10 to 1.

    >>> round(expected(1900, 1500), 3)
    0.909
    """
    return float(1 / (1 + 10 ** ((other - rating) / 400)))


def replay(
    tables: Iterable[tuple[Sequence[str], Sequence[float]]], start: Mapping[str, float], k: float = K
) -> dict[str, float]:
    """Return the ratings after `tables` (bots and their scores) in order; a bot not in `start` begins at START."""
    ratings = dict(start)
    for bots, scores in tables:
        ratings |= zip(bots, update([ratings.get(bot, START) for bot in bots], scores, k), strict=True)
    return ratings


def _beats(score: float, other: float) -> float:
    return 0.5 if score == other else float(score > other)
