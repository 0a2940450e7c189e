"""Which limit ended a bot, read from how it ended and the last it wrote."""

import signal
from typing import Final

from arena.isolation.cgroup import Group, Refused
from arena.records.limits import Limits

_SIGNAL_BASE: Final = 128
_OUT_OF_MEMORY: Final = (
    "MemoryError",
    "std::bad_alloc",
    "JavaScript heap out of memory",
    "OutOfMemoryError",
    "os::commit_memory",
    "memory allocation of",
    "Cannot allocate memory",
    "cannot allocate memory",
)
_OUT_OF_PROCESSES: Final = ("can't start new thread", "BlockingIOError: [Errno 11]", "fork: Resource temporarily")
_OUT_OF_SPACE: Final = ("No space left on device", "File too large")
_OUT_OF_FILES: Final = ("Too many open files",)


def own_status(status: int) -> int:
    """The status of a bot from that of the process that held it, which tells a signal as 128 and its number."""
    number = status - _SIGNAL_BASE
    return -number if number in {known.value for known in signal.Signals} else status


def limit_reached(status: int, last_words: str, limits: Limits, group: Group | None) -> str:
    """The limit, in words, that explains the end, or nothing. `status` is negative for a signal.

    What a limit of a process refuses leaves no trace but what the program itself says of it, in its runtime's words. A
    control group counts; but a program that was refused a process may have gone on, so what it says comes first.
    """
    if status == 0:
        return ""
    refused = Refused() if group is None else group.refused()
    if refused.memory:
        return limits.memory
    if status == -signal.SIGXCPU:
        return limits.processor
    if status == -signal.SIGXFSZ:
        return limits.disk
    told = (
        (_OUT_OF_MEMORY, limits.memory),
        (_OUT_OF_PROCESSES, limits.crowd),
        (_OUT_OF_SPACE, limits.disk),
        (_OUT_OF_FILES, limits.files),
    )
    otherwise = limits.crowd if refused.processes else ""
    return next((words for phrases, words in told if any(phrase in last_words for phrase in phrases)), otherwise)
