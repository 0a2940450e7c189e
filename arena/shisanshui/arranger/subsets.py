"""Which places of a hand of thirteen make a row, and which rows make an arrangement; the same for every hand.

A row is named by its index among the threes, pairs or fives, which stand in the order of `itertools.combinations`.
"""

from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

HAND: Final = 13
_ALL: Final = (1 << HAND) - 1

Indices = NDArray[np.intp]
Masks = NDArray[np.uint16]
"""A bit for each place, bit 0 the first card."""


class Subsets(NamedTuple):
    """The rows that a hand has, and how they go together."""

    threes: Indices
    """[286, 3] places."""
    pairs: Indices
    """[78, 2] places."""
    fives: Indices
    """[1287, 5] places."""
    three_masks: Masks
    five_masks: Masks
    first_three: Indices
    """[1287] the three that a five begins with …"""
    last_pair: Indices
    """[1287] … and the pair it ends with."""
    middles: Indices
    """[1287, 56] by back: every middle that can lie before it …"""
    fronts: Indices
    """[1287, 56] … and the front that is left then."""


@cache
def subsets() -> Subsets:
    """Made once, when something is first arranged."""
    threes, pairs, fives = (np.array(list(combinations(range(HAND), size)), np.intp) for size in (3, 2, 5))
    three_masks, pair_masks, five_masks = map(_masks, (threes, pairs, fives))
    index_of_three, index_of_five = _indices(three_masks), _indices(five_masks)
    free = _ALL ^ five_masks.astype(np.intp)
    middles = np.array([_fives_within(mask) for mask in free.tolist()], np.intp)
    return Subsets(
        threes=threes,
        pairs=pairs,
        fives=fives,
        three_masks=three_masks,
        five_masks=five_masks,
        first_three=index_of_three[_masks(fives[:, :3])],
        last_pair=_indices(pair_masks)[_masks(fives[:, 3:])],
        middles=index_of_five[middles],
        fronts=index_of_three[free[:, np.newaxis] ^ middles],
    )


@cache
def disjoint_fives() -> NDArray[np.bool_]:
    """[1287, 1287] whether two fives can lie in one arrangement."""
    masks = subsets().five_masks
    disjoint: NDArray[np.bool_] = (masks[:, np.newaxis] & masks) == 0
    return disjoint


@cache
def disjoint_threes() -> NDArray[np.bool_]:
    """[286, 1287] whether a front and a back can lie in one arrangement."""
    rows = subsets()
    disjoint: NDArray[np.bool_] = (rows.three_masks[:, np.newaxis] & rows.five_masks) == 0
    return disjoint


def _masks(rows: Indices) -> Masks:
    masks: Masks = (1 << rows).sum(axis=1).astype(np.uint16)
    return masks


def _indices(masks: Masks) -> Indices:
    """The index of each mask among these; -1 for any other."""
    table = np.full(_ALL + 1, -1, np.intp)
    table[masks] = np.arange(len(masks))
    return table


def _fives_within(free: int) -> list[int]:
    places = [place for place in range(HAND) if free >> place & 1]
    return [sum(1 << place for place in five) for five in combinations(places, 5)]
