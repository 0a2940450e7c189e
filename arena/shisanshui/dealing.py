"""Deals (发牌) from a stream that anybody can recompute; `docs/deals.md` says how, for any language."""

import struct
from collections.abc import Iterator
from hashlib import shake_256
from typing import Final

from arena.shisanshui.rule_model import HAND_SIZE, Deck

DOMAIN: Final = b"shisanshui-arena deal v1\n"
"""What every stream starts from, so that no other use of the seed gives the same bytes."""
_WORDS: Final = 128
"""The 16-bit words that are drawn at first; a deal needs one for each card dealt and a few more."""


def deal(deck: Deck, seed: bytes, number: int, seats: int) -> list[list[int]]:
    """The hands of round `number` (from 1), by seat, each thirteen cards from high to low.

    Raises ValueError when the deck holds fewer than thirteen cards a seat.
    """
    cards = deck.cards()
    dealt = HAND_SIZE * seats
    if dealt > len(cards):
        raise ValueError(f"{seats} seats need {dealt} cards, the deck holds {len(cards)}")
    words = _words(seed, number)
    for place in range(dealt):
        left = len(cards) - place
        fair = 65536 - 65536 % left
        word = next(words)
        while word >= fair:
            word = next(words)
        other = place + word % left
        cards[place], cards[other] = cards[other], cards[place]
    return [sorted(cards[start : start + HAND_SIZE], reverse=True) for start in range(0, dealt, HAND_SIZE)]


def _words(seed: bytes, number: int) -> Iterator[int]:
    """The stream as big-endian 16-bit words, without end: a longer digest begins with the shorter one."""
    stream = shake_256(DOMAIN + struct.pack(">QH", number, len(seed)) + seed)
    count, given = _WORDS, 0
    while True:
        yield from struct.unpack(f">{count}H", stream.digest(2 * count))[given:]
        count, given = 2 * count, count
