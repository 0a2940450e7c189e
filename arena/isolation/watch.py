"""What all processes of a bot use together, looked at from outside.

The kernel's limits of a process do not count memory that processes share, nor how many there are when the bot's user
has other processes or is root. Where no control group does, the sums are taken here, a few times a second.
"""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.isolation.cgroup import Group
from arena.isolation.rlimits import WRAPPERS
from arena.records.limits import MIB, Limits
from arena.system.folder_walk import walk
from arena.system.processes import stat_of

LOOK_EVERY_S: Final = 0.25
MOST_FILES: Final = 2000
"""In a scratch folder: an empty file takes memory that no size tells of, and counting takes the referee's time."""
_BUFFER_SIZE: Final = Path("/proc/sys/net/core/wmem_default")
NEEDED: Final = (Path("/proc/self/smaps_rollup"), Path("/proc/self/status"), _BUFFER_SIZE)
"""What tells of the memory of a process where no group counts it; a kernel may be built without, a container hide it.
"""
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


class Seen(NamedTuple):
    """One process, as `/proc/PID/stat` tells it; memory is resident bytes."""

    pid: int
    parent: int
    session: int
    threads: int
    memory: int
    processor_ms: int


class Watch:
    """Looks at all processes of `group`. Where there is none, at the process `root`, which began a session, at those of
    its session and of `user`, if that is the bot's own, and at the descendants of all these. At `scratch` too: on disk,
    or `inside`, where the bot finds it as a file system of its own that limits its size.
    """

    def __init__(
        self,
        root: int,
        limits: Limits,
        scratch: Path | None,
        group: Group | None = None,
        user: int | None = None,
        most_files: int = MOST_FILES,
        inside: Path | None = None,
    ) -> None:
        self._root = root
        self._group = group
        self._user = user
        self._most_files = most_files
        self._limits = limits
        self._scratch = scratch
        self._inside = inside
        self._look_at = 0.0
        self._foreign: set[int] = set()
        """Processes that were somebody else's when last looked at, and so remain."""
        self.processor_ms = 0
        """Of all of them, those that have ended included, when last looked at."""

    def exceeded(self, now: float) -> str:
        """The limit that the bot is over, in words, or nothing; `now` is in seconds."""
        if now < self._look_at:
            return ""
        self._look_at = now + LOOK_EVERY_S
        seen = self.look()
        if sum(process.threads for process in seen) > self._limits.processes + WRAPPERS:
            return self._limits.crowd
        if self.processor_ms > self._limits.processor_s * 1000:
            return self._limits.processor
        if self._out_of_memory(seen):
            return self._limits.memory
        return self._limits.disk if self._out_of_scratch(seen) else ""

    def _out_of_memory(self, seen: list[Seen]) -> bool:
        if self._group is not None:
            return self._group.refused().memory
        most = self._limits.memory_mib * MIB - sum(map(_page_tables, seen))
        if sum(process.memory + _buffer() * self._open_files(process) for process in seen) <= most:
            return False
        sockets = set().union(*map(_sockets, seen))
        hidden = sum(self._limits.open_files for process in seen if _descriptors(process) is None)
        return sum(map(_own_share, seen)) + _buffer() * (len(sockets) + hidden) > most

    def _out_of_scratch(self, seen: list[Seen]) -> bool:
        if self._inside is not None:
            return _files_in(self._inside, seen) > self._most_files
        most = self._limits.scratch_mib * MIB
        return self._scratch is not None and _overfull(self._scratch, most, self._most_files)

    def _open_files(self, process: Seen) -> int:
        """How many it has, or may have if it does not let anybody look."""
        descriptors = _descriptors(process)
        return self._limits.open_files if descriptors is None else len(descriptors)

    def look(self) -> list[Seen]:
        """Its processes, now."""
        if self._group is None:
            seen = self._family()
        else:
            seen = [process for process in map(_look, self._group.members()) if process is not None]
        self.processor_ms = max(self.processor_ms, sum(process.processor_ms for process in seen))
        return seen

    def _family(self) -> list[Seen]:
        pids = {int(name) for name in os.listdir("/proc") if name.isdigit()}  # noqa: PTH208
        self._foreign &= pids
        found = {process.pid: process for process in map(_look, pids - self._foreign) if process is not None}
        # those who have lost their parent are another's children
        ours = {pid for pid, process in found.items() if self._root in (pid, process.session) or self._owns(pid)}
        grown = True
        while grown:
            more = {pid for pid, process in found.items() if process.parent in ours} - ours
            ours |= more
            grown = bool(more)
        self._foreign |= found.keys() - ours
        return [found[pid] for pid in ours]

    def _owns(self, pid: int) -> bool:
        if self._user is None:
            return False
        try:
            return os.stat(f"/proc/{pid}").st_uid == self._user  # noqa: PTH116
        except OSError:
            return False


def _look(pid: int) -> Seen | None:
    try:
        words = stat_of(pid)
    except OSError:
        return None
    spent = sum(map(int, words[11:15])) * 1000 // _TICKS
    return Seen(pid, int(words[1]), int(words[3]), int(words[17]), int(words[21]) * _PAGE, spent)


def _page_tables(process: Seen) -> int:
    """Bytes that the kernel takes to say where the memory of the process is: much, if it has looked at a little in many
    places where there is nothing. Everybody may read that.
    """
    try:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("VmPTE:"))


def _own_share(process: Seen) -> int:
    """Bytes of memory that are not of files, what is shared counted in equal parts; or all that it has, if it does
    not let anybody look.
    """
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text().splitlines()
    except PermissionError:
        return process.memory
    except OSError:
        return 0
    sizes = {key: int(value.split()[0]) for key, _, value in (line.partition(":") for line in lines[1:])}
    return (sizes.get("Pss_Anon", 0) + sizes.get("Pss_Shmem", 0)) * 1024


@cache
def _buffer() -> int:
    """What the kernel holds at most, in bytes, of what was written to a socket and is not read: no process is charged
    for it. See `socket(7)`; a bot's filter keeps it from raising this.
    """
    return int(_BUFFER_SIZE.read_text())


def _descriptors(process: Seen) -> list[str] | None:
    """The numbers of its open files, or None if it does not let anybody look."""
    try:
        return os.listdir(f"/proc/{process.pid}/fd")  # noqa: PTH208
    except PermissionError:
        return None
    except OSError:
        return []


def _sockets(process: Seen) -> set[str]:
    """Its sockets, by the names that the kernel gives them."""
    found = set()
    for number in _descriptors(process) or []:
        with suppress(OSError):
            found.add(os.readlink(f"/proc/{process.pid}/fd/{number}"))  # noqa: PTH115
    return {name for name in found if name.startswith("socket:")}


def _files_in(inside: Path, seen: list[Seen]) -> int:
    """How many files the file system has that a bot finds at `inside`; 0 once none of its processes is there."""
    for process in seen:
        with suppress(OSError):
            counts = os.statvfs(f"/proc/{process.pid}/root{inside}")
            return counts.f_files - counts.f_ffree
    return 0


def _overfull(folder: Path, most: int, most_files: int) -> bool:
    """Whether it holds too much, or what cannot be measured."""
    try:
        return sum(found.stat.st_blocks * 512 for found in walk(folder, most_files)) > most
    except (ArenaError, OSError):
        return True
