"""One process at a time works on a tournament's folder."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

LOCK: Final = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder. Raises ArenaError, naming the holder, when another process does.

    A record lock belongs to its process alone: it goes with the process, however that dies, and no child inherits it.
    """
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in {errno.EACCES, errno.EAGAIN}:
                raise
            holder = os.read(descriptor, 32).decode(errors="replace").strip() or "unknown"
            raise ArenaError(
                f"{folder}: another process (number {holder}) is at work in this folder; wait for it or stop it"
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)
