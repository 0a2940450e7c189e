"""Deals of many rounds at once: the same cards as `arena.shisanshui.dealing` deals one by one."""

import struct
from hashlib import shake_256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.dealing import DOMAIN
from arena.shisanshui.dealing import deal as deal_one
from arena.shisanshui.rule_model import HAND_SIZE, Deck

_WORDS: Final = 1 << 16
"""How many values a word of the stream has."""


def deal(deck: Deck, seed: bytes, first: int, rounds: int, seats: int) -> NDArray[np.uint8]:
    """Return the hands [rounds, seats, 13] of rounds `first`, `first` + 1, …, each from high to low.

    Raises ValueError when the deck holds fewer than thirteen cards a seat.

    >>> from arena.shisanshui.ruleset import load_rules
    >>> hands = deal(load_rules("standard").deck, bytes(range(32)), first=1, rounds=2, seats=4)
    >>> hands.shape, hands[0, 0].tolist()
    ((2, 4, 13), [51, 48, 46, 45, 37, 36, 33, 27, 22, 21, 15, 10, 4])
    """
    cards = np.array(deck.cards(), np.uint8)
    dealt = HAND_SIZE * seats
    if dealt > len(cards):
        raise ValueError(f"{seats} seats need {dealt} cards, the deck holds {len(cards)}")
    left = len(cards) - np.arange(dealt, dtype=np.int32)[:, np.newaxis]
    words = _words(seed, first, rounds, dealt)
    # A round that has to pass over a word draws further ones. Few do, and they are dealt one by one.
    passes = (words >= _WORDS - _WORDS % left).any(axis=0)
    shuffled = _shuffled(cards, words % left)
    hands = np.sort(shuffled.T.reshape(rounds, seats, HAND_SIZE), axis=-1)[..., ::-1].copy()
    for number in np.flatnonzero(passes).tolist():
        hands[number] = deal_one(deck, seed, first + number, seats)
    return hands


def _words(seed: bytes, first: int, rounds: int, count: int) -> NDArray[np.int32]:
    """Return the first words [count, rounds] of each round's stream."""
    tail = len(seed).to_bytes(2, "big") + seed
    number_of = struct.Struct(">Q").pack
    stream = b"".join(
        shake_256(DOMAIN + number_of(number) + tail).digest(2 * count) for number in range(first, first + rounds)
    )
    return np.frombuffer(stream, ">u2").reshape(rounds, count).T.astype(np.int32, order="C")


def _shuffled(cards: NDArray[np.uint8], steps: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the cards dealt [places, rounds]: place i has changed places with the one `steps[i]` further on."""
    places, rounds = steps.shape
    decks = np.repeat(cards[:, np.newaxis], rounds, axis=1)
    flat = decks.ravel()
    # A deck is a column, so that a step of all rounds reads and writes one row of places.
    others = (steps + np.arange(places, dtype=np.int32)[:, np.newaxis]) * rounds + np.arange(rounds, dtype=np.int32)
    for place, other in enumerate(others):
        drawn = flat.take(other)
        flat[other] = decks[place]
        decks[place] = drawn
    return decks[:places]
