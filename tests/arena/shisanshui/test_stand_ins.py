"""Jokers as plain cards, for programs that know no others."""

import pytest

from arena.shisanshui.cards import CardError, cards
from arena.shisanshui.stand_ins import stand_ins


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
