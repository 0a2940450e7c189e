"""Deals, evaluation and settlement in numpy against the plain ones, on random rounds of every rule set."""

import subprocess
import sys
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui import batch
from arena.shisanshui.batch import hands as batch_hands
from arena.shisanshui.batch.rows import RANK_NUMBERS
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import ESCAPED, FORFEITED, Hand
from arena.shisanshui.evaluation import evaluate as evaluate_one
from arena.shisanshui.rows import row_value
from arena.shisanshui.ruleset import RuleSet, load_rules, rule_names, rules_from
from arena.shisanshui.settlement import settled_water
from arena.shisanshui.specials import BITS
from tests.arena.shisanshui.tables import dealt, example, laid

NAMES = rule_names()
OUTCOMES = ("plain", "foul", "special", "escaped")
EVERY_KIND: dict[str, Any] = {"specials": {"order": list(BITS)}}
SWITCHES: list[dict[str, Any]] = [
    {},
    {"horse": "9s"},
    {"all_special": "median", "horse": "Th"},
    {"gun": 5, "foul_is_shot": True, "home_run": {"multiply": True, "double": True, "bonus": {"2": 1, "default": 7}}},
    {"equal_rows": "foul", "declare": "optional", "guns_with_specials": True, "gun": "double"},
    {"row_water": "winner", "all_special": "pairwise", "escape": {"pays": 5, "each_gains": 3}, "gun": 0},
]


def test_rank_numbers_tell_all_rows_apart() -> None:
    sums = [sum(five) for five in combinations_with_replacement(RANK_NUMBERS, 5)]
    assert len(set(sums)) == len(sums)


@given(st.randoms(use_true_random=False), st.sampled_from([3, 5]))
def test_row_values(chance: Random, size: int) -> None:
    suits = chance.choice([1, 4])
    cards = [[4 * chance.randrange(13) + chance.randrange(suits) for _ in range(size)] for _ in range(50)]
    values = batch.evaluate_rows(np.array(cards, np.uint8))
    assert values.dtype == np.int32
    assert values.tolist() == [row_value(row) for row in cards]


def test_rows_of_any_shape() -> None:
    cards = np.arange(40, dtype=np.uint8).reshape(2, 4, 5)
    assert batch.evaluate_rows(cards).tolist() == [[row_value(row) for row in table] for table in cards.tolist()]


def test_what_is_no_row() -> None:
    with pytest.raises(ValueError, match="rows of 4 cards; 3 or 5 are expected"):
        batch.evaluate_rows(np.zeros((2, 4), np.uint8))
    with pytest.raises(IndexError):
        batch.evaluate_rows(np.array([[0, 1, 52]], np.uint8))


def one_by_one(rules: RuleSet, cards: list[list[list[int]]], declined: list[list[bool]]) -> list[list[Hand]]:
    return [
        [evaluate_one(rules, hand, declines) for hand, declines in zip(table, decline, strict=True)]
        for table, decline in zip(cards, declined, strict=True)
    ]


def assert_same(rules: RuleSet, cards: list[list[list[int]]], chance: Random) -> None:
    """Evaluates and settles the rounds both ways, some seats gone or without rows."""
    declined = [[chance.random() < 0.3 for _ in table] for table in cards]
    plain = one_by_one(rules, cards, declined)
    many = batch.evaluate(rules, np.array(cards, np.uint8), np.array(declined))
    for number, table in enumerate(plain):
        for seat, hand in enumerate(table):
            assert tuple(many.rows[number, seat].tolist()) == hand.rows
            assert OUTCOMES[many.outcome[number, seat]] == hand.outcome
            assert many.place[number, seat] == (hand.place if hand.special else -1)
            assert many.horse[number, seat] == hand.horse
            match chance.randrange(10):
                case 0:
                    table[seat] = ESCAPED
                    many.outcome[number, seat] = batch_hands.ESCAPED
                    many.horse[number, seat] = False
                case 1:
                    table[seat] = FORFEITED
                    many.outcome[number, seat] = batch_hands.FOUL
                    many.horse[number, seat] = False
    assert batch.settle(rules, many).tolist() == [settled_water(rules, table) for table in plain]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("switches", SWITCHES, ids=range(len(SWITCHES)))
def test_random_rounds_of_every_rule_set(name: str, switches: dict[str, Any]) -> None:
    rules = rules_from({"extends": name, **switches})
    chance = Random(f"{name} {switches}")
    seats = chance.randint(2, rules.most_seats)
    assert_same(rules, [dealt(rules, chance, seats) for _ in range(60)], chance)


@given(st.randoms(use_true_random=False), st.sampled_from(SWITCHES), st.integers(2, 8))
def test_rounds_full_of_special_hands(chance: Random, switches: dict[str, Any], seats: int) -> None:
    rules = rules_from({"extends": "two-packs", **EVERY_KIND, **switches})
    everybody = chance.random() < 0.5
    cards = [
        [
            laid(example(chance.choice(list(BITS)))) if everybody or chance.random() < 0.6 else hand
            for hand in dealt(rules, chance, seats)
        ]
        for _ in range(4)
    ]
    assert_same(rules, cards, chance)


@given(st.sampled_from(NAMES), st.data(), st.binary(max_size=40), st.integers(0, 2**40))
def test_deals_are_those_of_the_referee(name: str, data: st.DataObject, seed: bytes, first: int) -> None:
    rules = load_rules(name)
    seats = data.draw(st.integers(2, rules.most_seats))
    hands = batch.deal(rules.deck, seed, first, 40, seats)
    assert hands.dtype == np.uint8
    assert hands.tolist() == [deal(rules.deck, seed, first + number, seats) for number in range(40)]


def test_rounds_that_pass_over_words_are_dealt_as_the_referee_deals_them() -> None:
    deck = rules_from({"deck": {"packs": 8, "jokers": 8}}).deck
    hands = batch.deal(deck, b"", 1, 100, 32)
    assert hands.tolist() == [deal(deck, b"", number, 32) for number in range(1, 101)]


def test_no_deals_and_a_deck_too_small() -> None:
    deck = load_rules("standard").deck
    assert batch.deal(deck, b"", 1, 0, 4).shape == (0, 4, 13)
    with pytest.raises(ValueError, match="5 seats need 65 cards, the deck holds 52"):
        batch.deal(deck, b"", 1, 1, 5)


def test_what_is_no_card() -> None:
    with pytest.raises(IndexError):
        batch.evaluate(load_rules("wild"), np.full((1, 2, 13), 54, np.uint8))


def test_more_rounds_than_are_worked_on_at_a_time() -> None:
    rules = load_rules("common")
    generator = np.random.default_rng(7)
    cards = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)), axis=1).reshape(-1, 4, 13)
    hands = batch.evaluate(rules, cards)
    water = batch.settle(rules, hands)
    assert water.shape == (20_000, 4)
    assert not water.sum(axis=1).any()
    for number in (0, 8_191, 8_192, 19_999):
        one = [evaluate_one(rules, hand) for hand in cards[number].tolist()]
        assert water[number].tolist() == settled_water(rules, one)


def test_no_rounds() -> None:
    rules = load_rules("standard")
    assert batch.settle(rules, batch.evaluate(rules, np.zeros((0, 4, 13), np.uint8))).shape == (0, 4)


def test_the_game_itself_does_without_numpy() -> None:
    program = "import sys, arena.shisanshui.play, arena.shisanshui.rounds; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
