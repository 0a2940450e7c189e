"""Every legal arrangement of a hand with jokers (百搭), each row read as the rules read it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import classes_of
from arena.shisanshui.arranger.enumeration import Layouts
from arena.shisanshui.arranger.subsets import Indices, subsets
from arena.shisanshui.rows import CARD_KEYS
from arena.shisanshui.wild import Values, readings

_SET_SHIFT = 16
"""A reading's number is its set above this many bits and its class below."""


def wild_layouts(cards: Sequence[int], strict: bool) -> Layouts:
    """The arrangements that do not foul: the back takes its best reading, each row before it the best one allowed."""
    rows = subsets()
    threes = _Readings([readings(_key(cards, three), 3).values for three in rows.threes.tolist()])
    fives = _Readings([readings(_key(cards, five), 5).values for five in rows.fives.tolist()])
    back = np.broadcast_to(fives.best()[:, np.newaxis], rows.middles.shape)
    middle = fives.best_below(rows.middles, back, strict)
    front = threes.best_below(rows.fronts, middle, strict)
    which, split = np.nonzero(front >= 0)
    classes = np.stack([front[which, split], middle[which, split], back[which, split]], axis=1)
    return Layouts(classes.astype(np.uint16), which, split)


def _key(cards: Sequence[int], places: Sequence[int]) -> int:
    return sum(CARD_KEYS[cards[place]] for place in places)


class _Readings:
    """What each of a hand's rows can be read as. Equal sets of readings are kept once."""

    def __init__(self, values: list[Values]) -> None:
        sets = {each: number for number, each in enumerate(dict.fromkeys(values))}
        self._set = np.array([sets[each] for each in values], np.int64)
        flat = [classes_of(np.array(each, np.int32)).astype(np.int64) for each in sets]
        self._numbers = np.concatenate([each + (number << _SET_SHIFT) for number, each in enumerate(flat)])
        self._best = np.array([each[-1] for each in flat])

    def best(self) -> NDArray[np.int64]:
        """By row: its best reading's class."""
        best: NDArray[np.int64] = self._best[self._set]
        return best

    def best_below(self, rows: Indices, bound: NDArray[np.int64], strict: bool) -> NDArray[np.int64]:
        """The best class that is not above the bound, -1 where there is none or the bound is -1."""
        sets = self._set[rows]
        wanted = (sets << _SET_SHIFT) + bound
        nth = np.searchsorted(self._numbers, wanted, side="left" if strict else "right") - 1
        found = self._numbers[nth]
        has = (nth >= 0) & (found >> _SET_SHIFT == sets) & (bound >= 0)
        return np.where(has, found & ((1 << _SET_SHIFT) - 1), -1)
