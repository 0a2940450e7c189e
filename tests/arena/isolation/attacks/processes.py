"""Other processes. Each returns what it got, or nothing, or raises OSError."""

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

NEAR = 30
LIBC = ctypes.CDLL(None, use_errno=True)


def reads_the_referees_environment() -> int:
    referee = Path("/proc", str(os.getppid()))
    if b"arena.referee" not in (referee / "cmdline").read_bytes():
        return 0
    return len((referee / "environ").read_bytes())


def reads_the_referees_memory() -> int:
    """The seed of the deals is there, and nowhere else."""
    referee = Path("/proc", str(os.getppid()))
    if b"arena.referee" not in (referee / "cmdline").read_bytes():
        return 0
    heap = next(line for line in (referee / "maps").read_text().splitlines() if line.endswith("[heap]"))
    start, _, end = heap.split()[0].partition("-")
    with (referee / "mem").open("rb", buffering=0) as memory:
        memory.seek(int(start, 16))
        return len(memory.read(min(int(end, 16) - int(start, 16), 4096)))


def signals_the_referee_and_rivals(name: str) -> list[int]:
    """Signal 0 only asks whether it might."""
    number = 0 if name == "0" else signal.Signals[name]
    reached = []
    for pid in _referee_and_rivals():
        try:
            os.kill(pid, number)
        except OSError:
            continue
        reached.append(pid)
    return reached


def _referee_and_rivals() -> list[int]:
    """Its parent, and those that have the same parent, as far as it sees them; never what holds it in a sandbox."""
    parent = os.getppid()
    if parent <= 1:
        return []
    rivals = [pid for pid in _processes() if pid != os.getpid() and _parent(pid) == parent]
    return [*rivals, parent]


def slows_rivals_down() -> list[str]:
    """Moves them to one processor, lowers their place in the queues for processor and disk; and puts all back."""
    others = set(_referee_and_rivals())
    if others <= {os.getppid()}:
        # it does not see them, but they were started just before it
        others |= set(range(max(os.getpid() - NEAR, 2), os.getpid() + NEAR)) - {os.getpid()}
    done = set()
    for pid in others:
        for name, change in (("processors", _moves), ("priority", _lowers), ("disk priority", _lowers_for_the_disk)):
            with suppress(OSError):
                if change(pid):
                    done.add(name)
    return sorted(done)


def _moves(pid: int) -> bool:
    before = os.sched_getaffinity(pid)
    os.sched_setaffinity(pid, {min(before)})
    after = os.sched_getaffinity(pid)
    os.sched_setaffinity(pid, before)
    return after != before


def _lowers(pid: int) -> bool:
    """No ordinary user may raise it again."""
    before = os.getpriority(os.PRIO_PROCESS, pid)
    os.setpriority(os.PRIO_PROCESS, pid, before)
    return True


def _lowers_for_the_disk(pid: int) -> bool:
    number = {"x86_64": 251, "aarch64": 30}[os.uname().machine]
    if LIBC.syscall(ctypes.c_long(number), 1, pid, 2 << 13 | 4) != 0:
        raise OSError(ctypes.get_errno(), "ioprio_set")
    return True


def _processes() -> list[int]:
    try:
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    except OSError:
        return []


def _parent(pid: int) -> int:
    try:
        return int(Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def leaves_a_grandchild() -> None:
    """Detached twice over; whether it lives on is for the test to see."""
    daemon = (
        "import os, sys, time\n"
        "def apart():\n"
        "    try:\n"
        "        os.setsid()\n"
        "    except OSError:\n"
        "        pass\n"
        "if os.fork() == 0:\n"
        "    apart()\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(60)\n"
    )
    subprocess.run([sys.executable, "-c", daemon, sys.argv[1]], check=True)
