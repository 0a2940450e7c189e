"""Hands dealt from each rule set's own deck, and the rules' word on what a bot made of them."""

import random
from functools import cache
from typing import Any, Final

import msgspec

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.legality import IllegalArrangement, laid_cards
from arena.shisanshui.rule_model import RuleSet, SpecialHands, data_of
from arena.shisanshui.ruleset import load_rules

RULE_SETS: Final = ["standard", "tianmei", "six-players", "two-packs", "wild"]


@cache
def rules(name: str) -> RuleSet:
    return load_rules(name)


@cache
def without_specials(name: str) -> RuleSet:
    return msgspec.structs.replace(rules(name), specials=SpecialHands([], {}))


def rules_data(name: str) -> dict[str, Any]:
    """The rule set as a bot is told it."""
    return data_of(rules(name))


def dealt(name: str, count: int) -> list[list[str]]:
    """`count` hands of that rule set's deck; where it has jokers, every hand holds at least one."""
    chance = random.Random(name)
    deck = rules(name).deck.cards()
    jokers = [card for card in deck if card >= 52]
    hands = []
    for number in range(count):
        held = jokers[: 1 + number % len(jokers)] if jokers else []
        hand = held + chance.sample([card for card in deck if card < 52], 13 - len(held))
        hands.append([TEXTS[card] for card in chance.sample(hand, 13)])
    return hands


def fault(action: dict[str, Any], hand: list[str], name: str) -> str | None:
    """What the rules have against these rows, fouls included (of special hands too), or None."""
    laid = msgspec.convert(action, Arrangement)
    try:
        rows = laid_cards(laid, sorted(cards(hand), reverse=True))
    except IllegalArrangement as error:
        return str(error)
    fouls = evaluate(without_specials(name), rows, declined=True).outcome == "foul"
    return f"a foul: {laid}" if fouls else None
