"""Arrangements that are a special hand as laid: three straights, three flushes, three straight flushes."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import TYPES, HandRows, classes_of
from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.arranger.wild_rows import WildRows
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import THREE, THREE_RUNS, RowType
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.specials import SPECIALS

AS_LAID: Final = frozenset(special.id for special in SPECIALS if special.as_laid)
_MOST_TRIED: Final = 400
"""Arrangements looked at, of a hand that has more which might do; only jokers make so many."""
_IS_RUN: Final = np.isin(TYPES, (RowType.STRAIGHT, RowType.STRAIGHT_FLUSH))
_FRONT_RUNS: Final = classes_of(np.array([THREE[key] for key in THREE_RUNS], np.int32))

Bools = NDArray[np.bool_]


class Possible(NamedTuple):
    """Which rows of a hand can be runs, and which can be of one suit: [286] fronts and [1287] fives."""

    front_runs: Bools
    runs: Bools
    front_suited: Bools
    suited: Bools


def possible(cards: Sequence[int], rows: HandRows | WildRows) -> Possible:
    """What is possible with the cards of one hand, whose rows these are."""
    if isinstance(rows, WildRows):
        return Possible(*(part.can(kind) for kind in ("runs", "suited") for part in rows))
    suits = np.left_shift(1, np.array(cards) & 3)
    of_three, of_five = (
        np.bitwise_and.reduce(suits[places], axis=1) != 0 for places in (subsets().threes, subsets().fives)
    )
    return Possible(np.isin(rows.threes, _FRONT_RUNS), _IS_RUN[rows.fives], of_three, of_five)


def laid_specials(rules: RuleSet, cards: Sequence[int], can: Possible) -> dict[int, list[int]]:
    """For each as-laid kind that counts and that the cards can be laid as: an arrangement, by the kind's place.

    An arrangement is cards, front, middle and back one after the other.
    """
    found: dict[int, list[int]] = {}
    wanted = sum(special.id in AS_LAID for special in rules.scoring.specials)
    for tried, laid in enumerate(_candidates(cards, can)):
        if len(found) == wanted or tried == _MOST_TRIED:
            break
        hand = evaluate(rules, laid)
        if hand.special in AS_LAID:
            found.setdefault(hand.place, laid)
    return found


def _candidates(cards: Sequence[int], can: Possible) -> Iterator[list[int]]:
    """Arrangements that may be legal and of a kind, those that may be all kinds at once first."""
    both = can.front_runs & can.front_suited, can.runs & can.suited
    rows = subsets()
    for fronts, fives in (both, (can.front_suited, can.suited), (can.front_runs, can.runs)):
        backs = np.flatnonzero(fives)
        if len(backs) < 2 or not fronts.any():
            continue
        nth, split = np.nonzero(fives[rows.middles[backs]] & fronts[rows.fronts[backs]])
        for back, which in zip(backs[nth], split, strict=True):
            laid = rows.threes[rows.fronts[back, which]], rows.fives[rows.middles[back, which]], rows.fives[back]
            yield [cards[place] for row in laid for place in row]
