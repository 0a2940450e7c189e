"""Hands to play and what is legal, told without the bots' own code."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rows import row_value
from arena.shisanshui.stand_ins import stand_ins

DECKS: Final = {"one pack": list(TEXTS[:52]), "two packs": list(TEXTS[:52]) * 2, "wild": list(TEXTS[:52])}


def dealt(deck: str, count: int) -> list[list[str]]:
    """`count` hands of that deck; the wild ones hold one joker or both."""
    chance = random.Random(deck)
    jokers = [["Xs"], ["Xs", "Xb"]] if deck == "wild" else [[]]
    hands = []
    for number in range(count):
        held = jokers[number % len(jokers)]
        hand = held + chance.sample(DECKS[deck], 13 - len(held))
        chance.shuffle(hand)
        hands.append(hand)
    return hands


def fault_of(action: dict[str, Any], hand: Sequence[str], strict: bool) -> str | None:
    """Why the rows are not a legal arrangement of the hand, or None. A joker is what the bots may take it for."""
    rows = [list(action[name]) for name in ("front", "middle", "back")]
    if [len(row) for row in rows] != [3, 5, 5]:
        return f"rows of {[len(row) for row in rows]} cards"
    if Counter(card for row in rows for card in row) != Counter(hand):
        return "not the cards dealt"
    reading = dict(zip(hand, stand_ins(hand), strict=True))
    front, middle, back = (row_value([reading[card] for card in row]) for row in rows)
    in_order = front < middle < back if strict else front <= middle <= back
    return None if in_order else f"a foul: {rows}"
