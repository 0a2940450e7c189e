"""Every way to lay a hand as a number, the same for every hand: 72,072 of them.

A layout says which places of a hand go where. Layout 56 * b + s lays the b-th choice of five of the thirteen places at
the back and the s-th choice of five of the eight that are left in the middle, choices being in the order of
`itertools.combinations`.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.lab.players import Cards, Flags
from arena.shisanshui.arranger.classes import hand_rows
from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.arranger.wild_rows import legal_layouts, wild_rows
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rule_model import RuleSet

COUNT: Final = 72_072
SPLITS: Final = 56


@cache
def layouts() -> NDArray[np.uint8]:
    """Return the places [72072, 13] in the hand of front, middle and back, one after the other.

    >>> layouts().shape, layouts()[0].tolist()
    ((72072, 13), [10, 11, 12, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4])
    """
    rows = subsets()
    places = np.empty((len(rows.fives), SPLITS, 13), np.uint8)
    places[..., :3] = rows.threes[rows.fronts]
    places[..., 3:8] = rows.fives[rows.middles]
    places[..., 8:] = rows.fives[:, np.newaxis]
    flat = places.reshape(COUNT, 13)
    flat.flags.writeable = False
    return flat


def lay(hands: Cards, chosen: NDArray[np.integer]) -> Cards:
    """Return hands[n, 13] laid [n, 13] as front, middle and back, each by its layout chosen[n].

    >>> hand = np.arange(13, dtype=np.uint8)[::-1]
    >>> lay(hand[np.newaxis], np.array([0])).tolist()
    [[2, 1, 0, 7, 6, 5, 4, 3, 12, 11, 10, 9, 8]]
    """
    return np.take_along_axis(hands, layouts()[chosen].astype(np.intp), axis=1)


def legal(rules: RuleSet, hand: Cards) -> Flags:
    """Return which layouts [72072] of one hand of 13 cards do not foul (倒水), jokers read as the rules read them."""
    wild = hand.max() >= SMALL_JOKER
    rows = wild_rows(hand.tolist()) if wild else hand_rows(hand[np.newaxis]).of(0)
    found = legal_layouts(rows, rules.scoring.strict)
    flags = np.zeros(COUNT, np.bool_)
    flags[SPLITS * found.back + found.split] = True
    return flags
