"""What a laid hand is under a rule set: its rows, whether it fouls (倒水) and its special hand (特殊牌型)."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from arena.shisanshui import specials, wild
from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.rows import (
    CARD_KEYS,
    FIVE,
    FIVE_IN_SUIT,
    FIVE_SUITED,
    JOKER_SHIFT,
    RANK_BITS,
    ROW_TYPE_IDS,
    SUIT_SHIFT,
    THREE,
    THREE_RUNS,
    THREE_SUITED,
    TYPE_SHIFT,
    RowType,
)
from arena.shisanshui.rule_model import RankedSpecial, RuleSet, Scoring

Outcome = Literal["plain", "foul", "special", "escaped"]
Rows = tuple[int, int, int]
"""Row values, or waters, of front, middle and back."""

_STRAIGHT: Final = int(RowType.STRAIGHT)
_STRAIGHT_FLUSH: Final = int(RowType.STRAIGHT_FLUSH)


class Hand(NamedTuple):
    """A seat's hand, evaluated once; any number of rounds can be settled with it."""

    outcome: Outcome
    rows: Rows | None
    """Row values, None when no rows were laid."""
    waters: Rows
    """What each row is worth by its type."""
    special: str | None
    """The kind's id when the outcome is "special"."""
    place: int
    """The kind's place in the rule set's order, 0 the highest."""
    special_water: int
    horse: bool
    """Does it hold the horse (马牌)?"""

    def row_types(self) -> list[str] | None:
        """The ids of the row types."""
        return None if self.rows is None else [ROW_TYPE_IDS[value >> TYPE_SHIFT] for value in self.rows]


NO_SPECIAL: Final = RankedSpecial(0, None, 0, 0)
FORFEITED: Final = Hand("foul", None, (0, 0, 0), None, 0, 0, False)
"""No rows, for whatever reason: a foul that is never special."""
ESCAPED: Final = Hand("escaped", None, (0, 0, 0), None, 0, 0, False)


def evaluate(rules: RuleSet, cards: Sequence[int], declined: bool = False) -> Hand:
    """The hand that is laid so: thirteen cards, front, middle and back one after the other, checked by the caller."""
    scoring = rules.scoring
    keys = CARD_KEYS
    a, b, c, d, e, f, g, h, i, j, k, l, m = cards  # noqa: E741
    front = keys[a] + keys[b] + keys[c]
    middle = keys[d] + keys[e] + keys[f] + keys[g] + keys[h]
    back = keys[i] + keys[j] + keys[k] + keys[l] + keys[m]
    key = front + middle + back
    rows, legal, held = (_wild if key >> JOKER_SHIFT else _natural)(scoring, front, middle, back)
    held = (held | card_kinds(key)) & scoring.counted
    if held and not (declined and scoring.may_decline):
        special = next(special for special in scoring.specials if held & special.bit)
        outcome: Outcome = "special"
    else:
        special = NO_SPECIAL
        outcome = "plain" if legal else "foul"
    waters = (
        scoring.front[rows[0] >> TYPE_SHIFT],
        scoring.middle[rows[1] >> TYPE_SHIFT],
        scoring.back[rows[2] >> TYPE_SHIFT],
    )
    return Hand(outcome, rows, waters, special.id, special.place, special.water, scoring.horse in cards)


def _natural(scoring: Scoring, front: int, middle: int, back: int) -> tuple[Rows, bool, int]:
    """Row values, whether they are legal, and the kinds that hold as laid, of keys without jokers."""
    front_suits, middle_suits, back_suits = front >> SUIT_SHIFT, middle >> SUIT_SHIFT, back >> SUIT_SHIFT
    front &= RANK_BITS
    front_value = THREE[front]
    middle_value = (FIVE_IN_SUIT if middle_suits in FIVE_SUITED else FIVE)[middle & RANK_BITS]
    back_value = (FIVE_IN_SUIT if back_suits in FIVE_SUITED else FIVE)[back & RANK_BITS]
    rows = (front_value, middle_value, back_value)
    legal = front_value < middle_value < back_value if scoring.strict else front_value <= middle_value <= back_value
    held = 0
    if legal:
        if front in THREE_RUNS and _is_run(middle_value) and _is_run(back_value):
            held = specials.THREE_STRAIGHTS
        if front_suits in THREE_SUITED and middle_suits in FIVE_SUITED and back_suits in FIVE_SUITED:
            held |= specials.THREE_FLUSHES
            if held & specials.THREE_STRAIGHTS:
                held |= specials.THREE_STRAIGHT_FLUSHES
    return rows, legal, held


def _is_run(value: int) -> bool:
    kind = value >> TYPE_SHIFT
    return kind in (_STRAIGHT, _STRAIGHT_FLUSH)


def _wild(scoring: Scoring, front: int, middle: int, back: int) -> tuple[Rows, bool, int]:
    """The same of keys with jokers."""
    in_front, in_middle, in_back = wild.readings(front, 3), wild.readings(middle, 5), wild.readings(back, 5)
    rows, legal = wild.lay(in_front.values, in_middle.values, in_back.values, scoring.strict)
    return rows, legal, wild.laid_kinds(in_front, in_middle, in_back, scoring.strict) if legal else 0
