"""What rows are while they are being laid: types, a foul, a special hand, and what the cards left would make."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from arena.shisanshui.arranger.advice import advise
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import ROW_TYPE_IDS, TYPE_SHIFT, row_key
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.wild import readings

ROW_SIZES: Final = (3, 5, 5)
LIFTED: Final = {
    "pair": 2,
    "two-pairs": 4,
    "three-of-a-kind": 3,
    "straight": 5,
    "flush": 5,
    "full-house": 5,
    "four-of-a-kind": 4,
    "straight-flush": 5,
}
"""The row types that can be lifted out of the cards left, and how many cards make one."""
Rows = Sequence[Sequence[str]]


def look(rules: RuleSet, rows: Rows, left: Sequence[str], decline: bool) -> dict[str, Any]:
    """Return what the rows are as far as they are laid; `left` are the cards in no row.

    `types` is by row, None where cards are missing; `outcome` and `special` are None until every row is whole; `lifts`
    has the best cards of each type among those left. Raises CardError for a text that is no card.

    >>> from arena.shisanshui.ruleset import load_rules
    >>> seen = look(load_rules("standard"), [["As", "Ah"], [], []], "2s 2h 3d 4d 5d 6d 9d".split(), False)
    >>> seen["types"], seen["lifts"]["pair"], seen["lifts"]["straight"]
    ([None, None, None], ['2s', '2h'], ['2s', '3d', '4d', '5d', '6d'])
    """
    laid = [cards(list(row)) for row in rows]
    seen: dict[str, Any] = {
        "types": [_type(row, size) for row, size in zip(laid, ROW_SIZES, strict=True)],
        "outcome": None,
        "special": None,
        "lifts": {} if len(left) < 2 else lifts(cards(list(left))),
    }
    if [len(row) for row in laid] == list(ROW_SIZES):
        hand = evaluate(rules, [card for row in laid for card in row], decline)
        seen |= {"outcome": hand.outcome, "special": hand.special, "types": hand.row_types()}
    return seen


def held_special(rules: RuleSet, hand: Sequence[str]) -> str | None:
    """Return the special hand that thirteen cards are however they are laid, or None.

    >>> from arena.shisanshui.ruleset import load_rules
    >>> held_special(load_rules("standard"), "As Ah Kd Ks Qd Qs Jd Js 9h 9d 7h 7c 2s".split())
    'six-pairs'
    """
    held = card_kinds(row_key(cards(list(hand)))) & rules.scoring.counted
    return next((special.id for special in rules.scoring.specials if held & special.bit), None)


def hint(rules: RuleSet, players: int, hand: Sequence[str]) -> dict[str, Any]:
    """Return the arrangement that `arena arrange` gives first."""
    held = sorted(cards(list(hand)), reverse=True)
    laid = advise(arranger(rules, players), held, 1)[0].choice.arrangement()
    return {"front": laid.front, "middle": laid.middle, "back": laid.back, "decline": laid.decline}


def lifts(left: Sequence[int]) -> dict[str, list[str]]:
    """Return the best cards of each type in `LIFTED` that cards hold; types that they do not hold are left out."""
    best: dict[str, tuple[int, tuple[int, ...]]] = {}
    for size in (5, 3):
        for chosen in combinations(sorted(left), size):
            for value in readings(row_key(chosen), size).values:
                kind = ROW_TYPE_IDS[value >> TYPE_SHIFT]
                if kind in LIFTED and (kind not in best or value > best[kind][0]):
                    best[kind] = value, chosen
    return {kind: [TEXTS[card] for card in _makers(best[kind][1], LIFTED[kind])] for kind in LIFTED if kind in best}


def _type(row: Sequence[int], size: int) -> str | None:
    return ROW_TYPE_IDS[readings(row_key(row), size).values[-1] >> TYPE_SHIFT] if len(row) == size else None


def _makers(chosen: Sequence[int], size: int) -> list[int]:
    """Return the cards of a row that make its type, without what only fills it up."""
    often = sorted(chosen, key=lambda card: (-sum(other >> 2 == card >> 2 for other in chosen), -card))
    return sorted(often[:size])
