"""The chain of a leg's rounds: each head is a hash of the one before and of what was done in the round.

A bot is told the head with each settled round. What it has noted cannot be in another record than the true one: no
round before it can be changed without changing the head. `docs/deals.md` says how anyone recomputes it.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from itertools import chain

from arena.records.round_log import PlayedRound


def hash_of_fields(purpose: str, fields: Iterable[bytes]) -> bytes:
    """Return the SHA-256 over the purpose and the fields, each after its length (eight bytes, big-endian).

    Different lists of fields never give the same bytes.
    """
    whole = [purpose.encode(), *fields]
    return hashlib.sha256(
        b"".join([part for field in whole for part in (len(field).to_bytes(8, "big"), field)])
    ).digest()


class Chain:
    """The heads of one leg, from its first round on.

    Every leg begins with a salt of its own out of the deal seed, so that heads do not tell which legs play the same
    deals, and say nothing of cards that nobody showed.
    """

    __slots__ = ("_deal_seed", "head")

    def __init__(self, deal_seed: bytes, leg: int) -> None:
        """`leg` counts from 0."""
        self._deal_seed = deal_seed
        self.head = hash_of_fields("chain", [hash_of_fields("chain salt", [deal_seed, leg.to_bytes(4, "big")])])
        """32 bytes."""

    def add(self, played: PlayedRound) -> bytes:
        """Add a settled round; return the new head."""
        number = played.number.to_bytes(8, "big")
        deal = hash_of_fields("deal digest", [self._deal_seed, number])
        water = struct.pack(f">{len(played.water)}q", *played.water)
        actions = [done.action for done in played.seats]
        self.head = hash_of_fields("round", chain([self.head, deal, number, water], actions))
        return self.head


def head_of(deal_seed: bytes, leg: int, rounds: Iterable[PlayedRound]) -> str:
    """Return the last head of a leg in hex; `leg` counts from 0.

    >>> head_of(b"seed", 0, [])[:16], head_of(b"seed", 1, [])[:16]
    ('5df941a5f72898bd', '9a95362fe29a11df')
    """
    *_, head = heads_of(deal_seed, leg, rounds)
    return head


def heads_of(deal_seed: bytes, leg: int, rounds: Iterable[PlayedRound]) -> Iterator[str]:
    """Yield every head of a leg in hex: the one that it begins with, then one a round; `leg` counts from 0."""
    made = Chain(deal_seed, leg)
    yield made.head.hex()
    for played in rounds:
        yield made.add(played).hex()
