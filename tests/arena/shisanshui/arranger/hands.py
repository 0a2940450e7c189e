"""Hands and small populations for the tests of the arranger."""

import random
from functools import cache

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.greedy import greedy
from arena.shisanshui.arranger.learning.__main__ import SHARES
from arena.shisanshui.arranger.learning.learner import deal_hands, learn
from arena.shisanshui.arranger.population import Population
from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.cards import NUMBERS
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.ruleset import load_rules


@cache
def rules(name: str) -> RuleSet:
    return load_rules(name)


def hand(text: str) -> list[int]:
    return sorted((NUMBERS[word] for word in text.split()), reverse=True)


def dealt(name: str, count: int, seed: int = 1) -> list[list[int]]:
    """Hands from the rule set's own deck; every second one holds a joker where the deck has jokers."""
    chance = random.Random(seed)
    deck = rules(name).deck.cards()
    found: list[list[int]] = []
    while len(found) < count:
        drawn = sorted(chance.sample(deck, 13), reverse=True)
        if drawn[0] >= 52 or len(found) % 2 or max(deck) < 52:
            found.append(drawn)
    return found


def as_array(hands: list[list[int]]) -> NDArray[np.uint8]:
    return np.array(hands, np.uint8)


def back_first(cards: list[int]) -> list[int]:
    """Lay the best back there is, then the best middle."""
    found = greedy(np.array([cards], np.uint8))
    back, split, rows = found.back[0], found.split[0], subsets()
    places = rows.threes[rows.fronts[back, split]], rows.fives[rows.middles[back, split]], rows.fives[back]
    return [cards[place] for row in places for place in row]


@cache
def small_population(name: str = "standard") -> Population:
    """Enough hands to be like others' hands, few enough to look at each."""
    found, _ = learn(rules(name), 4, deal_hands(rules(name), 240, 3), 4, SHARES, size=240)
    return found.mixed(SHARES)
