"""The value of a row (墩) in one order over three- and five-card rows, from tables.

A value is an int: the row type in the bits from 20 up, below it five nibbles that decide within the type, the most
important first. A nibble is rank + 1, so that 0, a kicker that is missing, is lower than any card; for straights the
first nibble is the place (10 for TJQKA, 9 for A2345, 8 for 9TJQK … 1 for 23456) and the others are 0.

A row's key is the sum of its cards' keys (`CARD_KEYS`): how often each rank occurs, a nibble a rank, and above those
52 bits how often each suit occurs. Keys of rows add up to the key of a hand.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import chain, combinations, combinations_with_replacement, groupby, product
from typing import Final

TYPE_SHIFT: Final = 20
RANK_BITS: Final = (1 << 52) - 1
SUIT_SHIFT: Final = 52
JOKER_SHIFT: Final = 68


class RowType(IntEnum):
    """The row types, low to high."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def id(self) -> str:
        """The name in rule sets and on the wire."""
        return ROW_TYPE_IDS[self]

    @property
    def chinese(self) -> str:
        return ROW_TYPE_CHINESE[self]

    @property
    def chinese_in_front(self) -> str:
        """The Chinese name in a front row, where three of a kind has its own."""
        return "三尖刀" if self is RowType.THREE_OF_A_KIND else self.chinese


ROW_TYPE_IDS: Final = (
    "high-card",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
)
ROW_TYPE_CHINESE: Final = ("乌龙", "对子", "两对", "三条", "顺子", "同花", "葫芦", "铁支", "同花顺", "五同")
FRONT_TYPES: Final = (RowType.HIGH_CARD, RowType.PAIR, RowType.THREE_OF_A_KIND)
"""All that a row of three cards can be."""

CARD_KEYS: Final = (
    *((1 << 4 * (card >> 2)) + (1 << SUIT_SHIFT + 4 * (card & 3)) for card in range(52)),
    1 << JOKER_SHIFT,
    1 << JOKER_SHIFT,
)
THREE_SUITED: Final = frozenset(3 << 4 * suit for suit in range(4))
"""The suit counts of a row of three cards in one suit."""
FIVE_SUITED: Final = frozenset(5 << 4 * suit for suit in range(4))

_PATTERNS: Final = (
    (RowType.HIGH_CARD, 5, (1, 1, 1, 1, 1)),
    (RowType.PAIR, 5, (2, 1, 1, 1)),
    (RowType.TWO_PAIRS, 5, (2, 2, 1)),
    (RowType.THREE_OF_A_KIND, 5, (3, 1, 1)),
    (RowType.FULL_HOUSE, 5, (3, 2)),
    (RowType.FOUR_OF_A_KIND, 5, (4, 1)),
    (RowType.FIVE_OF_A_KIND, 5, (5,)),
    (RowType.HIGH_CARD, 3, (1, 1, 1)),
    (RowType.PAIR, 3, (2, 1)),
    (RowType.THREE_OF_A_KIND, 3, (3,)),
)
"""Row types by the groups of equal ranks of a row, in the order in which they are compared."""

_RUNS: Final = ((0, 1, 2, 3, 12), *(tuple(range(low, low + 5)) for low in range(8)), tuple(range(8, 13)))
_PLACES: Final = (9, *range(1, 9), 10)
"""The place of each of `_RUNS`."""


def _value(kind: RowType, parts: Sequence[int]) -> int:
    value = int(kind)
    for part in parts:
        value = value << 4 | part
    return value << 4 * (5 - len(parts))


def _rank_key(ranks: Iterable[int]) -> int:
    return sum(1 << 4 * rank for rank in ranks)


def _groups(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every choice of different ranks for the groups; ranks of groups of one size are given highest first."""
    highest_first = range(12, -1, -1)
    sizes = [combinations(highest_first, len(list(same))) for _, same in groupby(counts)]
    for chosen in product(*sizes):
        ranks = tuple(chain.from_iterable(chosen))
        if len(set(ranks)) == len(counts):
            yield ranks


def _ranked(size: int) -> dict[int, int]:
    table = {}
    for kind, cards, counts in _PATTERNS:
        if cards == size:
            for ranks in _groups(counts):
                key = sum(count << 4 * rank for count, rank in zip(counts, ranks, strict=True))
                table[key] = _value(kind, [rank + 1 for rank in ranks])
    return table


def _with_runs(table: dict[int, int], kind: RowType) -> dict[int, int]:
    return table | {_rank_key(ranks): _value(kind, [place]) for ranks, place in zip(_RUNS, _PLACES, strict=True)}


def _suited(table: dict[int, int]) -> dict[int, int]:
    """Of five cards in one suit all that is less than a flush is one, compared card by card."""
    flushes = {}
    for ranks in combinations_with_replacement(range(12, -1, -1), 5):
        key = _rank_key(ranks)
        if table[key] >> TYPE_SHIFT < RowType.FLUSH:
            flushes[key] = _value(RowType.FLUSH, [rank + 1 for rank in ranks])
    return _with_runs(table | flushes, RowType.STRAIGHT_FLUSH)


THREE: Final = _ranked(3)
"""Rank key of three cards to row value."""
FIVE: Final = _with_runs(_ranked(5), RowType.STRAIGHT)
"""Rank key of five cards that are not of one suit to row value."""
FIVE_IN_SUIT: Final = _suited(FIVE)
"""Rank key of five cards of one suit (several packs may repeat a rank) to row value."""

THREE_RUNS: Final = frozenset(
    _rank_key(ranks) for ranks in ((12, 0, 1), *((low, low + 1, low + 2) for low in range(11)))
)
"""Rank keys of three cards that are a run: A23, 234 … QKA."""


def row_key(cards: Sequence[int]) -> int:
    """The key of a row or a hand."""
    return sum(map(CARD_KEYS.__getitem__, cards))


def row_value(cards: Sequence[int]) -> int:
    """Return the value of three or five cards without jokers: higher is better, equal is a tie.

    Raises KeyError for another number of cards and for jokers.

    >>> from arena.shisanshui.cards import cards
    >>> wheel, king_high = cards(["As", "2h", "3d", "4c", "5s"]), cards(["9s", "Th", "Jd", "Qc", "Ks"])
    >>> row_value(wheel) > row_value(king_high)
    True
    >>> row_value(cards(["7s", "7h", "7d"])) < row_value(cards(["7s", "7h", "7d", "2c", "3s"]))
    True
    """
    key = sum(map(CARD_KEYS.__getitem__, cards))
    if len(cards) == 3:
        return THREE[key & RANK_BITS]
    return (FIVE_IN_SUIT if key >> SUIT_SHIFT in FIVE_SUITED else FIVE)[key & RANK_BITS]


def row_type(value: int) -> RowType:
    """Return the type of a row value.

    >>> from arena.shisanshui.cards import cards
    >>> row_type(row_value(cards(["As", "Ks", "9s", "4s", "2s"]))).id
    'flush'
    """
    return RowType(value >> TYPE_SHIFT)
