"""Rounds in this process come to what the referee makes of them, whatever the players do."""

import hashlib
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from arena.lab import Batched, Laid, WrongAnswer, simulate
from arena.lab.play import CHUNK
from arena.lab.players import Answer
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.rule_model import RulesError
from arena.shisanshui.ruleset import load_rules, rule_names, rules_from
from tests.arena.lab.playing import SWITCHES, Erratic, refereed

SEED = bytes(range(32))


@given(
    st.sampled_from(rule_names()),
    st.sampled_from(SWITCHES),
    st.data(),
    st.binary(max_size=40),
    st.integers(1, 2**40),
)
def test_rounds_come_to_what_the_referee_makes_of_them(
    name: str, switches: dict[str, object], data: st.DataObject, seed: bytes, first: int
) -> None:
    rules = rules_from({"extends": name, **switches})
    erratic = [Erratic(str(seat)) for seat in range(data.draw(st.integers(2, rules.most_seats)))]
    players = [player.batched() if data.draw(st.booleans()) else player for player in erratic]
    water = simulate(players, 6, rules, seed, first=first)
    assert water.dtype == np.int32
    assert water.tolist() == refereed(rules, erratic, seed, range(first, first + 6))


def test_a_seed_in_text_deals_what_arena_play_deals_with_it() -> None:
    players = [Erratic("a"), Erratic("b")]
    water = simulate(players, 3, seed="seven")
    assert water.tolist() == refereed(load_rules("standard"), players, hashlib.sha256(b"seven").digest(), [1, 2, 3])


def test_rounds_worked_on_in_parts_are_the_same_rounds() -> None:
    def by_rank(hand: list[int]) -> Answer:
        return hand[10:], hand[5:10], hand[:5]

    turned = Batched(lambda hands: hands[:, ::-1])
    water = simulate([turned, by_rank], CHUNK + 3)
    assert water[CHUNK - 1 :].tolist() == simulate([by_rank, turned], 4, first=CHUNK).tolist()
    assert not water.sum(axis=1).any()


def test_no_rounds() -> None:
    assert simulate([Erratic("a")] * 3, 0).shape == (0, 3)


def test_a_player_may_spoil_what_it_is_given() -> None:
    def spoil(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        laid = hands[:, ::-1].copy()
        hands[:] = 0
        return laid

    def shuffle(hand: list[int]) -> Answer:
        hand.reverse()
        return hand[:3], hand[3:8], hand[8:]

    assert simulate([Batched(spoil), shuffle], 5).tolist() == simulate([shuffle, Batched(spoil)], 5).tolist()


@pytest.mark.parametrize(
    ("lay", "words"),
    [
        (lambda hand: (hand[:4], hand[4:8], hand[8:]), "players[1] with {hand}: front has 4 cards, 3 are expected"),
        (lambda hand: (hand[:3], hand[3:8], [*hand[8:12], 99]), "players[1] with {hand}: 99 is no card"),
        (lambda hand: (hand[:3], hand[3:8], [*hand[8:12], -1]), "players[1] with {hand}: -1 is no card"),
        (lambda hand: ([hand[1], *hand[1:3]], hand[3:8], hand[8:]), "laid more often than dealt"),
        (lambda hand: Arrangement.of(hand[:12]), "back has 4 cards"),
    ],
)
def test_other_cards_than_were_dealt_are_an_error_that_names_player_and_hand(lay: Answer, words: str) -> None:
    # round 1 of the worked example in docs/deals.md
    hand = "Kc Ks Qc 8h 8s 7c 6h 5s 4c 4h 3d 2d 2s"
    with pytest.raises(WrongAnswer, match=re.escape(words.format(hand=hand))):
        simulate([Erratic("a"), lay, Erratic("c"), Erratic("d")], 1, seed=SEED)  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("lay", "words"),
    [
        (lambda hands: hands[:, :12], "players[0]: integers of shape (5, 13) are expected, got uint8 of shape (5, 12)"),
        (lambda hands: hands.astype(float), "got float64 of shape (5, 13)"),
        (lambda hands: Laid(hands, escapes=np.zeros(4, np.bool_)), "players[0]: escapes: shape (5,) is expected"),
        (lambda hands: np.where(hands == hands.max(), np.int64(300), hands), "300 is no card"),
    ],
)
def test_arrays_of_another_shape_are_an_error(lay: object, words: str) -> None:
    with pytest.raises(WrongAnswer, match=re.escape(words)):
        simulate([Batched(lay), Erratic("b")], 5)  # type: ignore[arg-type]


def test_rows_that_are_not_three_are_an_error() -> None:
    with pytest.raises(WrongAnswer, match="front, middle and back are expected, got 13 parts"):
        simulate([lambda hand: hand, Erratic("b")], 1)


def test_what_a_player_raises_is_passed_on() -> None:
    def fail(hand: list[int]) -> Answer:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        simulate([fail, fail], 1)


def test_tables_that_cannot_be_played_at() -> None:
    with pytest.raises(ValueError, match="2 to 8 bots can play at a table, not 1"):
        simulate([Erratic("a")], 1)
    with pytest.raises(ValueError, match="five-players"):
        simulate([Erratic("a")] * 5, 1)
    with pytest.raises(RulesError, match='did you mean "standard"'):
        simulate([Erratic("a")] * 2, 1, "standart")
    with pytest.raises(ValueError, match="rounds: 0 or more"):
        simulate([Erratic("a")] * 2, -1)
