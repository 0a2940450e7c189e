"""Seeds that nobody can pick: commit to a secret, then hash it together with what will be played.

And what is drawn from a seed besides the deals: orders of the bots.

All hashes are SHA-256 over fields, each after its length (eight bytes, big-endian), so that different lists of fields
never give the same bytes. `docs/deals.md` shows how anyone recomputes them.
"""

import hashlib
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final, Protocol

from arena.records.chain import hash_of_fields
from arena.records.job import Draws

_DOMAIN: Final = "shisanshui-arena {purpose} v1\n"
"""What every stream starts from, so that no other use of the seed gives the same bytes."""
_BLOCK: Final = 256
"""The bytes that are read of the stream at a time."""


def commitment(secret: bytes) -> str:
    """Return what is published of the secret before the first deal: its plain SHA-256, in hex.

    >>> commitment(b"secret")[:16]
    '2bb80d537b1da3e3'
    """
    return hashlib.sha256(secret).hexdigest()


def deal_seed(secret: bytes, digests: Sequence[str], match: str, salt: str = "", beacon: str = "") -> bytes:
    """Return the deal seed of a match, a hash of the secret, all bots as submitted, the match id, the public salt, and
    the beacon if there is one.

    The bots' `digests` are sorted, so that their order does not matter.

    >>> deal_seed(b"secret", ["aa", "bb"], "s1t1").hex()[:16]
    'c1923412fadc4ac1'
    >>> deal_seed(b"secret", ["bb", "aa"], "s1t1") == deal_seed(b"secret", ["aa", "bb"], "s1t1")
    True
    """
    public = [salt.encode(), *([b"beacon", beacon.encode()] if beacon else [])]
    return hash_of_fields(
        "deal seed", [secret, match.encode(), *public, *sorted(digest.encode() for digest in digests)]
    )


def seed_of_text(text: str) -> bytes:
    """Return the deal seed of rounds with nothing at stake: the plain SHA-256 of a short text, easily shared."""
    return hashlib.sha256(text.encode()).digest()


def derived(seed: bytes, purpose: str) -> int:
    """Return a number for another use of the seed, such as the order of the legs. It reveals nothing of the deals."""
    return int.from_bytes(hash_of_fields(purpose, [seed]), "big")


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
    stream = hashlib.shake_256(message)
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
