"""The arrangements of a hand that can be the best, without looking at most of the others.

Each row is given a worth of its own: what it wins, and what it adds on average to guns and home runs. A back is passed
over when it could not come near the best sum found even with the best front and the best middle that it leaves, each
taken for itself. What is near is then valued in full.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import COUNT, Classes, HandRows
from arena.shisanshui.arranger.enumeration import Layouts
from arena.shisanshui.arranger.grid import CELLS
from arena.shisanshui.arranger.subsets import Indices, disjoint_fives, disjoint_threes, subsets
from arena.shisanshui.arranger.value import WaterTable

SLACK: Final = 3.0
"""How far, in water, the sum of worths may be off for the best arrangement of a hand still to be found."""
_BACKS_AT_ONCE: Final = 16
_MIDDLES, _FRONTS = 8, 5
"""How many of the best are tried for one that does not share a card with a back."""
_PROBES: Final = 256

Floats = NDArray[np.float32]


class Found(NamedTuple):
    """Arrangements of some hands."""

    hand: Indices
    """[k] whose each is, ascending."""
    layouts: Layouts
    """[k]"""


class Search:
    """Finds what is near the best under one table."""

    def __init__(self, table: WaterTable) -> None:
        self._strict = table.rules.scoring.strict
        self._worth = table.rows + _mean_joint(table)
        """[3, classes]"""
        self._most = np.maximum.accumulate(self._worth, axis=1)
        """The greatest worth of all rows not above a class."""

    def near_best(self, rows: HandRows) -> Found:
        """The arrangements of rows' n hands that do not foul and whose sum of worths is within `SLACK` of the
        greatest of their hand; none for a hand that fouls however it is laid."""
        hands = _Hands(self._worth, rows)
        bound = self._bound(hands)
        first = np.argpartition(bound, -_BACKS_AT_ONCE, axis=1)[:, -_BACKS_AT_ONCE:]
        owners = np.repeat(np.arange(len(bound)), _BACKS_AT_ONCE)
        backs = first.ravel()
        sums = np.where(self._legal(hands.classes(owners, backs)), hands.sums(owners, backs), -np.inf)
        least = sums.reshape(len(bound), -1).max(axis=1) - SLACK
        owners, backs = np.nonzero(bound >= least[:, np.newaxis])
        sums = hands.sums(owners, backs)
        nth, split = np.nonzero(sums >= least[owners][:, np.newaxis])
        return self._checked(hands, owners[nth], backs[nth], split, sums[nth, split])

    def _bound(self, hands: "_Hands") -> Floats:
        """[n, 1287] by back: no less than the greatest sum of an arrangement that has it."""
        # No row is above the back, so none is worth more than one as high as the back would be in its place.
        front = _best_free(hands.front, disjoint_threes(), _FRONTS, hands.threes, hands.fives)
        np.minimum(front, self._most[0].take(hands.fives), out=front)
        bound = _best_free(hands.middle, disjoint_fives(), _MIDDLES, hands.fives, hands.fives)
        np.minimum(bound, self._most[1].take(hands.fives), out=bound)
        bound += front
        bound += hands.back
        return bound

    def _checked(self, hands: "_Hands", owners: Indices, backs: Indices, split: Indices, sums: Floats) -> Found:
        """Those that do not foul, and are near the best that do not."""
        front, middle, back = hands.classes_at(owners, backs, split)
        legal = self._legal((front, middle, back))
        best = np.full(len(hands.fives), -np.inf, np.float32)
        np.maximum.at(best, owners[legal], sums[legal])
        kept = legal & (sums >= best[owners] - SLACK)
        classes = np.stack([front[kept], middle[kept], back[kept]], axis=1)
        return Found(owners[kept], Layouts(classes, backs[kept], split[kept]))

    def _legal(self, rows: tuple[Classes, Classes, Classes]) -> NDArray[np.bool_]:
        front, middle, back = rows
        legal: NDArray[np.bool_]
        legal = (front < middle) & (middle < back) if self._strict else (front <= middle) & (middle <= back)
        return legal


class _Hands:
    """Some hands on the way: by hand, classes and worths of all rows."""

    def __init__(self, worth: Floats, rows: HandRows) -> None:
        self.threes, self.fives = np.ascontiguousarray(rows.threes.T), np.ascontiguousarray(rows.fives.T)
        self.front = worth[0].take(self.threes)
        self.middle, self.back = worth[1].take(self.fives), worth[2].take(self.fives)

    def sums(self, owners: Indices, backs: Indices) -> Floats:
        """[k, 56] sums of worths of all arrangements with these backs, fouls too."""
        sums: Floats = self.middle.ravel().take(self._flat(subsets().middles[backs], owners, self.fives))
        sums += self.front.ravel().take(self._flat(subsets().fronts[backs], owners, self.threes))
        sums += self.back[owners, backs][:, np.newaxis]
        return sums

    def classes(self, owners: Indices, backs: Indices) -> tuple[Classes, Classes, Classes]:
        """[k, 56], [k, 56], [k, 1] the same arrangements' rows."""
        middle = self.fives.ravel().take(self._flat(subsets().middles[backs], owners, self.fives))
        front = self.threes.ravel().take(self._flat(subsets().fronts[backs], owners, self.threes))
        return front, middle, self.fives[owners, backs][:, np.newaxis]

    def classes_at(self, owners: Indices, backs: Indices, split: Indices) -> tuple[Classes, Classes, Classes]:
        """[k] rows of single arrangements."""
        middle = self.fives[owners, subsets().middles[backs, split]]
        front = self.threes[owners, subsets().fronts[backs, split]]
        return front, middle, self.fives[owners, backs]

    @staticmethod
    def _flat(rows: Indices, owners: Indices, table: Classes) -> Indices:
        """Where rows of these hands are in a table that is read as one line; changes `rows`, which is a copy."""
        rows += (owners * table.shape[1])[:, np.newaxis]
        return rows


def _best_free(worth: Floats, disjoint: NDArray[np.bool_], tried: int, held: Classes, backs: Classes) -> Floats:
    """[n, 1287] by back: no less than the greatest worth of a row that shares no card with it and is not above it."""
    best = np.argpartition(worth, -tried - 1, axis=1)[:, -tried - 1 :]
    order = np.argsort(np.take_along_axis(worth, best, axis=1), axis=1)
    best = np.take_along_axis(best, order, axis=1)
    worths, classes = np.take_along_axis(worth, best, axis=1), np.take_along_axis(held, best, axis=1)
    bound = np.repeat(worths[:, :1], backs.shape[1], axis=1)
    for nth in range(1, tried + 1):
        free = disjoint[best[:, nth]]
        free &= classes[:, nth, np.newaxis] <= backs
        np.copyto(bound, worths[:, nth, np.newaxis], where=free)
    return bound


def _mean_joint(table: WaterTable) -> Floats:
    """[3, classes] by row and class: guns and home runs of hands of the population in which that row is so."""
    probes = table.plain[:: max(1, len(table.plain) // _PROBES)]
    mean = np.empty((3, COUNT), np.float32)
    for row in range(3):
        reached = np.cumsum(np.bincount(table.plain[:, row], minlength=COUNT)) / len(table.plain) * CELLS
        # a class for each cell's edge, and between them a straight line
        steps = np.minimum(np.searchsorted(reached, np.linspace(0, CELLS, 2 * CELLS + 1)), COUNT - 1)
        changed = np.repeat(probes[np.newaxis], len(steps), axis=0)
        changed[:, :, row] = steps[:, np.newaxis]
        values = table.joint(changed.reshape(-1, 3)).reshape(len(steps), -1).mean(axis=1)
        mean[row] = np.interp(reached, reached[steps], values)
    return mean
