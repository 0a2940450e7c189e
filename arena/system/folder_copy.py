"""A private copy of a folder: plain files, folders and links, whoever they belong to, and nothing else."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from arena.errors import ArenaError
from arena.system.folder_walk import Found, walk


def copy(source: Path, target: Path, most_bytes: int, belongs: Callable[[Found], bool]) -> None:
    """Copy what `belongs` accepts into the new folder `target`. Links are copied as links, special files left out.

    The copy is read-only, its files can be run where their owner could run them, and they keep their times. Raises
    ArenaError when there is more than `most_bytes` or it cannot be walked, OSError when it cannot be copied.
    """
    target.mkdir(mode=0o700)
    folders = []
    left = most_bytes
    for found in walk(source, enter=belongs):
        place = target / found.path
        if not belongs(found):
            continue
        if found.is_folder:
            place.mkdir(mode=0o700)
            folders.append(place)
        elif found.is_file:
            left -= found.stat.st_size
            if left < 0:
                raise ArenaError("{folder}: holds more than {most} MiB", folder=source, most=most_bytes >> 20)
            _copy_file(found, place)
        elif stat.S_ISLNK(found.stat.st_mode):
            place.symlink_to(os.readlink(found.name, dir_fd=found.place))
    for folder in folders:
        folder.chmod(0o555)


def _copy_file(found: Found, place: Path) -> None:
    descriptor = os.open(found.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=found.place)
    with os.fdopen(descriptor, "rb") as source, place.open("xb") as copied:
        shutil.copyfileobj(source, copied, 1 << 20)
        times = (found.stat.st_atime_ns, found.stat.st_mtime_ns)
        os.utime(copied.fileno(), ns=times)
        os.fchmod(copied.fileno(), 0o555 if found.stat.st_mode & stat.S_IXUSR else 0o444)
