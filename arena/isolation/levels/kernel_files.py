"""Files below `/proc` that are about the whole machine: what a sandboxed bot finds in their place.

They count what all processes have done since the machine was started. A bot can drive such a count to a number before a
leg ends, and read it in the next.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_CLOSED: Final = ("sys",)
_ROOTS: Final = ("sysrq-trigger", "irq", "bus", "fs", "acpi", "scsi")
"""Root may write to some of these by its mere name, all powers dropped."""
_HIDDEN: Final = (
    *(
        "buddyinfo",
        "cgroups",
        "diskstats",
        "interrupts",
        "kallsyms",
        "kcore",
        "key-users",
        "keys",
        "kmsg",
        "latency_stats",
    ),
    *("locks", "modules", "pagetypeinfo", "partitions", "sched_debug", "schedstat", "slabinfo", "softirqs", "swaps"),
    *("timer_list", "vmallocinfo", "vmstat", "zoneinfo"),
    *("sys/kernel/pty/nr", "sys/kernel/random/entropy_avail"),
)
_HIDDEN_FOLDERS: Final = ("pressure", "sys/fs")
PROC: Final = Path("/proc")


def closed(to_root: bool) -> list[Path]:
    """Files and folders that are to be read-only; for a bot that is root there are more of them."""
    return _existing((*_CLOSED, *_ROOTS) if to_root else _CLOSED)


def hidden(from_root: bool) -> list[Path]:
    """Files that are to be hidden: each takes time at every start, so not those that only root can read anyway."""
    return [path for path in _existing(_HIDDEN) if from_root or path.stat().st_mode & 0o077]


def hidden_folders() -> list[Path]:
    return _existing(_HIDDEN_FOLDERS)


def steady() -> dict[Path, bytes]:
    """Files that runtimes read for the number of processors and the like: the same at every start of a bot."""
    cores = sorted(os.sched_getaffinity(0))
    idle = " 0" * 10
    began = next((line for line in (PROC / "stat").read_text().splitlines() if line.startswith("btime")), "btime 0")
    lines = [f"cpu {idle}", *(f"cpu{core}{idle}" for core in cores), "intr 0", "ctxt 0", began, "processes 1"]
    return {
        PROC / "stat": "\n".join([*lines, "procs_running 1", "procs_blocked 0", ""]).encode(),
        PROC / "loadavg": b"0.00 0.00 0.00 1/1 1\n",
        PROC / "uptime": b"0.00 0.00\n",
    }


def _existing(names: Iterable[str]) -> list[Path]:
    return [PROC / name for name in names if (PROC / name).exists()]
