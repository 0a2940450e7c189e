"""Deals: the documented stream recomputed step by step, and evenness."""

import re
from collections import Counter
from hashlib import shake_256
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.shisanshui.cards import text
from arena.shisanshui.dealing import deal
from arena.shisanshui.ruleset import load_rules, rules_from
from tests.places import DOCS

DOCUMENT = DOCS / "deals.md"
STANDARD = load_rules("standard").deck
SEED = bytes(range(32))


def test_the_example_of_the_document() -> None:
    written = re.findall(r"^\| (\d) \| `(.{38})` \|$", DOCUMENT.read_text(), re.MULTILINE)
    hands = deal(STANDARD, SEED, 1, 4)
    assert written == [(str(seat), " ".join(map(text, hand))) for seat, hand in enumerate(hands)]


def test_the_program_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    program = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert program is not None
    exec(program[1], {})
    printed = capsys.readouterr().out.splitlines()
    assert printed == [f"{seat} {' '.join(map(text, hand))}" for seat, hand in enumerate(deal(STANDARD, SEED, 1, 4))]


def recomputed(deck: list[int], seed: bytes, number: int, seats: int) -> list[list[int]]:
    """As the document says it, asking the stream for one word after the other."""
    message = b"shisanshui-arena deal v1\n" + number.to_bytes(8, "big") + len(seed).to_bytes(2, "big") + seed
    words = (int.from_bytes(shake_256(message).digest(at + 2)[at:], "big") for at in count(0, 2))
    for place in range(13 * seats):
        left = len(deck) - place
        word = next(word for word in words if word < 65536 - 65536 % left)
        deck[place], deck[place + word % left] = deck[place + word % left], deck[place]
    return [sorted(deck[13 * seat : 13 * seat + 13], reverse=True) for seat in range(seats)]


@given(
    st.sampled_from(["standard", "five-players", "six-players", "two-packs", "wild"]),
    st.binary(max_size=40),
    st.integers(0, 2**40),
)
def test_anybody_can_recompute_a_deal(name: str, seed: bytes, number: int) -> None:
    rules = load_rules(name)
    hands = deal(rules.deck, seed, number, rules.most_seats)
    assert hands == recomputed(rules.deck.cards(), seed, number, rules.most_seats)
    assert not Counter(card for hand in hands for card in hand) - Counter(rules.deck.cards())


def test_a_deck_that_needs_more_words_than_are_drawn_at_first() -> None:
    deck = rules_from({"deck": {"packs": 8, "jokers": 8}}).deck
    assert deal(deck, SEED, 3, 32) == recomputed(deck.cards(), SEED, 3, 32)


def test_fewer_seats_get_the_same_first_hands() -> None:
    assert deal(STANDARD, SEED, 7, 2) == deal(STANDARD, SEED, 7, 4)[:2]


def test_rounds_and_seeds_differ() -> None:
    deals = [deal(STANDARD, seed, number, 4) for seed in (SEED, SEED[1:], b"") for number in (1, 2, 256)]
    assert len({str(hands) for hands in deals}) == len(deals)


def test_a_deck_too_small() -> None:
    with pytest.raises(ValueError, match="5 seats need 65 cards, the deck holds 52"):
        deal(STANDARD, SEED, 1, 5)


def test_every_card_comes_to_every_seat_alike() -> None:
    """Chi-square over 2,000 fixed rounds: 51 · 3 degrees of freedom, mean 153, deviation 17.5."""
    rounds = 2_000
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(rounds):
        for seat, hand in enumerate(deal(STANDARD, SEED, number, 4)):
            seen.update((seat, card) for card in hand)
    expected = rounds / 4
    chi = sum((seen[seat, card] - expected) ** 2 / expected for seat in range(4) for card in range(52))
    assert 90 < chi < 230
