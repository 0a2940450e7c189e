"""The rows of a hand with jokers (百搭): what each can be read as, and every arrangement that is legal so."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import HandRows, classes_of
from arena.shisanshui.arranger.enumeration import Layouts, layouts_of
from arena.shisanshui.arranger.subsets import Indices, subsets
from arena.shisanshui.rows import CARD_KEYS
from arena.shisanshui.wild import Readings, readings

_SET_SHIFT: Final = 16
"""A reading's number is its set above this many bits and its class below."""


class WildRows(NamedTuple):
    """The readings of every row of one hand."""

    threes: "RowReadings"
    fives: "RowReadings"


class RowReadings:
    """What each of some rows can be read as. Rows with the same readings share a set."""

    def __init__(self, found: Iterator[Readings]) -> None:
        # Readings are made once for all rows that have them, so they are told apart by identity.
        numbers: dict[int, int] = {}
        self.sets: list[Readings] = []
        nth = []
        for each in found:
            if id(each) not in numbers:
                numbers[id(each)] = len(self.sets)
                self.sets.append(each)
            nth.append(numbers[id(each)])
        self.nth = np.array(nth, np.int64)
        """By row: its set."""

    def best(self) -> NDArray[np.int64]:
        """By row: its best reading's class."""
        values = np.array([each.values[-1] for each in self.sets], np.int32)
        best: NDArray[np.int64] = classes_of(values).astype(np.int64)[self.nth]
        return best

    def best_below(self, rows: Indices, bound: NDArray[np.int64], strict: bool) -> NDArray[np.int64]:
        """The best class that is not above the bound, -1 where there is none or the bound is -1."""
        values = np.concatenate([np.array(each.values, np.int32) for each in self.sets])
        owners = np.repeat(np.arange(len(self.sets)), [len(each.values) for each in self.sets])
        numbers = (owners << _SET_SHIFT) + classes_of(values)
        sets = self.nth[rows]
        nth = np.searchsorted(numbers, (sets << _SET_SHIFT) + bound, side="left" if strict else "right") - 1
        found = numbers[nth]
        has = (nth >= 0) & (found >> _SET_SHIFT == sets) & (bound >= 0)
        return np.where(has, found & ((1 << _SET_SHIFT) - 1), -1)

    def can(self, kind: str) -> NDArray[np.bool_]:
        """By row: whether some reading is of the kind, one of the fields of `Readings`."""
        able: NDArray[np.bool_] = np.array([bool(getattr(each, kind)) for each in self.sets])[self.nth]
        return able


def wild_rows(cards: Sequence[int]) -> WildRows:
    """The readings of thirteen cards, with jokers or without."""
    rows = subsets()
    keys = [CARD_KEYS[card] for card in cards]
    threes = [keys[a] + keys[b] + keys[c] for a, b, c in rows.threes.tolist()]
    pairs = [keys[a] + keys[b] for a, b in rows.pairs.tolist()]
    parts = zip(rows.first_three.tolist(), rows.last_pair.tolist(), strict=True)
    return WildRows(
        RowReadings(readings(key, 3) for key in threes),
        RowReadings(readings(threes[three] + pairs[pair], 5) for three, pair in parts),
    )


def legal_layouts(rows: HandRows | WildRows, strict: bool) -> Layouts:
    """The arrangements of one hand, with jokers or without, that do not foul; `strict` when equal rows foul."""
    return _wild_layouts(rows, strict) if isinstance(rows, WildRows) else layouts_of(rows, strict=strict)


def _wild_layouts(rows: WildRows, strict: bool) -> Layouts:
    """The arrangements that do not foul: the back takes its best reading, each row before it the best one allowed."""
    middles, fronts = subsets().middles, subsets().fronts
    back = np.broadcast_to(rows.fives.best()[:, np.newaxis], middles.shape)
    middle = rows.fives.best_below(middles, back, strict)
    front = rows.threes.best_below(fronts, middle, strict)
    which, split = np.nonzero(front >= 0)
    classes = np.stack([front[which, split], middle[which, split], back[which, split]], axis=1)
    return Layouts(classes.astype(np.uint16), which, split)
