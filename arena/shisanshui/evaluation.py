"""The evaluation of a laid hand under a rule set: its rows, fouls (倒水) and special hands (特殊牌型)."""

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
OUTCOMES: Final[dict[Outcome, tuple[str, str]]] = {
    "plain": ("plain", "普通"),
    "foul": ("foul", "倒水"),
    "special": ("special", "特殊牌型"),
    "escaped": ("escaped", "逃跑"),
}
"""Each outcome in English and Chinese."""
Rows = tuple[int, int, int]
"""Row values, or waters, of front, middle and back."""

_RUNS: Final = (RowType.STRAIGHT, RowType.STRAIGHT_FLUSH)
_LEAST_RUN: Final = RowType.STRAIGHT << TYPE_SHIFT
"""What a row of five is worth at least that is a run or of one suit."""


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
        """Return the ids of the row types."""
        return None if self.rows is None else [ROW_TYPE_IDS[value >> TYPE_SHIFT] for value in self.rows]


NO_SPECIAL: Final = RankedSpecial(0, None, 0, 0)
FORFEITED: Final = Hand("foul", None, (0, 0, 0), None, 0, 0, False)
"""No rows, for whatever reason: a foul that is never special."""
ESCAPED: Final = Hand("escaped", None, (0, 0, 0), None, 0, 0, False)


def evaluate(rules: RuleSet, cards: Sequence[int], declined: bool = False) -> Hand:
    """Return what thirteen cards are as laid: front, middle and back one after the other, checked by the caller.

    >>> from arena.shisanshui.cards import cards
    >>> from arena.shisanshui.ruleset import load_rules
    >>> hand = evaluate(load_rules("standard"), cards("Qs Kd Ah 2c 3c 4h 5c 6c 2d 3d 4d 5h 6d".split()))
    >>> hand.outcome, hand.special, hand.row_types()
    ('special', 'three-straights', ['high-card', 'straight', 'straight'])
    """
    scoring = rules.scoring
    keys = CARD_KEYS
    a, b, c, d, e, f, g, h, i, j, k, l, m = cards  # noqa: E741
    front = keys[a] + keys[b] + keys[c]
    middle = keys[d] + keys[e] + keys[f] + keys[g] + keys[h]
    back = keys[i] + keys[j] + keys[k] + keys[l] + keys[m]
    key = front + middle + back
    if key >> JOKER_SHIFT:
        rows, legal, held = _wild(scoring, front, middle, back)
    else:
        middle_table = FIVE_IN_SUIT if middle >> SUIT_SHIFT in FIVE_SUITED else FIVE
        back_table = FIVE_IN_SUIT if back >> SUIT_SHIFT in FIVE_SUITED else FIVE
        first, second, third = THREE[front & RANK_BITS], middle_table[middle & RANK_BITS], back_table[back & RANK_BITS]
        rows = first, second, third
        legal = first < second < third if scoring.strict else first <= second <= third
        # The middle has neither a run nor one suit in nine hands of ten.
        held = _laid_kinds(front, middle, back, rows) if legal and second >= _LEAST_RUN else 0
    held = (held | card_kinds(key)) & scoring.counted
    waters = (
        scoring.front[rows[0] >> TYPE_SHIFT],
        scoring.middle[rows[1] >> TYPE_SHIFT],
        scoring.back[rows[2] >> TYPE_SHIFT],
    )
    horse = scoring.horse >= 0 and scoring.horse in cards
    # A named tuple's own constructor costs a tenth of the whole evaluation.
    if held and not (declined and scoring.may_decline):
        special = next(special for special in scoring.specials if held & special.bit)
        return tuple.__new__(Hand, ("special", rows, waters, special.id, special.place, special.water, horse))
    return tuple.__new__(Hand, ("plain" if legal else "foul", rows, waters, None, 0, 0, horse))


def _laid_kinds(front: int, middle: int, back: int, rows: Rows) -> int:
    """Return the kinds that legal rows without jokers hold as laid, from their keys and values."""
    held = 0
    if front & RANK_BITS in THREE_RUNS and rows[1] >> TYPE_SHIFT in _RUNS and rows[2] >> TYPE_SHIFT in _RUNS:
        held = specials.THREE_STRAIGHTS
    suits = front >> SUIT_SHIFT, middle >> SUIT_SHIFT, back >> SUIT_SHIFT
    if suits[0] in THREE_SUITED and suits[1] in FIVE_SUITED and suits[2] in FIVE_SUITED:
        held |= specials.THREE_FLUSHES
        if held & specials.THREE_STRAIGHTS:
            held |= specials.THREE_STRAIGHT_FLUSHES
    return held


def _wild(scoring: Scoring, front: int, middle: int, back: int) -> tuple[Rows, bool, int]:
    """Evaluate rows with jokers."""
    in_front, in_middle, in_back = wild.readings(front, 3), wild.readings(middle, 5), wild.readings(back, 5)
    rows, legal = wild.lay(in_front.values, in_middle.values, in_back.values, scoring.strict)
    return rows, legal, wild.laid_kinds(in_front, in_middle, in_back, scoring.strict) if legal else 0
