"""Draws that anybody can repeat, in any language: an order of the bots from a seed; `docs/deals.md` says how.

The first version drew with Python's generator. What was begun with it is verified with it.
"""

import struct
from collections.abc import Iterator
from hashlib import shake_256
from itertools import count
from random import Random
from typing import Final, Protocol

from arena.match.seeds import derived
from arena.records.job import Draws

_DOMAIN: Final = "shisanshui-arena {purpose} v1\n"
"""What every stream starts from, so that no other use of the seed gives the same bytes."""
_BLOCK: Final = 256
"""The bytes that are read of the stream at a time."""


class Drawing(Protocol):
    """A source of orders."""

    def order(self, size: int) -> list[int]:
        """Return the numbers below `size` in the next random order."""
        ...


def drawing(seed: bytes, purpose: str, draws: Draws) -> Drawing:
    """Return the orders that follow from the seed for that purpose. They reveal nothing of the deals.

    >>> drawing(b"seed", "seating", draws=2).order(5)
    [1, 3, 2, 4, 0]
    """
    return _ByGenerator(seed, purpose) if draws == 1 else _ByShake(seed, purpose)


class _ByShake:
    """Orders from one stream of 16-bit words, one after the other."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        domain = _DOMAIN.format(purpose=purpose).encode()
        self._words = _words(domain + struct.pack(">H", len(seed)) + seed)

    def order(self, size: int) -> list[int]:
        """Shuffle by Fisher–Yates from the front, as a deck is; a word that would favour low numbers is passed over."""
        order = list(range(size))
        for place in range(size):
            left = size - place
            fair = 65536 - 65536 % left
            other = place + next(word for word in self._words if word < fair) % left
            order[place], order[other] = order[other], order[place]
        return order


def _words(message: bytes) -> Iterator[int]:
    """Yield the big-endian 16-bit words of SHAKE-256 over the message, which have no end."""
    stream = shake_256(message)
    for block in count():
        # a longer digest begins with the shorter one
        found = stream.digest((block + 1) * _BLOCK)[block * _BLOCK :]
        yield from struct.unpack(f">{_BLOCK // 2}H", found)


class _ByGenerator:
    """Orders as the first version drew them."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._random = Random(derived(seed, purpose))

    def order(self, size: int) -> list[int]:
        return self._random.sample(range(size), size)
