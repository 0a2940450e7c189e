"""Every legal arrangement is found, with the rows that the rules read, and the best of them are kept."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui.arranger.classes import VALUES, classes_of, hand_rows
from arena.shisanshui.arranger.enumeration import Layouts, undominated
from arena.shisanshui.arranger.greedy import greedy
from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.arranger.wild_rows import legal_layouts, wild_rows
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import row_value
from tests.arena.shisanshui.arranger.hands import as_array, dealt, hand, rules

RULE_SETS = ["standard", "tianmei", "two-packs", "wild"]


def layouts(name: str, cards: list[int]) -> Layouts:
    rows = wild_rows(cards) if cards[0] >= 52 else hand_rows(as_array([cards])).of(0)
    return legal_layouts(rows, rules(name).scoring.strict)


def test_there_are_72072_arrangements_and_every_one_is_thirteen_places() -> None:
    rows = subsets()
    assert rows.middles.size == 72_072
    masks = (
        rows.three_masks[rows.fronts].astype(int)
        + rows.five_masks[rows.middles].astype(int)
        + rows.five_masks[:, np.newaxis].astype(int)
    )
    assert (masks == (1 << 13) - 1).all()


@given(st.lists(st.integers(0, 51), min_size=13, max_size=13))
def test_classes_are_row_values_in_their_order(cards: list[int]) -> None:
    found = hand_rows(as_array([cards])).of(0)
    rows = subsets()
    for places, classes in ((rows.threes, found.threes), (rows.fives, found.fives)):
        expected = [row_value([cards[place] for place in row]) for row in places[::37].tolist()]
        assert VALUES[classes[::37]].tolist() == expected


@pytest.mark.parametrize("name", RULE_SETS)
def test_legal_arrangements_are_those_that_the_rules_do_not_foul(name: str) -> None:
    chance = random.Random(name)
    plain = rules(name)
    for cards in dealt(name, 3):
        found = layouts(name, cards)
        legal = set(zip(found.back.tolist(), found.split.tolist(), strict=True))
        for number in chance.sample(range(len(found.back)), 60):
            laid = [cards[place] for place in found.places(number)]
            hand = evaluate(plain, laid)
            assert hand.rows == tuple(VALUES[found.classes[number]].tolist())
        for back, split in [(chance.randrange(1287), chance.randrange(56)) for _ in range(120)]:
            one = Layouts(np.zeros((1, 3), np.uint16), np.array([back]), np.array([split]))
            hand = evaluate(plain, [cards[place] for place in one.places(0)])
            if hand.outcome == "plain":
                assert (back, split) in legal
            elif hand.outcome == "foul":
                assert (back, split) not in legal


def test_a_joker_row_that_must_be_read_lower_is() -> None:
    cards = hand("Xb As Ah Ad Ac Kh Qs Jd 9c 8h 7d 5s 3c")
    found = layouts("wild", cards)
    classes = {tuple(each) for each in found.classes.tolist()}
    fives = classes_of(np.array([row_value([51, 50, 49, 48, 51])], np.int32))[0]
    assert any(back == fives for _, _, back in classes)
    assert all(front <= middle <= back for front, middle, back in classes)


@given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=400))
def test_undominated_is_what_nothing_matches_and_betters(rows: list[tuple[int, int, int]]) -> None:
    classes = np.array(rows, np.uint16)
    found = undominated(Layouts(classes, np.arange(len(rows)), np.zeros(len(rows), np.intp)))
    different = set(rows)
    expected = {
        one
        for one in different
        if not any(other != one and all(a >= b for a, b in zip(other, one, strict=True)) for other in different)
    }
    assert sorted(map(tuple, found.classes.tolist())) == sorted(expected)


def test_more_than_a_few_are_thinned_out_to_the_same() -> None:
    rows = np.array([(a, b, 24 - max(a, b)) for a, b in product(range(25), repeat=2)] * 2, np.uint16)
    found = undominated(Layouts(rows, np.arange(len(rows)), np.zeros(len(rows), np.intp)))
    assert {tuple(row) for row in found.classes.tolist()} == {(both, both, 24 - both) for both in range(25)}


@pytest.mark.parametrize("name", ["standard", "two-packs"])
def test_greedy_lays_the_best_back_and_then_the_best_middle(name: str) -> None:
    hands = dealt(name, 20, seed=5)
    found = greedy(as_array(hands))
    for number, cards in enumerate(hands):
        every = layouts(name, cards).classes
        back = every[:, 2].max()
        assert found.classes[number, 2] == back
        assert found.classes[number].tolist() in every.tolist()
        taken = set(subsets().fives[found.back[number]].tolist())
        middles = [row for row in subsets().fives.tolist() if not taken & set(row)]
        best = max(row_value([cards[place] for place in row]) for row in middles)
        assert VALUES[found.classes[number, 1]] == best
