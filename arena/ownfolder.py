"""A folder that a process has for itself while it lives. One that was killed leaves its own to the next to remove."""

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

_PREFIX: Final = "arena-"
_OWNER: Final = ".owner"
"""Locked for as long as the owner lives: the system gives a lock back however a process ends."""


@contextmanager
def own_folder() -> Iterator[Path]:
    """A new folder that no other user sees into, empty but for a lock; gone at the end."""
    _remove_ownerless(Path(gettempdir()))
    with TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True) as name:
        folder = Path(name)
        draft = folder / f"{_OWNER}-new"
        lock = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # it has its name once it is locked, so that nobody takes the folder for one that was left
            draft.rename(folder / _OWNER)
            yield folder
        finally:
            os.close(lock)


def _remove_ownerless(place: Path) -> None:
    """This user's alone; what others call so is none of ours."""
    for owner in place.glob(f"{_PREFIX}*/{_OWNER}"):
        try:
            found = owner.parent.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            lock = os.open(owner, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(owner.parent, ignore_errors=True)
        except BlockingIOError:
            continue
        finally:
            os.close(lock)
