"""A folder that a process has for itself while it lives. One that was killed leaves its own to the next to remove."""

import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import Final

_PREFIX: Final = "arena-"
_OWNER: Final = ".owner"
"""Locked for as long as the owner lives: the system gives a lock back however a process ends."""


@contextmanager
def own_folder(place: Path | None = None, prefix: str = _PREFIX) -> Iterator[Path]:
    """A new folder that no other user sees into, empty but for a lock; gone at the end.

    It lies in `place`, the system's folder for such things when left out, and its name begins with `prefix`: what
    begins so there, has such a lock and no owner any more is removed first.
    """
    place = Path(gettempdir()) if place is None else place
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
        _remove(folder)


def remove_ownerless(place: Path, prefix: str) -> None:
    """This user's alone; what others call so is none of ours."""
    for owner in place.glob(f"{prefix}*/{_OWNER}"):
        try:
            found = owner.parent.lstat()
            if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
                continue
            lock = os.open(owner, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(owner.parent)
        except BlockingIOError:
            continue
        finally:
            os.close(lock)


def make_writable(folder: Path) -> None:
    """Every folder in it, whatever rights whoever made them gave them, so that it can be removed."""
    folder.chmod(0o700)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            path = Path(place, name)
            if not path.is_symlink():
                path.chmod(0o700)


def _remove(folder: Path) -> None:
    """As much of it as can be."""
    with suppress(OSError):
        make_writable(folder)
    shutil.rmtree(folder, ignore_errors=True)
