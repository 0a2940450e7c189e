"""Seeds that nobody can pick: commit to a secret, then hash it with what is to be played.

All hashes are SHA-256 over fields that each carry their length (eight bytes, big-endian) before them, so that no two
lists of fields run together into the same bytes. `docs/deals.md` shows how a stranger recomputes them.
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


def deal_seed(secret: bytes, digests: Sequence[str], match: str, salt: str = "") -> bytes:
    """The deal seed of a match: from the secret, every bot as submitted (sorted), the match id and the public salt."""
    return _hash("deal seed", [secret, match.encode(), salt.encode(), *sorted(digest.encode() for digest in digests)])


def derived(seed: bytes, purpose: str) -> int:
    """A number for another use of the same seed, such as the order of the legs, that tells nothing of the deals."""
    return int.from_bytes(_hash(purpose, [seed]), "big")
