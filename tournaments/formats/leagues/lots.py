"""Chance in the search for tables: drawn from what a tournament published, so that anyone draws the same."""

import hashlib
import struct
from collections.abc import Iterator
from random import Random
from typing import Final, Protocol

_DOMAIN: Final = b"shisanshui-arena pairing v1\n"
_FIRST: Final = 512
"""The bytes that are read of the stream at first; each further read doubles what there is."""


class Lots(Protocol):
    """A source of numbers and orders."""

    def below(self, size: int) -> int:
        """Return the next number from 0 to `size` - 1; `size` is 1 to 65,536."""
        ...

    def order(self, size: int) -> list[int]:
        """Return the numbers below `size` in the next order."""
        ...


def lots(seed: bytes | None) -> Lots:
    """Return the lots of one search that follow from `seed`; None for those of tournaments begun before there were any.

    >>> drawn = lots(b"seed")
    >>> drawn.order(5), drawn.below(10)
    ([3, 2, 4, 1, 0], 4)
    """
    return _OfFirstReleases() if seed is None else _FromStream(seed)


def seed_of(public: bytes | None, stage: int) -> bytes | None:
    """Return the seed of the search for the tables of a stage, or of the league that begins there."""
    return None if public is None else hashlib.sha256(public + b"\0s%d" % stage).digest()


class _FromStream:
    """Lots from one stream of 16-bit words, one after the other; `docs/deals.md` describes it."""

    def __init__(self, seed: bytes) -> None:
        self._words = _words(_DOMAIN + struct.pack(">H", len(seed)) + seed)

    def below(self, size: int) -> int:
        # a word that would favour low numbers is passed over
        fair = 65536 - 65536 % size
        return next(word for word in self._words if word < fair) % size

    def order(self, size: int) -> list[int]:
        """Shuffle by Fisher–Yates from the front, as a deck is."""
        found = list(range(size))
        for place in range(size):
            other = place + self.below(size - place)
            found[place], found[other] = found[other], found[place]
        return found


def _words(message: bytes) -> Iterator[int]:
    """Yield the big-endian 16-bit words of SHAKE-256 over the message, which have no end."""
    stream = hashlib.shake_256(message)
    read, length = 0, _FIRST
    while True:
        # a longer digest begins with the shorter one
        found = stream.digest(length)[read:]
        yield from struct.unpack(f">{len(found) // 2}H", found)
        read, length = length, 2 * length


class _OfFirstReleases:
    """Lots of Python's generator, the same in every tournament."""

    def __init__(self) -> None:
        self._random = Random(0)

    def below(self, size: int) -> int:
        return self._random.randrange(size)

    def order(self, size: int) -> list[int]:
        return self._random.sample(range(size), size)
