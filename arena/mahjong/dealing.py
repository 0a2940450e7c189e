"""Deals (发牌): tiles, dealer and dice, each from a stream of its own that anybody can recompute.

`docs/deals.md` says how, for any language. Other play draws no other dice: each throw is the next of its stream.
"""

import struct
from collections.abc import Iterator
from functools import lru_cache
from hashlib import shake_256
from itertools import islice
from typing import Final, NamedTuple

from arena.mahjong.tiles import COPIES, KINDS

SEATS: Final = 4
HAND: Final = 13
TILES: Final = tuple(sorted([*range(len(KINDS))] * COPIES))
"""All 136, in the order from which they are shuffled."""
_DOMAIN: Final = "shisanshui-arena mahjong {purpose} v1\n"
_BLOCK: Final = 512
"""The bytes that are read of a stream at a time."""


class Deal(NamedTuple):
    """The tiles of a hand: thirteen by seat, the dealer's fourteenth, and the wall in drawing order (C2, R10)."""

    hands: tuple[tuple[int, ...], ...]
    extra: int
    wall: tuple[int, ...]


def deal(seed: bytes, number: int) -> Deal:
    """Return the tiles of hand `number`, from 1.

    >>> from arena.mahjong.tiles import texts
    >>> " ".join(texts(deal(bytes(range(32)), 1).hands[0]))
    '3m 5m 9m 1p 4p 1s 2s 3s 5s 8s W N C'
    """
    tiles = _shuffled(seed, number)
    hands = tuple(tuple(sorted(tiles[HAND * seat : HAND * (seat + 1)])) for seat in range(SEATS))
    dealt = HAND * SEATS
    return Deal(hands, tiles[dealt], tuple(tiles[dealt + 1 :]))


def first_dealer(seed: bytes, number: int) -> int:
    """Return who deals the first hand of a session (B1), in which it is hand `number`."""
    return next(_words("dealer", seed, number)) % SEATS


@lru_cache(maxsize=256)
def dice(seed: bytes, number: int, count: int) -> tuple[int, ...]:
    """Return the first `count` throws of one die in hand `number`, for the 宝."""
    fair = 65536 - 65536 % 6
    return tuple(1 + word % 6 for word in islice((word for word in _words("bao", seed, number) if word < fair), count))


def _shuffled(seed: bytes, number: int) -> list[int]:
    """Shuffle all tiles by Fisher–Yates from the front."""
    tiles = list(TILES)
    words = _words("wall", seed, number)
    for place in range(len(tiles)):
        left = len(tiles) - place
        fair = 65536 - 65536 % left
        word = next(words)
        while word >= fair:
            word = next(words)
        other = place + word % left
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tiles


def _words(purpose: str, seed: bytes, number: int) -> Iterator[int]:
    """Yield the big-endian 16-bit words of a stream, without end."""
    stream = shake_256(_DOMAIN.format(purpose=purpose).encode() + struct.pack(">QH", number, len(seed)) + seed)
    length = _BLOCK
    read = 0
    while True:
        # a longer digest begins with the shorter one, so the stream has no end
        yield from struct.unpack(f">{(length - read) // 2}H", stream.digest(length)[read:])
        read, length = length, 2 * length
