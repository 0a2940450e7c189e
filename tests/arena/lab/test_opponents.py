"""The greedy opponent lays what the sample bot greedy lays."""

import numpy as np
import pytest

from arena.lab import greedy, simulate
from arena.shisanshui import batch
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.ruleset import load_rules, rule_names
from tests.sample_bots.loading import module


@pytest.mark.parametrize("name", rule_names())
def test_greedy_lays_rows_of_the_values_that_the_sample_bot_lays(name: str) -> None:
    rules = load_rules(name)
    hands = batch.deal(rules.deck, b"greedy", 1, 8, 2).reshape(-1, 13)
    laid = greedy(rules).arrange(hands)
    assert isinstance(laid, np.ndarray)
    for hand, mine in zip(hands.tolist(), laid.tolist(), strict=True):
        read = stand_ins([TEXTS[card] for card in hand])
        rows = module("greedy").best_back_first(read, 1 if rules.equal_rows == "foul" else 0)
        theirs = [hand[place] for row in rows for place in row]
        assert evaluate(rules, mine) == evaluate(rules, theirs)


def test_equal_neighbours_are_avoided_where_they_foul() -> None:
    rules = load_rules("tianmei")
    hand = np.array([sorted([0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 51], reverse=True)], np.uint8)
    many = batch.deal(rules.deck, b"", 1, 3000, 4).reshape(-1, 13)
    for hands in (hand, many):
        laid = greedy(rules).arrange(hands)
        assert isinstance(laid, np.ndarray)
        outcome = batch.evaluate(rules, laid[:, np.newaxis]).outcome
        assert (outcome != 1).all()


def test_greedy_plays_whole_matches_with_jokers() -> None:
    water = simulate([greedy("wild")] * 4, 50, "wild")
    assert not water.sum(axis=1).any()
