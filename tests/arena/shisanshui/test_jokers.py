"""Jokers as plain cards, for programs that know no others."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui.cards import CardError, cards, text
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.jokers import stand_ins
from arena.shisanshui.rows import row_value
from arena.shisanshui.ruleset import rules_from

WILD = {
    equal_rows: rules_from({"extends": "wild", "equal_rows": equal_rows, "specials": {"order": []}})
    for equal_rows in ("legal", "foul")
}


def test_a_hand_without_jokers_is_itself() -> None:
    hand = ["2s", "As", "Td", "9c"]
    assert stand_ins(hand) == cards(hand)


@pytest.mark.parametrize(
    ("hand", "reading"),
    [
        ("Xs 2s 2h Ac", "2s 2h"),
        ("2s Xb As 9c", "As As"),
        ("Xs 9c Xb 9d 9h As Ah", "9c 9d 9h"),
    ],
)
def test_a_joker_is_one_more_of_the_rank_held_most_often(hand: str, reading: str) -> None:
    read = [number for text, number in zip(hand.split(), stand_ins(hand.split()), strict=True) if text[0] == "X"]
    assert len(set(read)) == 1
    assert read[0] in cards(reading.split())


def test_what_is_no_card_is_an_error() -> None:
    with pytest.raises(CardError):
        stand_ins(["1s", "Xs"])


@given(st.permutations([*range(52)]), st.integers(1, 2), st.randoms(use_true_random=False), st.sampled_from([*WILD]))
def test_rows_that_are_legal_for_the_stand_ins_are_legal_for_the_rules(
    deck: list[int], jokers: int, chance: random.Random, equal_rows: str
) -> None:
    hand = [*range(52, 52 + jokers), *deck[: 13 - jokers]]
    chance.shuffle(hand)
    front, middle, back = (row_value(row) for row in (reading(hand)[:3], reading(hand)[3:8], reading(hand)[8:]))
    if front < middle < back or (equal_rows == "legal" and front <= middle <= back):
        assert evaluate(WILD[equal_rows], hand).outcome == "plain"


def reading(hand: list[int]) -> list[int]:
    return stand_ins([text(number) for number in hand])
