"""The arrangements of a hand that can be the best, without looking at most of the others.

Each row is given a worth of its own: what it wins, and what it adds on average to guns and home runs. A back is passed
over when it could not come near the best sum found even with the best front and the best middle that it leaves, each
taken for itself. What is near is then valued in full.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import COUNT, Classes, HandRows
from arena.shisanshui.arranger.enumeration import Layouts
from arena.shisanshui.arranger.grid import CELLS
from arena.shisanshui.arranger.subsets import Indices, disjoint_fives, disjoint_threes, subsets
from arena.shisanshui.arranger.value import WaterTable

SLACK: Final = 2.5
"""How far, in water, the sum of worths may be off for the best arrangement of a hand still to be found."""
_BACKS_AT_ONCE: Final = 16
_MIDDLES, _FRONTS = 8, 5
"""How many of the best are tried for one that does not share a card with a back."""
_PROBES: Final = 256

Floats = NDArray[np.float32]


class Search:
    """Finds what is near the best under one table."""

    def __init__(self, table: WaterTable) -> None:
        self._strict = table.rules.scoring.strict
        self._worth = table.rows + _mean_joint(table)
        """[3, classes]"""
        self._most = np.maximum.accumulate(self._worth, axis=1)
        """The greatest worth of all rows not above a class."""

    def near_best(self, rows: HandRows) -> Layouts:
        """The arrangements of one hand that do not foul and whose sum of worths is within `SLACK` of the greatest."""
        front, middle, back = (
            worth.take(held) for worth, held in zip(self._worth, (rows.threes, rows.fives, rows.fives), strict=True)
        )
        # No row is above the back, so none is worth more than one as high as the back would be in its place.
        most_front, most_middle = self._most[0].take(rows.fives), self._most[1].take(rows.fives)
        bound = np.minimum(most_middle, _best_free(middle, disjoint_fives(), _MIDDLES, rows.fives, rows.fives))
        bound += np.minimum(most_front, _best_free(front, disjoint_threes(), _FRONTS, rows.threes, rows.fives))
        bound += back
        first = np.argpartition(bound, -_BACKS_AT_ONCE)[-_BACKS_AT_ONCE:]
        best = self._sums(front, middle, back, rows, first).max()
        backs = np.flatnonzero(bound >= best - SLACK)
        sums = self._sums(front, middle, back, rows, backs)
        nth, split = np.nonzero((sums >= max(best, sums.max()) - SLACK) & np.isfinite(sums))
        chosen = backs[nth]
        fives, threes = subsets().middles[chosen, split], subsets().fronts[chosen, split]
        classes = np.empty((len(nth), 3), np.uint16)
        classes[:, 0] = rows.threes[threes]
        classes[:, 1] = rows.fives[fives]
        classes[:, 2] = rows.fives[chosen]
        return Layouts(classes, chosen, split)

    def _sums(self, front: Floats, middle: Floats, back: Floats, rows: HandRows, backs: Indices) -> Floats:
        """[backs, 56] the sums of worths, minus infinity where rows foul."""
        middles, fronts = subsets().middles[backs], subsets().fronts[backs]
        sums = middle.take(middles)
        sums += front.take(fronts)
        sums += back[backs][:, np.newaxis]
        between, ahead = rows.fives.take(middles), rows.threes.take(fronts)
        behind = rows.fives[backs][:, np.newaxis]
        if self._strict:
            sums[(between >= behind) | (ahead >= between)] = -np.inf
        else:
            sums[(between > behind) | (ahead > between)] = -np.inf
        return sums


def _best_free(worth: Floats, disjoint: NDArray[np.bool_], tried: int, held: Classes, backs: Classes) -> Floats:
    """By back: no less than the greatest worth of a row that shares no card with it and is not above it."""
    best = np.argpartition(worth, -tried - 1)[-tried - 1 :]
    best = best[np.argsort(worth[best])]
    bound = np.full(len(backs), worth[best[0]])
    for row in best[1:].tolist():
        np.copyto(bound, worth[row], where=disjoint[row] & (backs >= held[row]))
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
