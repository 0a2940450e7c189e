"""The lock that lets one process at a time work in a tournament's folder."""

import errno
import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from protocol.text import Said
from tournaments.layout import LOCK

_RECORD: Final = "hhqqi4x"
"""The system's `struct flock` where an offset has 64 bits: kind, whence, start, length, holder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder. Raises ArenaError, which names the holder, when another process holds it.

    A record lock belongs to its process alone: it ends with the process, however that dies, and no child inherits it.
    """
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EAGAIN}:
                raise
            raise ArenaError(
                "{folder}: another process (number {number}) is at work in this folder; wait for it or stop it",
                folder=folder,
                number=_number(descriptor) or Said("unknown"),
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)


def holder(folder: Path) -> int | None:
    """Return the number of the process that holds the folder, as that process wrote it; None when none does.

    This asks without taking the lock, so it is never in another process's way. A process that may hold the folder
    itself must not ask: closing the descriptor would end its own lock.
    """
    try:
        descriptor = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        wanted = struct.pack(_RECORD, fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
        kind = struct.unpack(_RECORD, fcntl.fcntl(descriptor, fcntl.F_GETLK, wanted))[0]
        return None if kind == fcntl.F_UNLCK else _number(descriptor)
    finally:
        os.close(descriptor)


def _number(descriptor: int) -> int | None:
    written = os.read(descriptor, 32).strip()
    return int(written) if written.isdigit() else None
