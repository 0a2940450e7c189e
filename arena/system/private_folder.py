"""A folder that a process has for itself while it lives. One that was killed leaves its own to the next to remove."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from time import monotonic
from typing import Final

from arena.system.folder_removal import remove

_PREFIX: Final = "arena-"
_OWNER: Final = ".owner"
"""Locked for as long as the owner lives: the system gives a lock back however a process ends."""
_CLEARING_S: Final = 2.0
"""How long what others left may hold up a start. The rest is for the next."""


@contextmanager
def own_folder(place: Path | None = None, prefix: str = _PREFIX, tidy: bool = True) -> Iterator[Path]:
    """A new folder that no other user sees into, empty but for a lock; gone at the end.

    It lies in `place`, the system's folder for such things when left out, and its name begins with `prefix`: what
    begins so there, has such a lock and no owner any more is removed first, if it is to be `tidy`.
    """
    place = Path(gettempdir()) if place is None else place
    if tidy:
        remove_ownerless(place, prefix)
    folder = Path(mkdtemp(prefix=prefix, dir=place))
    try:
        draft = folder / f"{_OWNER}-new"
        lock = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            # it has its name once it is locked, so that nobody takes the folder for one that was left
            draft.rename(folder / _OWNER)
            yield folder
        finally:
            os.close(lock)
    finally:
        remove(folder)


def remove_ownerless(place: Path | None = None, prefix: str = _PREFIX) -> None:
    """Remove this user's folders whose owner is gone; what others call so is none of ours."""
    until = monotonic() + _CLEARING_S
    place = Path(gettempdir()) if place is None else place
    for owner in place.glob(f"{prefix}*/{_OWNER}"):
        try:
            found = owner.parent.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            lock = os.open(owner, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # its lock goes last, so that what is left now is found again
            for entry in owner.parent.iterdir():
                if entry.name != _OWNER:
                    remove(entry, until - monotonic())
            if len(list(owner.parent.iterdir())) == 1:
                remove(owner.parent)
        except OSError:
            continue
        finally:
            os.close(lock)
