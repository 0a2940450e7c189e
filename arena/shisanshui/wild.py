"""Rows with jokers (百搭): every value a row can be read as, from which the rows of a hand are chosen.

The back takes its best reading, the middle its best not above the back, the front its best not above the middle. The
readings of a row depend on few things, so each set of them is made once and a hand takes three look-ups.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from arena.shisanshui import specials
from arena.shisanshui.rows import (
    FIVE,
    FIVE_IN_SUIT,
    JOKER_SHIFT,
    RANK_BITS,
    SUIT_SHIFT,
    THREE,
    THREE_RUNS,
    TYPE_SHIFT,
    RowType,
)

Values = tuple[int, ...]
"""Row values, ascending."""

_RUNS: Final = (RowType.STRAIGHT, RowType.STRAIGHT_FLUSH)


class Readings(NamedTuple):
    """The values a row can be read as: all, those that are a run, in one suit, and both."""

    values: Values
    runs: Values
    suited: Values
    straight_flushes: Values


def readings(key: int, size: int) -> Readings:
    """Return the readings of a row of three or five cards, with jokers or without, from its key."""
    suits = key >> SUIT_SHIFT & 0xFFFF
    one_suit = sum(1 for shift in range(0, 16, 4) if suits >> shift & 0xF) <= 1
    return _readings(key & RANK_BITS, one_suit, key >> JOKER_SHIFT, size)


@lru_cache(maxsize=1 << 16)
def _readings(natural: int, one_suit: bool, jokers: int, size: int) -> Readings:
    """`natural` is the rank key of the cards that are no jokers, `one_suit` whether these have one suit at most."""
    found: list[tuple[int, bool, bool]] = []
    # One card has but one suit; the jokers of a row can always be given a second one else.
    suited_or_not = [True, False] if one_suit and jokers else [one_suit]
    for ranks in combinations_with_replacement(range(13), jokers):
        key = natural + sum(1 << 4 * rank for rank in ranks)
        for suited in suited_or_not:
            value = THREE[key] if size == 3 else (FIVE_IN_SUIT if suited else FIVE)[key]
            run = key in THREE_RUNS if size == 3 else value >> TYPE_SHIFT in _RUNS
            found.append((value, run, suited))
    return Readings(
        _ascending(value for value, _, _ in found),
        _ascending(value for value, run, _ in found if run),
        _ascending(value for value, _, suited in found if suited),
        _ascending(value for value, run, suited in found if run and suited),
    )


def _ascending(values: Iterable[int]) -> Values:
    return tuple(sorted(set(values)))


def lay(front: Values, middle: Values, back: Values, strict: bool) -> tuple[tuple[int, int, int], bool]:
    """The values the rows are read as, and whether they are legal; where a row has no legal reading, its best one.

    `strict` when a row must be strictly below the next.
    """
    best_back = back[-1]
    best_middle = _below(middle, best_back, strict)
    best_front = _below(front, middle[-1] if best_middle is None else best_middle, strict)
    if best_middle is None or best_front is None:
        return (front[-1], best_middle or middle[-1], best_back), False
    return (best_front, best_middle, best_back), True


def _below(values: Values, bound: int, strict: bool) -> int | None:
    """Return the highest value that is not above the bound."""
    place = bisect_left(values, bound) if strict else bisect_right(values, bound)
    return values[place - 1] if place else None


def laid_kinds(front: Readings, middle: Readings, back: Readings, strict: bool) -> int:
    """The kinds that hold as laid under some legal reading, as a mask."""

    def can(rows: Sequence[Values]) -> bool:
        # Taking the best from the back forwards leaves the most room, so it finds a legal reading if there is one.
        return all(rows) and lay(rows[0], rows[1], rows[2], strict)[1]

    held = 0
    if can((front.runs, middle.runs, back.runs)):
        held |= specials.THREE_STRAIGHTS
    if can((front.suited, middle.suited, back.suited)):
        held |= specials.THREE_FLUSHES
        if can((front.straight_flushes, middle.straight_flushes, back.straight_flushes)):
            held |= specials.THREE_STRAIGHT_FLUSHES
    return held
