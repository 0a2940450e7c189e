"""Plain greedy for many hands at once: the best back, then the best middle of what is left."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import Classes, HandRows, hand_rows
from arena.shisanshui.arranger.subsets import Indices, subsets

_AT_ONCE: Final = 256
"""Hands whose rows stay in the processor's cache together."""
_INDEX_BITS: Final = 11


class GreedyRows(NamedTuple):
    """Arrangements of n hands."""

    classes: Classes
    """[n, 3] front, middle, back."""
    back: Indices
    """[n] index among the fives."""
    split: Indices
    """[n] which of the 56 ways to lay the other eight cards."""


def greedy(cards: NDArray[np.uint8]) -> GreedyRows:
    """Of cards[n, 13] without jokers.

    The rows rise, since three cards are never worth more than five they are part of; only neighbours may be equal.
    """
    parts = [_some(hand_rows(cards[start : start + _AT_ONCE])) for start in range(0, len(cards), _AT_ONCE)]
    return GreedyRows(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _some(rows: HandRows) -> GreedyRows:
    hands = np.arange(rows.fives.shape[1])
    back = _highest(rows.fives)
    middles = subsets().middles[back].T
    split = _highest(rows.fives[middles, hands])
    front, middle = subsets().fronts[back, split], middles[split, hands]
    classes = np.stack([rows.threes[front, hands], rows.fives[middle, hands], rows.fives[back, hands]], axis=1)
    return GreedyRows(classes, back, split)


def _highest(classes: Classes) -> Indices:
    """[n] the row of each column's greatest class: packed with its index, the greatest is found without a search."""
    packed = classes.astype(np.uint32)
    packed <<= _INDEX_BITS
    packed |= np.arange(len(classes), dtype=np.uint32)[:, np.newaxis]
    highest: Indices = (packed.max(axis=0) & np.uint32((1 << _INDEX_BITS) - 1)).astype(np.intp)
    return highest
