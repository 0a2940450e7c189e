"""Layouts are all ways to lay a hand, and those that foul are told apart as the rules do."""

from random import Random

import msgspec
import numpy as np
import pytest

from arena.lab.numbering import COUNT, lay, layouts, legal
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rule_model import SpecialHands
from arena.shisanshui.ruleset import load_rules, rule_names
from tests.arena.shisanshui.arranger.hands import dealt


def test_every_way_to_lay_a_hand_has_one_number() -> None:
    places = layouts()
    assert len(places) == COUNT
    assert (np.sort(places, axis=1) == np.arange(13)).all()
    for start, stop in ((0, 3), (3, 8), (8, 13)):
        assert (np.diff(places[:, start:stop].astype(int), axis=1) > 0).all()
    assert len(np.unique(places, axis=0)) == COUNT


def test_layouts_cannot_be_spoilt() -> None:
    with pytest.raises(ValueError, match="read-only"):
        layouts()[0] = 0


def test_hands_are_laid_each_by_its_own_layout() -> None:
    hands = np.array(dealt("standard", 3), np.uint8)
    laid = lay(hands, np.array([0, 5, COUNT - 1]))
    for number, chosen in enumerate((0, 5, COUNT - 1)):
        assert laid[number].tolist() == [int(hands[number, place]) for place in layouts()[chosen]]


@pytest.mark.parametrize("name", rule_names())
def test_legal_layouts_are_those_that_do_not_foul(name: str) -> None:
    rules = load_rules(name)
    without_specials = msgspec.structs.replace(rules, specials=SpecialHands([], {}))
    chance = Random(name)
    for hand in (
        dealt(name, 3, seed=5) if name in {"standard", "wild"} else [sorted(chance.sample(rules.deck.cards(), 13))]
    ):
        cards = np.array(sorted(hand, reverse=True), np.uint8)
        flags = legal(rules, cards)
        chosen = np.array(chance.sample(range(COUNT), 300))
        laid = lay(np.broadcast_to(cards, (300, 13)), chosen)
        outcomes = [evaluate(without_specials, each).outcome for each in laid.tolist()]
        assert flags[chosen].tolist() == [outcome == "plain" for outcome in outcomes]
        assert 0 < flags.sum() < COUNT
