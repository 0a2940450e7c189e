"""What the system says of processes: the memory of a bot and all it started, and who is left when it has ended."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arena.system.processes import children_of

_PAGE = os.sysconf("SC_PAGE_SIZE")


def memory_of(pid: int) -> int:
    """Resident bytes of a process and everything below it; 0 when it is gone."""
    return sum(resident(each) for each in family_of(pid))


def family_of(pid: int) -> Iterator[int]:
    """The process and everything below it."""
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        yield parent
        waiting += children_of(parent)


def strays() -> list[int]:
    """The children of this process that still run; those that have ended are waited for."""
    alive = []
    for pid in children_of(os.getpid()):
        with suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                alive.append(pid)
    return alive


def name_of(pid: int) -> str:
    """A process by number and command line, for people."""
    try:
        words = (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        words = ""
    return f"{pid} ({words.strip()[:60]})"


def resident(pid: int) -> int:
    """Resident bytes of one process; 0 when it is gone."""
    try:
        return int((Path("/proc") / str(pid) / "statm").read_bytes().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0
