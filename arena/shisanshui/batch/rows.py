"""Row values of many rows at once, by one table look-up a row.

Every rank has a number such that the sums of any five of them, equal ones allowed, all differ; a row's sum is its index
into a table. The numbers are the smallest that can be chosen one after the other.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.rows import FIVE, FIVE_IN_SUIT, THREE

RANK_NUMBERS: Final = (0, 1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545)
SUITED: Final = 5 * RANK_NUMBERS[-1] + 1
"""Where the table goes on with the rows of one suit."""

CARD_NUMBERS: Final = np.array([RANK_NUMBERS[card >> 2] for card in range(52)], np.int32)


def evaluate_rows(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return the values, as `rows.row_value` gives them, of cards[..., 3] or cards[..., 5] without jokers.

    Raises ValueError for rows of another size and IndexError for numbers from 52 up.

    >>> pairs = evaluate_rows(np.array([[0, 1, 4], [0, 1, 51]], np.uint8))  # 2s 2h 3s and 2s 2h Ac
    >>> bool(pairs[0] < pairs[1])
    True
    """
    size = cards.shape[-1]
    if size not in (3, 5):
        raise ValueError(f"rows of {size} cards; 3 or 5 are expected")
    columns = [np.ascontiguousarray(cards[..., place]) for place in range(size)]
    index = CARD_NUMBERS[columns[0]]
    for column in columns[1:]:
        index += CARD_NUMBERS[column]
    if size == 3:
        return three_table()[index]
    index += SUITED * one_suit(columns)
    return five_table()[index]


def one_suit(columns: list[NDArray[np.uint8]]) -> NDArray[np.bool_]:
    """Whether the cards of a row have one suit; a column for each card."""
    different = columns[0] ^ columns[1]
    for column in columns[2:]:
        different |= columns[0] ^ column
    one: NDArray[np.bool_] = (different & 3) == 0
    return one


@cache
def five_table() -> NDArray[np.int32]:
    """Row value by the sum of five rank numbers, from `SUITED` on for cards of one suit."""
    table = np.zeros(2 * SUITED, np.int32)
    for key, value in FIVE.items():
        table[_index(key)] = value
    for key, value in FIVE_IN_SUIT.items():
        table[SUITED + _index(key)] = value
    return table


@cache
def three_table() -> NDArray[np.int32]:
    """Row value by the sum of three rank numbers."""
    table = np.zeros(3 * RANK_NUMBERS[-1] + 1, np.int32)
    for key, value in THREE.items():
        table[_index(key)] = value
    return table


def _index(key: int) -> int:
    return sum((key >> 4 * rank & 0xF) * number for rank, number in enumerate(RANK_NUMBERS))
