"""Ready-made players to train and to measure against.

Any callable is a player; so is `arena.shisanshui.arranger.choice.expert_stand_in(rules, players)`, the arranger.
"""

import numpy as np

from arena.lab.numbering import SPLITS, lay
from arena.lab.play import rules_of
from arena.lab.players import Batched, Cards
from arena.shisanshui.arranger.classes import hand_rows
from arena.shisanshui.arranger.enumeration import layouts_of
from arena.shisanshui.arranger.greedy import greedy as greedy_rows
from arena.shisanshui.cards import SMALL_JOKER, TEXTS
from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rule_model import FEWEST_SEATS, RuleSet


def greedy(rules: str | RuleSet = "standard") -> Batched:
    """Return a player that lays the best back there is, then the best middle, as `sample_bots/greedy` does.

    Fifty thousand hands a second. Jokers are read as one more of the rank that is held most often.

    >>> from arena.lab import simulate
    >>> simulate([greedy(), greedy()], rounds=3).tolist()
    [[-1, 1], [1, -1], [-15, 15]]
    """
    strict = rules_of(rules, FEWEST_SEATS).scoring.strict

    def arrange(hands: Cards) -> Cards:
        read = _without_jokers(hands)
        found = greedy_rows(read)
        chosen = SPLITS * found.back + found.split
        if strict:
            rising = (np.diff(found.classes.astype(np.int32), axis=1) > 0).all(axis=1)
            for number in np.flatnonzero(~rising).tolist():
                chosen[number] = _strictly_rising(read[number], int(chosen[number]))
        return lay(hands, chosen)

    return Batched(arrange)


def _without_jokers(hands: Cards) -> Cards:
    read = hands.copy()
    for number in np.flatnonzero(hands.max(axis=1) >= SMALL_JOKER).tolist():
        read[number] = stand_ins([TEXTS[card] for card in hands[number].tolist()])
    return read


def _strictly_rising(hand: Cards, otherwise: int) -> int:
    """Return the layout of the best back, then the best middle, whose rows are all of different value."""
    found = layouts_of(hand_rows(hand[np.newaxis]).of(0), strict=True)
    if not len(found.back):
        return otherwise
    front, middle, back = found.classes.T
    best = np.lexsort((front, middle, back))[-1]
    return int(SPLITS * found.back[best] + found.split[best])
