"""Deals (发牌) from a stream that anybody can recompute; `docs/deals.md` says how, for any language."""

import struct
from collections.abc import Sequence
from hashlib import shake_256
from typing import Final, Protocol

from arena.shisanshui.rule_model import HAND_SIZE, Deck

DOMAIN: Final = b"shisanshui-arena deal v1\n"
"""What every stream starts from, so that no other use of the seed gives the same bytes."""
_WORDS: Final = 128
"""The 16-bit words that are drawn at first; a deal needs one for each card dealt and a few more."""
_FAIR: Final = [0] + [65536 - 65536 % left for left in range(1, 1024)]
"""For each number of cards left, the words below this give every card the same chance; others are passed over."""


def deal(deck: Deck, seed: bytes, number: int, seats: int) -> list[list[int]]:
    """Return the hands of round `number` (from 1), by seat, each thirteen cards from high to low.

    Raises ValueError when the deck holds fewer than thirteen cards a seat.

    >>> from arena.shisanshui.cards import TEXTS
    >>> hands = deal(Deck(packs=1, extra_suits=[], jokers=0), bytes(range(32)), number=1, seats=4)
    >>> " ".join(TEXTS[card] for card in hands[0])
    'Ac As Kd Kh Jh Js Th 8c 7d 7h 5c 4d 3s'
    """
    cards = deck.cards()
    dealt = HAND_SIZE * seats
    if dealt > len(cards):
        raise ValueError(f"{seats} seats need {dealt} cards, the deck holds {len(cards)}")
    stream = shake_256(DOMAIN + struct.pack(">QH", number, len(seed)) + seed)
    count = _WORDS
    while True:
        try:
            _shuffle(shuffled := list(cards), dealt, _words(stream, count))
        except IndexError:
            # a longer digest begins with the shorter one, so the stream has no end
            count *= 2
        else:
            return [sorted(shuffled[start : start + HAND_SIZE], reverse=True) for start in range(0, dealt, HAND_SIZE)]


def _shuffle(cards: list[int], dealt: int, words: Sequence[int]) -> None:
    """Shuffle by Fisher–Yates from the front, as far as cards are dealt. Raises IndexError when the words run out."""
    drawn = 0
    left = len(cards)
    for place in range(dealt):
        word = words[drawn]
        while word >= _FAIR[left]:
            drawn += 1
            word = words[drawn]
        drawn += 1
        other = place + word % left
        cards[place], cards[other] = cards[other], cards[place]
        left -= 1


def _words(stream: "Shake", count: int) -> tuple[int, ...]:
    """Return the first `count` big-endian 16-bit words of the stream."""
    return struct.unpack(f">{count}H", stream.digest(2 * count))


class Shake(Protocol):
    """A hash of any length."""

    def digest(self, length: int, /) -> bytes: ...
