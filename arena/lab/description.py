"""Arrangements in numbers, for whoever learns to choose among them."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.lab.play import rules_of
from arena.lab.players import hands_of
from arena.lab.shortlist import Candidates
from arena.shisanshui.arranger.classes import TYPES, classes_of
from arena.shisanshui.batch.hands import FOUL, SPECIAL
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rows import ROW_TYPE_IDS
from arena.shisanshui.rule_model import FEWEST_SEATS
from arena.shisanshui.ruleset import RuleSet

Floats = NDArray[np.float32]

_KINDS: Final = len(ROW_TYPE_IDS)
_ROWS: Final = ("front", "middle", "back")
FEATURES: Final = (
    *(f"{row} {kind}{part}" for row in _ROWS for part in ("", " height") for kind in ROW_TYPE_IDS),
    "special water",
    "foul",
)
"""What each of the 62 columns is."""


def features(found: Candidates, rules: str | RuleSet = "standard") -> Floats:
    """Return a row of 62 numbers for each candidate [k, 62], in the order of `FEATURES`.

    For front, middle and back: ten columns of which the row's type has 1 and the others 0, then ten of which the row's
    type has its height, 0 to 1: the share of this type's values that are lower. Then the water that a special hand wins
    from each opponent, 0 where the hand is none, and 1 where it fouls. Of a special hand and of a foul the rows count
    for nothing, so their columns are 0.

    >>> from arena.lab import candidates
    >>> numbers = features(candidates(np.arange(13)[np.newaxis] * 4))
    >>> numbers.shape, [FEATURES[column] for column in np.flatnonzero(numbers[0])]
    ((14, 62), ['special water'])
    """
    rule_set = rules_of(rules, FEWEST_SEATS)
    hands = found.evaluated
    classes = classes_of(hands.rows[:, 0])
    by_row = np.zeros((len(classes), 3, 2 * _KINDS), np.float32)
    candidate, row = np.indices(classes.shape)
    by_row[candidate, row, TYPES[classes]] = 1
    by_row[candidate, row, _KINDS + TYPES[classes]] = _heights()[classes]
    outcome, place = hands.outcome[:, 0], hands.place[:, 0]
    by_row[(outcome == SPECIAL) | (outcome == FOUL)] = 0
    water = np.array([special.water for special in rule_set.scoring.specials] + [0], np.float32)
    special = np.where(outcome == SPECIAL, water[place], 0)
    return np.column_stack([by_row.reshape(len(classes), -1), special, outcome == FOUL]).astype(np.float32)


def card_counts(hands: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Return how often [n, 54] each card is in hands[n, 13], by the cards' numbers; the last two are the jokers.

    >>> card_counts(np.arange(13)[np.newaxis]).sum(axis=0)[:15].tolist()
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0]
    """
    cards = hands_of(hands)
    counts = np.zeros((len(cards), len(TEXTS)), np.uint8)
    np.add.at(counts, (np.arange(len(cards))[:, np.newaxis], cards), 1)
    return counts


@cache
def _heights() -> Floats:
    """Return by class the share of the values of its type that are lower."""
    first = np.searchsorted(TYPES, np.arange(_KINDS))
    size = np.bincount(TYPES, minlength=_KINDS)
    heights: Floats = ((np.arange(len(TYPES)) - first[TYPES]) / np.maximum(size - 1, 1)[TYPES]).astype(np.float32)
    return heights
