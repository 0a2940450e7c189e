"""Row classes: the places of all row values in their order, small enough to index tables by.

Rows of three and of five share one order, so classes compare as values do.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.batch.rows import CARD_NUMBERS, SUITED, five_table, three_table
from arena.shisanshui.rows import FIVE, FIVE_IN_SUIT, THREE, TYPE_SHIFT

Classes = NDArray[np.uint16]

VALUES: Final = np.array(sorted({*THREE.values(), *FIVE.values(), *FIVE_IN_SUIT.values()}), np.int32)
"""The row value of each class; decks of several packs and jokers included."""
TYPES: Final = VALUES >> TYPE_SHIFT
"""The row type of each class."""
COUNT: Final = len(VALUES)


class HandRows(NamedTuple):
    """The classes of every row of some hands, a column a hand."""

    threes: Classes
    """[286, n]"""
    fives: Classes
    """[1287, n]"""

    def of(self, number: int) -> "HandRows":
        """Those of one hand: [286] and [1287]."""
        return HandRows(np.ascontiguousarray(self.threes[:, number]), np.ascontiguousarray(self.fives[:, number]))


def hand_rows(cards: NDArray[np.uint8]) -> HandRows:
    """The rows of cards[n, 13] without jokers. Every three and every pair is summed once for all fives."""
    rows = subsets()
    by_place = np.ascontiguousarray(cards.T)
    numbers = CARD_NUMBERS[by_place]
    suits = np.left_shift(1, by_place & 3).astype(np.uint8)
    threes = numbers[rows.threes[:, 0]] + numbers[rows.threes[:, 1]] + numbers[rows.threes[:, 2]]
    pairs = numbers[rows.pairs[:, 0]] + numbers[rows.pairs[:, 1]]
    suited_threes = suits[rows.threes[:, 0]] & suits[rows.threes[:, 1]] & suits[rows.threes[:, 2]]
    suited_pairs = suits[rows.pairs[:, 0]] & suits[rows.pairs[:, 1]]
    index = threes[rows.first_three]
    index += pairs[rows.last_pair]
    suited = suited_threes[rows.first_three]
    suited &= suited_pairs[rows.last_pair]
    index += np.where(suited, np.int32(SUITED), np.int32(0))
    return HandRows(_three_classes().take(threes), _five_classes().take(index))


def classes_of(values: NDArray[np.int32]) -> Classes:
    """The class of each row value."""
    return np.searchsorted(VALUES, values).astype(np.uint16)


@cache
def _three_classes() -> Classes:
    return classes_of(three_table())


@cache
def _five_classes() -> Classes:
    return classes_of(five_table())
