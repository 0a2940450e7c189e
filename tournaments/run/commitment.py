"""A secret that is drawn, and committed to, before a tournament is: before its bots, its salt and its beacon are known.

Who runs the tournament cannot then draw secret after secret until the deals suit him. The secret waits in the
tournament's folder, readable by its owner alone, until the run takes it.
"""

import os
import secrets
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from arena.errors import ArenaError, UsageError
from arena.match.seeds import commitment
from tournaments.layout import COMMITMENT, SECRET
from tournaments.store.store import Store

SECRET_BYTES: Final = 32


class Committed(msgspec.Struct, frozen=True):
    """What is published: the SHA-256 of the secret in hex, and the time in UTC."""

    commitment: str
    committed: str


class Drawn(NamedTuple):
    """A secret, and when it was committed to; None if that was when the run began."""

    secret: bytes
    committed: str | None


def commit(folder: Path, now: str) -> Committed:
    """Draw the secret of the tournament that will be run in `folder`; return what to publish of it.

    Raises UsageError when it was drawn before, or the tournament has begun.
    """
    if Store.exists(folder):
        raise UsageError("{folder}: this tournament has begun; its secret was drawn", folder=folder)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / COMMITMENT).exists():
        earlier = _read(folder)
        raise UsageError(
            "{folder}: committed already, at {time}, to {commitment}; whoever draws again could choose",
            folder=folder,
            time=earlier.committed,
            commitment=earlier.commitment,
        )
    secret = secrets.token_bytes(SECRET_BYTES)
    published = Committed(commitment(secret), now)
    _write(folder / SECRET, secret, 0o600)
    # last, since from here on nothing else is drawn
    _write(folder / COMMITMENT, msgspec.json.format(msgspec.json.encode(published)) + b"\n", 0o644)
    return published


def drawn_for(folder: Path) -> Drawn:
    """Return the secret that was committed to in `folder`, or a new one if none was.

    Raises ArenaError when it was altered or is gone.
    """
    if not (folder / SECRET).exists():
        if (folder / COMMITMENT).exists():
            raise ArenaError(
                "{folder}: the secret that was committed to at {time} is gone; put {secret} back, or remove"
                " {commitment} and say that the commitment is not kept",
                folder=folder,
                time=_read(folder).committed,
                secret=SECRET,
                commitment=COMMITMENT,
            )
        return Drawn(secrets.token_bytes(SECRET_BYTES), None)
    published, secret = _read(folder), (folder / SECRET).read_bytes()
    if commitment(secret) != published.commitment:
        raise ArenaError(
            "{folder}: the secret is not the one that was committed to at {time}",
            folder=folder,
            time=published.committed,
        )
    return Drawn(secret, published.committed)


def published_in(folder: Path) -> Committed | None:
    """Return the commitment that was made for `folder` before its tournament began, if one was."""
    return _read(folder) if (folder / COMMITMENT).exists() else None


def is_committed(folder: Path) -> bool:
    """Return whether a secret waits in `folder`."""
    return (folder / SECRET).exists()


def forget(folder: Path) -> None:
    """Remove the secret, which the store holds by now."""
    (folder / SECRET).unlink(missing_ok=True)


def _read(folder: Path) -> Committed:
    file = folder / COMMITMENT
    try:
        return msgspec.json.decode(file.read_bytes(), type=Committed)
    except (OSError, msgspec.DecodeError) as error:
        raise ArenaError("{file}: no commitment: {error}", file=file, error=error) from None


def _write(file: Path, data: bytes, mode: int) -> None:
    """Write a file that is there whole or not at all, also after a power cut."""
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
