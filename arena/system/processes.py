"""What the operating system is asked so that no process is left behind.

A process group does not hold a detached grandchild and a parent-death signal does not reach it. A subreaper does: the
orphans of its children become its own children, and it kills until it has none.
"""

import ctypes
import os
import resource
import signal
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Final

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36
_ENDED: Final = (b"Z", b"X")


def become_subreaper() -> None:
    """Orphaned descendants of this process become its children from now on."""
    if _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def raise_file_limit() -> None:
    """At the file limit an ipc accept aborts the process, so take all the system gives."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def dies_with_parent(open_files: int | None = None) -> Callable[[], None]:
    """What a child does before it becomes another program: it dies when this process does, and has few files."""
    parent = os.getpid()

    def prepare() -> None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if open_files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (open_files, open_files))

    return prepare


def kill_session(leader: int) -> None:
    """Kill what is left of the session that `leader` began, but for processes that began one of their own."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def sweep(spare: Collection[int] = ()) -> int:
    """Kill and reap every child of this process but `spare`, and what they leave, until none is left.

    Returns how many there were. For a subreaper these are the orphans of bots.
    """
    killed: set[int] = set()
    while strays := [pid for pid in children_of(os.getpid()) if pid not in spare]:
        for pid in strays:
            os.kill(pid, signal.SIGKILL)
        for pid in strays:
            os.waitpid(pid, 0)
        killed.update(strays)
    return len(killed)


def children_of(parent: int) -> Iterator[int]:
    """The children of a process, dead ones not yet waited for included."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and _parent(int(entry.name)) == parent:
            yield int(entry.name)


def _parent(pid: int) -> int | None:
    try:
        return int(stat_of(pid)[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def began(pid: int) -> int:
    """When a process began, in ticks since the machine did: no two that have one id began at once. Raises OSError."""
    return int(stat_of(pid)[19])


def runs(pid: int, began_at: int) -> bool:
    """Whether the process that had that id then still runs; one that has ended and is not waited for does not."""
    try:
        return began(pid) == began_at and stat_of(pid)[0] not in _ENDED
    except OSError:
        return False


def stat_of(pid: int) -> list[bytes]:
    """What `/proc/PID/stat` says from the state on, which proc(5) counts as the third field. Raises OSError."""
    # the name in parentheses may hold spaces and parentheses, so count from the last one
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
