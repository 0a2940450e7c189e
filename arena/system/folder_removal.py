"""Removing a folder that a stranger may have filled, however deep, closed, marked or mounted over.

The way down and up again is by descriptors, of which never more than three are open, so neither the depth nor the
length of a path has a limit. No link is followed and no mount is entered.
"""

import ctypes
import errno
import fcntl
import os
import stat
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Final

from arena.system.folder_walk import READING

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_MNT_DETACH: Final = 2
_GET_FLAGS, _SET_FLAGS = 0x80086601, 0x40086602
_IMMUTABLE, _APPEND_ONLY = 0x10, 0x20
_NOT_EMPTY: Final = frozenset({errno.ENOTEMPTY, errno.EEXIST})
_REFUSED: Final = frozenset({errno.EPERM, errno.EACCES})
_REACHING: Final = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC

_Identity = tuple[int, int]


def remove(path: Path, seconds: float = float("inf")) -> bool:
    """Remove a folder with all that is in it, or a file; links are removed, not followed.

    Returns False when something is left: it could not be removed, or `seconds` were up.
    """
    try:
        place = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        return error.errno == errno.ENOENT
    try:
        return _Removal(monotonic() + seconds).run(place, path.name)
    except OSError:
        return False
    finally:
        os.close(place)


class _Removal:
    def __init__(self, until: float) -> None:
        self._until = until
        self._kept: set[_Identity] = set()
        """Folders that could not be removed, which are not looked into twice."""

    def run(self, place: int, name: str) -> bool:
        """Whether nothing is left of `name`."""
        fault = _unlink(place, name, within=False)
        if fault in _NOT_EMPTY and (here := _enter(place, name)) is not None:
            self._empty(here)
            fault = _unlink(place, name, within=False)
        return fault == 0

    def _empty(self, here: int) -> None:
        """Remove what lies in an open folder, which is closed at the end: down to the deepest first, then up again."""
        above: list[tuple[str, _Identity]] = []
        try:
            while not self._late():
                deeper = self._thin_out(here)
                if deeper is not None:
                    above.append((deeper[0], _identity(here)))
                    os.close(here)
                    here = deeper[1]
                    continue
                if not above:
                    return
                left = _identity(here)
                name, expected = above.pop()
                parent = os.open("..", READING, dir_fd=here)
                os.close(here)
                here = parent
                if _identity(here) != expected:
                    return  # somebody moves folders about while they are removed
                if _unlink(here, name) != 0:
                    self._kept.add(left)
        finally:
            os.close(here)

    def _thin_out(self, here: int) -> tuple[str, int] | None:
        """Remove files and empty folders; returns the first folder that has to be emptied before, opened."""
        with os.scandir(here) as entries:
            for entry in entries:
                if self._late():
                    return None
                if _unlink(here, entry.name) not in _NOT_EMPTY:
                    continue
                below = _enter(here, entry.name)
                if below is None:
                    continue
                if _identity(below) not in self._kept:
                    return entry.name, below
                os.close(below)
        return None

    def _late(self) -> bool:
        return monotonic() > self._until


def _unlink(place: int, name: str, within: bool = True) -> int:
    """Remove a file, a link or an empty folder. Returns 0 when it is gone, else the error number of why not.

    `within` says that the folder at `place` is to be removed too, so that its rights may be changed.
    """
    fault = _try_to_unlink(place, name)
    if fault in _REFUSED:
        if within:
            _permit(place)
        with _reached(place, name) as entry:
            if entry is not None:
                _permit(entry)
        fault = _try_to_unlink(place, name)
    if fault == errno.EBUSY:
        with _reached(place, name) as entry:
            if entry is not None:
                _LIBC.umount2(os.fsencode(_link_to(entry)), _MNT_DETACH)
        fault = _try_to_unlink(place, name)
    return fault


def _try_to_unlink(place: int, name: str) -> int:
    try:
        if stat.S_ISDIR(os.stat(name, dir_fd=place, follow_symlinks=False).st_mode):
            os.rmdir(name, dir_fd=place)
        else:
            os.unlink(name, dir_fd=place)
    except FileNotFoundError:
        return 0
    except OSError as error:
        return error.errno or errno.EIO
    return 0


def _enter(place: int, name: str) -> int | None:
    """Open a folder so that what lies in it can be removed, or return None where that cannot be done."""
    with _reached(place, name) as entry:
        if entry is not None and (os.fstat(entry).st_mode & stat.S_IRWXU) != stat.S_IRWXU:
            with suppress(OSError):
                Path(_link_to(entry)).chmod(stat.S_IRWXU)
    try:
        return os.open(name, READING, dir_fd=place)
    except OSError:
        return None


def _permit(descriptor: int) -> None:
    """Give a file or folder the rights that removing needs, and take marks off that forbid it."""
    with suppress(OSError):
        mode = os.fstat(descriptor).st_mode
        if not (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
            return
        opened = os.open(_link_to(descriptor), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            flags = array("l", [0])
            fcntl.ioctl(opened, _GET_FLAGS, flags)
            if flags[0] & (_IMMUTABLE | _APPEND_ONLY):
                flags[0] &= ~(_IMMUTABLE | _APPEND_ONLY)
                fcntl.ioctl(opened, _SET_FLAGS, flags)
        finally:
            os.close(opened)
    with suppress(OSError):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            Path(_link_to(descriptor)).chmod(stat.S_IRWXU)


@contextmanager
def _reached(place: int, name: str) -> Iterator[int | None]:
    """A descriptor that needs no right to the entry itself, or None when there is no such entry."""
    try:
        descriptor = os.open(name, _REACHING, dir_fd=place)
    except OSError:
        yield None
        return
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _link_to(descriptor: int) -> str:
    """A path to what is open, for calls that take no descriptor."""
    return f"/proc/self/fd/{descriptor}"


def _identity(descriptor: int) -> _Identity:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino
