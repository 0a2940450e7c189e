"""Swiss tables of three and more: seated so that few meet again and points at a table differ little."""

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from tournaments.formats.leagues.lots import lots
from tournaments.formats.leagues.schedule import Round
from tournaments.formats.leagues.table_search import Costs, Seating, descend, seats_of, shake, with_empty_seats
from tournaments.formats.shape import split

_SHAKEN: Final = 2000
"""How many players are shaken in all: a small field is shaken more often, as that takes no time."""


@cache
def gather(points: tuple[int, ...], before: tuple[Round, ...], table_size: int, seed: bytes | None = None) -> Round:
    """Return one round's tables, by number: as few as seat all, of sizes that differ by at most one.

    `points` are best first, `before` the tables of the rounds before, which may lack some of the field. What is
    minimized is, in this order, the former meetings at the tables (a pair that has met twice counts twice), and the sum
    of differences in points between any two at a table. The search starts with the field cut into tables by points,
    level players dealt in pots, and exchanges two at a time, by lots that follow from `seed`; it does not prove a
    minimum.

    >>> gather((9, 9, 9, 5, 5, 5, 1, 1), before=(), table_size=4)
    ((0, 1, 2, 3), (4, 5, 6, 7))
    """
    sizes = split(len(points), table_size)
    cost = with_empty_seats(_costs(points, before, sizes), len(sizes))
    draws = lots(seed)
    at = _cut(points, sizes)
    at = np.concatenate([at, np.flatnonzero(np.bincount(at) < sizes[0])])
    descend(at, cost)
    for _ in range(max(1, _SHAKEN // len(points))):
        at = shake(at, cost, draws)
    return seats_of(at, len(points))


def _costs(points: Sequence[int], before: Sequence[Round], sizes: Sequence[int]) -> Costs:
    """Return, by pair, its difference in points, plus more than all differences together for each former meeting."""
    apart: Costs = np.abs(np.subtract.outer(np.array(points), np.array(points)))
    met = np.zeros_like(apart)
    for table in itertools.chain.from_iterable(before):
        for one, other in itertools.permutations(table, 2):
            met[one, other] += 1
    most = sum(size * (size - 1) // 2 for size in sizes) * int(apart.max())
    return apart + met * (most + 1)


def _cut(points: Sequence[int], sizes: Sequence[int]) -> Seating:
    """Return the players seated in order of points, one table after another.

    Level players that fill whole tables of their own are dealt over them in pots, the first from left to right, the
    next from right to left.
    """
    at = np.repeat(np.arange(len(sizes)), sizes)
    ends = [0, *itertools.accumulate(sizes)]
    start = 0
    for _, level in itertools.groupby(points):
        stop = start + len(list(level))
        own = [table for table in range(len(sizes)) if start <= ends[table] and ends[table + 1] <= stop]
        for place, seat in enumerate(range(ends[own[0]], ends[own[-1] + 1]) if own else ()):
            pot, across = divmod(place, len(own))
            at[seat] = own[across if pot % 2 == 0 else -1 - across]
        start = stop
    return at
