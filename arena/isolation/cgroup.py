"""A control group for one start of a bot: the kernel counts its processes and their memory together, and ends them all.

Where it can, it shares the processors out by group too. A group is one folder with version 2 of the kernel's
interface, and one for each controller with version 1: see `cgroups(7)`.
"""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from time import monotonic, sleep
from typing import Final, NamedTuple

from arena.isolation.hierarchies import places
from arena.isolation.rlimits import WRAPPERS
from arena.records.limits import MIB, Limits
from arena.system.processes import began, runs

_NAME: Final = re.compile(r"arena-(\d+)-(\d+)-(\d+)-[0-9a-f]{8}")
"""Of a group: the process name space, id and beginning of who made it."""
_REMOVAL_S: Final = 1.0
_RECLAIM: Final = ("memory.reclaim", "memory.force_empty")
"""By version 2 of the interface, since Linux 5.19, and by version 1, which takes any number."""


class Refused(NamedTuple):
    """Which limits the kernel has held a group to, the hard way."""

    memory: bool = False
    """A process was killed for it."""
    processes: bool = False


class Group:
    """One group, by its folders. Whoever calls what `entrance` gives is in it, and all that it starts."""

    def __init__(self, memory: Path, pids: Path, *others: Path) -> None:
        self._memory = memory
        self._pids = pids
        self._folders = dict.fromkeys((memory, pids, *others))

    def make(self, limits: Limits) -> None:
        """Its folders, with the limits set. Raises OSError."""
        try:
            for folder in self._folders:
                folder.mkdir()
            self._limit(limits)
        except OSError:
            self.remove()
            raise

    def _limit(self, limits: Limits) -> None:
        size = limits.memory_mib * MIB
        (self._pids / "pids.max").write_text(str(limits.processes + WRAPPERS))
        if (self._memory / "memory.max").exists():
            (self._memory / "memory.max").write_text(str(size))
            (self._memory / "memory.oom.group").write_text("1")
            swap, most = self._memory / "memory.swap.max", 0
        else:
            (self._memory / "memory.limit_in_bytes").write_text(str(size))
            # what memory and swap may take together: more, so that it is memory's limit that is met, and counted
            swap, most = self._memory / "memory.memsw.limit_in_bytes", size + MIB
        if swap.exists():
            swap.write_text(str(most))

    @contextmanager
    def entrance(self) -> Iterator[Callable[[], None]]:
        """What a new process is to call, before it becomes a program.

        Opened by this process, since the new one may be of a user who could not.
        """
        doors = [os.open(_door(folder), os.O_WRONLY | os.O_CLOEXEC) for folder in self._folders]

        def enter() -> None:
            for door in doors:
                os.write(door, b"0")

        try:
            yield enter
        finally:
            for door in doors:
                os.close(door)

    def members(self) -> list[int]:
        """The processes in it, whoever their parent is; none once it is removed."""
        try:
            pids = map(int, (self._pids / "cgroup.procs").read_text().split())
        except OSError:
            return []
        # whom this process's name space has no number for is listed as 0
        return [pid for pid in pids if pid > 0]

    def refused(self) -> Refused:
        """What it has come to so far. A kill for want of the machine's memory is not the bot's own."""
        events = _counters(self._memory / "memory.events") | _counters(self._memory / "memory.oom_control")
        reached = events.get("oom", 0) or _number(self._memory / "memory.failcnt")
        return Refused(
            memory=bool(reached and events.get("oom_kill")),
            processes=bool(_counters(self._pids / "pids.events").get("max")),
        )

    def kill(self) -> None:
        """Kill every process in it; they are not waited for."""
        with suppress(OSError):
            (self._pids / "cgroup.kill").write_text("1")
            return
        # No such file before Linux 5.14, nor with version 1. With no more forks, who is listed is everybody.
        with suppress(OSError):
            (self._pids / "pids.max").write_text("0")
        killed: set[int] = set()
        while others := set(self.members()) - killed:
            for pid in others:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            killed |= others

    @property
    def forgets(self) -> bool:
        """Whether the kernel can be told to forget what is kept in memory on account of its processes."""
        return any((self._memory / name).exists() for name in _RECLAIM)

    def forget(self) -> None:
        """Give back the pages of files that its processes were the first to read, so that reading them takes as long
        as before. To be called when they have ended.
        """
        for name in _RECLAIM:
            with suppress(OSError):
                (self._memory / name).write_text(str(_number(self._memory / "memory.current")))

    def remove(self) -> None:
        """To be called when its processes have ended. Where one takes long to, the next arena's start removes it."""
        self.forget()
        until = monotonic() + _REMOVAL_S
        for folder in self._folders:
            while not _removed(folder) and monotonic() < until:
                # version 1 has nothing to wait for
                sleep(0.001)


class Groups:
    """Where groups are made. Those of arenas that are gone are removed first, and what is left in them is ended."""

    def __init__(self) -> None:
        """Raises OSError where there is no place for them."""
        self._places = places()
        self._name = f"arena-{_namespace()}-{os.getpid()}-{began(os.getpid())}"
        for name in self._ownerless():
            left = self._group(name)
            left.kill()
            left.remove()

    def make(self, limits: Limits) -> Group:
        """Raises OSError."""
        group = self._group(f"{self._name}-{token_hex(4)}")
        group.make(limits)
        return group

    def forgets(self) -> bool:
        """Whether groups forget."""
        group = self.make(Limits())
        try:
            return group.forgets
        finally:
            group.remove()

    def _group(self, name: str) -> Group:
        return Group(*(place / name for place in self._places))

    def _ownerless(self) -> Iterator[str]:
        """Process ids of another name space say nothing here."""
        for name in {folder.name for place in self._places for folder in place.glob("arena-*")}:
            made = _NAME.fullmatch(name)
            if made is not None and int(made[1]) == _namespace() and not runs(int(made[2]), int(made[3])):
                yield name


def _door(folder: Path) -> Path:
    """Version 1 takes a thread that moves itself, which spares the kernel a wait of 10 ms for all its processors."""
    alone = folder / "tasks"
    return alone if alone.exists() else folder / "cgroup.procs"


def _namespace() -> int:
    return Path("/proc/self/ns/pid").stat().st_ino


def _counters(file: Path) -> dict[str, int]:
    """Lines of a name and a number; none where there is no such file."""
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return {}
    return {name: int(number) for name, number in map(str.split, lines)}


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except OSError:
        return 0


def _removed(folder: Path) -> bool:
    """Or never there."""
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
