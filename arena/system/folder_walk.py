"""A walk through a folder that a stranger may have filled.

`os.walk` calls itself once for each level and builds a path that grows with them, so nested folders alone end the
process that walks. This walk keeps one open descriptor for each level, follows no link, and refuses what is too deep or
too much.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError

DEEPEST: Final = 100
"""Folders within each other."""
READING: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_GONE: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP})


class Found(NamedTuple):
    """One entry of a folder."""

    path: str
    """Below the folder that is walked, with `/` between."""
    name: str
    place: int
    """A descriptor of the folder that holds it, open until the walk goes on."""
    stat: os.stat_result
    """Of a link itself, never of what it leads to."""

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.stat.st_mode)

    @property
    def is_file(self) -> bool:
        """Whether it is a plain file: no link, pipe, socket or device."""
        return stat.S_ISREG(self.stat.st_mode)


class _Level:
    """One open folder of the trail from the top to where the walk is."""

    def __init__(self, descriptor: int, path: str) -> None:
        self.descriptor = descriptor
        self.path = path
        self.entries = os.scandir(descriptor)

    def close(self) -> None:
        self.entries.close()
        os.close(self.descriptor)


def walk(folder: Path, most: int | None = None, enter: Callable[[Found], bool] | None = None) -> Iterator[Found]:
    """Yield everything in `folder`, a folder before its contents; skip the contents of those that `enter` rejects.

    What disappears meanwhile is left out. Raises ArenaError when folders are nested deeper than `DEEPEST`, when there
    are more than `most` entries, or when a folder cannot be looked into; OSError when `folder` itself cannot.
    """
    count = 0
    trail = [_Level(os.open(folder, READING & ~os.O_NOFOLLOW), "")]
    try:
        while trail:
            here = trail[-1]
            entry = next(here.entries, None)
            if entry is None:
                trail.pop().close()
                continue
            try:
                found = Found(here.path + entry.name, entry.name, here.descriptor, entry.stat(follow_symlinks=False))
            except FileNotFoundError:
                continue
            count += 1
            if most is not None and count > most:
                raise ArenaError("{folder}: holds more than {most:,} files and folders", folder=folder, most=most)
            yield found
            if found.is_folder and (enter is None or enter(found)):
                if len(trail) >= DEEPEST:
                    raise ArenaError("{folder}: nests folders more than {deepest} deep", folder=folder, deepest=DEEPEST)
                trail += _entered(folder, found)
    finally:
        for level in trail:
            level.close()


def _entered(folder: Path, found: Found) -> list[_Level]:
    """The folder's level, or nothing when it is no longer there."""
    try:
        descriptor = os.open(found.name, READING, dir_fd=found.place)
    except OSError as error:
        if error.errno in _GONE:
            return []
        raise ArenaError(
            "{folder}: {path!r} cannot be read: {strerror}", folder=folder, path=found.path, strerror=error.strerror
        ) from None
    return [_Level(descriptor, f"{found.path}/")]
