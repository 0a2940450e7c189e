"""Seeds that nobody can pick: commit to a secret, then hash it together with what will be played.

All hashes are SHA-256 over fields, each after its length (eight bytes, big-endian), so that different lists of fields
never give the same bytes. `docs/deals.md` shows how anyone recomputes them.
"""

import hashlib
from collections.abc import Iterable, Sequence


def _hash(purpose: str, fields: Iterable[bytes]) -> bytes:
    digest = hashlib.sha256()
    for field in (purpose.encode(), *fields):
        digest.update(len(field).to_bytes(8, "big") + field)
    return digest.digest()


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
    return _hash("deal seed", [secret, match.encode(), *public, *sorted(digest.encode() for digest in digests)])


def seed_of_text(text: str) -> bytes:
    """Return the deal seed of rounds with nothing at stake: the plain SHA-256 of a short text, easily shared."""
    return hashlib.sha256(text.encode()).digest()


def derived(seed: bytes, purpose: str) -> int:
    """Return a number for another use of the seed, such as the order of the legs. It reveals nothing of the deals."""
    return int.from_bytes(_hash(purpose, [seed]), "big")
