"""The shortlist of a hand leaves out nothing that could be the best."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.lab import Candidates, candidates, lay
from arena.lab.numbering import legal
from arena.shisanshui import batch
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.batch.hands import FOUL, PLAIN, SPECIAL
from arena.shisanshui.cards import cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names, rules_from

THREE_FLUSHES = "2s 4s 9s 2h 5h 7h 9h Jh 3d 4d 8d Td Kd"
SIX_PAIRS = "2s 2h 4d 4c 6s 6h 9d 9c Js Jh Ks Kh Ad"


def hand(text: str) -> list[int]:
    return sorted(cards(text.split()), reverse=True)


def drawn(rules: RuleSet, chance: Random, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    deck = rules.deck.cards()
    return np.array([sorted(chance.sample(deck, 13), reverse=True) for _ in range(count)], np.uint8)


@settings(max_examples=20)
@given(st.sampled_from(rule_names()), st.randoms(use_true_random=False))
def test_every_legal_layout_is_matched_in_all_rows_by_a_candidate(name: str, chance: Random) -> None:
    rules = load_rules(name)
    hands = drawn(rules, chance, 2)
    found = candidates(hands, rules)
    assert found.dealt().tolist() == hands.tolist()
    assert found.owner.tolist() == [0] * int(found.starts[1]) + [1] * int(found.starts[2] - found.starts[1])
    for number, dealt in enumerate(hands):
        own = slice(found.starts[number], found.starts[number + 1])
        chosen = np.array(chance.sample(np.flatnonzero(legal(rules, dealt)).tolist(), 60))
        rows = batch.evaluate(rules, lay(np.broadcast_to(dealt, (60, 13)), chosen)[:, np.newaxis]).rows[:, 0]
        listed = found.evaluated.rows[own, 0]
        matched = np.all(listed[np.newaxis] >= rows[:, np.newaxis], axis=2)
        assert np.any(matched, axis=1).all()
        assert (found.evaluated.outcome[own] != FOUL).all()


@pytest.mark.parametrize("name", ["standard", "common", "two-packs", "wild"])
def test_what_the_arranger_lays_without_fouling_comes_to_a_candidate(name: str) -> None:
    rules = load_rules(name)
    hands = drawn(rules, Random(name), 12)
    found = candidates(hands, rules)
    expert = arranger(rules)
    for number, dealt in enumerate(hands.tolist()):
        best = expert.choose(dealt)
        laid = evaluate(rules, best.cards, best.decline)
        own = range(found.starts[number], found.starts[number + 1])
        listed = {(*found.evaluated.rows[each, 0].tolist(), int(found.evaluated.outcome[each, 0])) for each in own}
        if best.outcome != "foul":
            assert (*(laid.rows or ()), {"plain": PLAIN, "special": SPECIAL}[best.outcome]) in listed


def test_rows_that_are_a_special_hand_as_laid_are_listed_though_other_rows_are_higher() -> None:
    found = candidates(np.array([hand(THREE_FLUSHES)]))
    special = found.evaluated.outcome[:, 0] == SPECIAL
    assert special.sum() >= 1
    assert (~special).sum() >= 1


def test_a_special_hand_that_may_be_declined_is_listed_both_ways() -> None:
    rules = load_rules("common")
    found = candidates(np.array([hand(SIX_PAIRS), hand(THREE_FLUSHES)]), rules)
    own = found.owner == 0
    assert (found.evaluated.outcome[own & ~found.declines] == SPECIAL).all()
    assert (found.evaluated.outcome[own & found.declines] == PLAIN).all()
    assert np.count_nonzero(own & found.declines) == np.count_nonzero(own & ~found.declines)
    for chosen in np.flatnonzero(found.declines)[[0, -1]].tolist():
        assert found.cards[chosen].tolist() == found.cards[chosen - 1].tolist()
        laid = Arrangement.of(found.cards[chosen].tolist(), decline=True)
        assert evaluate(rules, laid.cards(), laid.decline).outcome == "plain"
    assert not candidates(np.array([hand(SIX_PAIRS)])).declines.any()


def test_a_hand_that_fouls_however_it_is_laid_has_one_candidate_that_fouls() -> None:
    rules = rules_from({"equal_rows": "foul", "deck": {"packs": 4}, "specials": {"order": []}})
    aces = [48 + suit for suit in range(4)] * 4
    found = candidates(np.array([aces[:13]]), rules)
    assert found.evaluated.outcome.tolist() == [[FOUL]]


def test_the_best_of_each_hand_is_the_first_of_the_greatest() -> None:
    three = np.array([hand(SIX_PAIRS)] * 5, np.uint8)
    found = Candidates.of(three, np.array([0, 0, 0, 1, 1]), load_rules("standard"))
    assert found.best(np.array([1.0, 3.0, 3.0, -2.0, -5.0])).tolist() == [1, 3]
    laid = found.laid(np.array([1, 3]))
    assert laid.cards.tolist() == [hand(SIX_PAIRS)] * 2


@pytest.mark.parametrize("owner", [[1, 1], [0, 2], [1, 0], [-1, 0]])
def test_owners_in_another_order(owner: list[int]) -> None:
    with pytest.raises(ValueError, match="in ascending order"):
        Candidates.of(np.array([hand(SIX_PAIRS)] * 2, np.uint8), np.array(owner), load_rules("standard"))


def test_arrangements_of_one_owner_of_different_cards() -> None:
    mixed = np.array([hand(SIX_PAIRS), hand(THREE_FLUSHES)], np.uint8)
    with pytest.raises(ValueError, match="of different cards"):
        Candidates.of(mixed, np.array([0, 0]), load_rules("standard"))


def test_no_hands() -> None:
    found = candidates(np.empty((0, 13), np.uint8))
    assert (len(found.cards), found.starts.tolist()) == (0, [0])
    assert found.best(np.empty(0)).tolist() == []


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        (np.zeros(13, np.uint8), r"shape \(n, 13\) are expected, got uint8 of shape \(13,\)"),
        (np.zeros((1, 12), np.uint8), r"got uint8 of shape \(1, 12\)"),
        (np.zeros((1, 13)), "got float64"),
        (np.full((1, 13), 54), "cards are 0 to 53, got 54"),
        (np.full((1, 13), -1), "cards are 0 to 53, got -1"),
    ],
)
def test_what_is_no_hand(hands: np.ndarray[tuple[int, ...], np.dtype[np.integer]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        candidates(hands)
