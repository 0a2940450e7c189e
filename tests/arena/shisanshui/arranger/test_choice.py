"""What the arranger lays: the best rows, special hands, fouls on purpose, under any rule set and deck."""

import msgspec
import numpy as np
import pytest

from arena.shisanshui.arranger import choice
from arena.shisanshui.arranger.choice import Arranger, arranger, expert_stand_in
from arena.shisanshui.arranger.classes import hand_rows
from arena.shisanshui.arranger.enumeration import layouts_of, undominated
from arena.shisanshui.arranger.removal import rank_counts
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rule_model import SpecialHands
from arena.shisanshui.ruleset import rule_names
from tests.arena.shisanshui.arranger.hands import as_array, dealt, hand, rules, small_population

WEAKEST = "Ad Qs Js Tc 9s 7c 6c 5c 5h 4h 4s 3d 2h"


@pytest.mark.parametrize("name", rule_names())
def test_every_hand_is_laid_whole_and_is_what_the_arranger_says(name: str) -> None:
    found = rules(name)
    helper = arranger(found, found.most_seats)
    for cards in dealt(name, 6):
        chosen = helper.choose(cards)
        assert sorted(chosen.cards, reverse=True) == cards
        laid = evaluate(found, chosen.cards, chosen.decline)
        assert (laid.outcome, laid.special) == (chosen.outcome, chosen.special)


def test_the_quick_search_finds_the_best_of_all_undominated() -> None:
    helper = arranger(rules("standard"))
    hands = as_array(dealt("standard", 60, seed=8))
    rows, value = helper.choose_rows(hands)
    every = hand_rows(hands)
    for number in range(len(hands)):
        classes = undominated(layouts_of(every.of(number))).classes
        values = helper.table.value(classes)
        assert value[number] == pytest.approx(values.max(), abs=1e-4)
        assert rows[number].tolist() in classes[values >= values.max() - 1e-4].tolist()


def test_choosing_and_ranking_agree_on_the_best() -> None:
    helper = arranger(rules("standard"))
    for cards in dealt("standard", 8, seed=9):
        ranked = helper.ranked(cards, 5)
        assert [each.water for each in ranked] == sorted((each.water for each in ranked), reverse=True)
        assert len({tuple(each.cards) for each in ranked}) == len(ranked)
        assert helper.choose(cards).water == pytest.approx(ranked[0].water, abs=0.02)


def test_rows_as_laid_are_judged_no_better_than_the_best() -> None:
    helper = arranger(rules("standard"))
    for cards in dealt("standard", 8, seed=10):
        best = helper.choose(cards)
        assert helper.judge(best.arrangement()).water == pytest.approx(best.water, abs=1e-3)
        for other in helper.ranked(cards, 10):
            judged = helper.judge(other.arrangement())
            assert judged.outcome == other.outcome
            assert judged.water == pytest.approx(other.water, abs=1e-3)


@pytest.mark.parametrize(
    ("text", "special"),
    [
        ("Ac Kd Qs Jh Td 9c 8s 7h 6d 5c 4s 3h 2d", "dragon"),
        ("As Ah Kd Kc Qs Qh Jd Jc Ts Th 9d 9c 8s", "all-high"),
        ("2s 2h 4d 4c 6s 6h 9d 9c Js Jh Ks Kh Ad", "six-pairs"),
        ("2s 3s 5s 6s 7s 8h 9h Jh Qh Ah 2d 4d 6d", "three-flushes"),
        ("Qs Kd Ah 2c 3c 4h 5c 6c 3d 4d 5h 6d 7h", "three-straights"),
    ],
)
def test_special_hands_are_laid_so_that_they_count(text: str, special: str) -> None:
    chosen = arranger(rules("standard")).choose(hand(text))
    assert (chosen.outcome, chosen.special) == ("special", special)


def test_a_joker_makes_a_special_hand() -> None:
    chosen = arranger(rules("wild")).choose(hand("Xb Kd Qs Jh Td 9c 8s 7h 6d 5c 4s 3h 2d"))
    assert chosen.special == "dragon"


def test_a_special_hand_is_declined_where_its_rows_are_worth_more() -> None:
    cards = hand("As Ks Qs Js Ts 9h 8h 7h 6h 5h Ac Ad Kd")
    suited = hand("As Ks Qs Js Ts 9h 8h 7h 6h 5h Ad Qd 2d")
    common = arranger(rules("common"))
    assert common.choose(cards).outcome == "plain"
    ranked = common.ranked(suited, 20)
    assert {(each.outcome, each.decline) for each in ranked} >= {("special", False), ("plain", True)}
    best = ranked[0]
    assert (best.outcome, best.decline) == ("plain", True)
    assert evaluate(rules("common"), best.cards, best.decline).outcome == "plain"


def test_a_hand_with_nothing_to_win_is_fouled_on_purpose_where_a_foul_is_not_shot() -> None:
    weak = hand(WEAKEST)
    chosen, *others = arranger(rules("standard")).ranked(weak, 3)
    assert chosen.outcome == evaluate(rules("standard"), chosen.cards).outcome == "foul"
    assert others[0].outcome == "plain"
    shot = msgspec.structs.replace(rules("standard"), foul_is_shot=True)
    assert arranger(shot).choose(weak).outcome == "plain"


def test_a_good_hand_is_not_fouled() -> None:
    ranked = arranger(rules("standard")).ranked(dealt("standard", 1, seed=3)[0], 100)
    assert [each.outcome for each in ranked].index("foul") == len(ranked) - 1


def test_own_cards_are_not_in_the_others_hands() -> None:
    helper = arranger(rules("standard"))
    counts = rank_counts(as_array([hand("As Ah Ad Ac Ks Kh Kd Kc 2s 2h 2d 2c 3s")]))[0]
    given = helper.given(hand("As Ah Ad Ac Ks Kh Kd Kc 2s 2h 2d 2c 3s"))
    plain = helper.table.population.counts[helper.table.outcome == 0]
    assert counts.tolist() == [4, 1, *[0] * 9, 4, 4, 0]
    assert (given.weights[plain[:, 12] > 0] == 0).all()
    assert given.weights.sum() + given.fouls <= 1 + 1e-5


def test_the_horse_doubles_what_its_holder_wins_and_loses() -> None:
    cards = dealt("standard", 1, seed=4)[0]
    held, other = (TEXTS[cards[0]], next(TEXTS[card] for card in range(52) if card not in cards))
    with_horse = Arranger(msgspec.structs.replace(rules("standard"), horse=held), 4, small_population())
    without = Arranger(rules("standard"), 4, small_population())
    meets = Arranger(msgspec.structs.replace(rules("standard"), horse=other), 4, small_population())
    base = without.choose(cards).water
    assert with_horse.choose(cards).water == pytest.approx(2 * base)
    assert meets.choose(cards).water == pytest.approx(base * (1 + 1 / 3))


def test_strict_rules_never_foul_by_equal_rows() -> None:
    for text in ("As Ah Ad Ac Ks Kh Kd Kc Qs Qh Qd Qc Js", "2s 2h 3d 3c 4s 4h 5d 5c 6s 6h 7d 7c 9s"):
        chosen = arranger(rules("tianmei")).choose(hand(text))
        assert chosen.outcome == "special" or evaluate(rules("tianmei"), chosen.cards).outcome == "plain"


def test_more_opponents_ask_for_other_rows() -> None:
    hands = as_array(dealt("standard", 80, seed=11))
    two, four = (arranger(rules("standard"), players).choose_rows(hands)[0] for players in (2, 4))
    assert np.any(two != four)


def test_the_stand_in_lays_what_the_arranger_does_at_a_table_of_that_size() -> None:
    hands = dealt("standard", 60, seed=11)
    laid = {}
    for players in (2, 4):
        stand_in, helper = expert_stand_in(rules("standard"), players), arranger(rules("standard"), players)
        laid[players] = [stand_in(cards) for cards in hands]
        assert laid[players] == [helper.choose(cards).arrangement() for cards in hands]
    assert laid[2] != laid[4]


def test_arrangers_are_kept() -> None:
    assert choice.arranger(rules("standard")) is choice.arranger(rules("standard"), 4)


def test_a_hand_that_fouls_however_it_is_laid_is_laid_all_the_same() -> None:
    deck = msgspec.structs.replace(rules("tianmei").deck, packs=4)
    aces = sorted([48, 49, 50, 51] * 3 + [51], reverse=True)
    special = msgspec.structs.replace(rules("tianmei"), deck=deck)
    plain = msgspec.structs.replace(special, specials=SpecialHands([], {}))
    assert arranger(special).choose(aces).special == "twelve-royals"
    assert arranger(plain).choose(aces).outcome == "foul"
