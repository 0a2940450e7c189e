"""The referee's own memory, and which bot is filling it.

A multipart message without end grows inside the socket library: no high-water mark counts it, and none of it reaches
the program. What can be seen is that this process grows, and which thread touches new pages; each seat has a thread of
its own (`arena.seats.lanes`). Freed memory is kept and touched again, so that no honest bot's pages count twice.
"""

import ctypes
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

SLACK: Final = 32 * 1024 * 1024
"""How far the process may grow beyond its record, in bytes."""
BYTES_A_SEAT: Final = 40
"""What one seat of one round takes in the record, deals included."""
LOOK_EVERY_S: Final = 0.02
"""The time between looks while memory does not grow. A bot can send some 20 MiB in it."""
ALARMED_S: Final = 0.001
"""The time between looks while memory grows."""
SUDDEN: Final = 1024 * 1024
"""More growth between two looks than honest messages cause, in bytes."""
LEAST: Final = 1024 * 1024
"""What a seat has to have taken to be blamed, in bytes: eight waiting messages of the largest size take as much."""
CALM_LOOKS: Final = 50
"""After a bot was named, the looks for which its memory may still be coming back."""
MOST_UNSEEN: Final = 30
"""Looks that find too much memory, grown since the look before, and no seat that has taken it, after which no bot is to
blame.
"""
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_LIBC: Final = ctypes.CDLL(None)
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_NEVER: Final = 1 << 30
_NO_MESSAGE: Final = 1 << 22
"""More bytes than any message has."""


class MemoryWatch:
    """Ask it again after `look_every_s`."""

    def __init__(self, rounds: int, seats: int) -> None:
        """`rounds` are those of all legs."""
        _LIBC.mallopt(_M_TRIM_THRESHOLD, _NEVER)
        _LIBC.mallopt(_M_MMAP_THRESHOLD, _NO_MESSAGE)
        self._last = resident_bytes()
        self._limit = self._last + SLACK + rounds * seats * BYTES_A_SEAT
        self._sudden = False
        self._calm = 0
        self._unseen = 0

    @property
    def look_every_s(self) -> float:
        """The time until the next look, in seconds."""
        return ALARMED_S if self._sudden else LOOK_EVERY_S

    def offender(self, pages: Callable[[], Mapping[int, int]]) -> int | None:
        """Return the seat that fills this process's memory, if that has grown too far. `pages` returns how many pages
        of memory each seat's bot has taken since its start.

        Raise MemoryError if it has, and no seat has taken it.
        """
        resident = resident_bytes()
        growth, self._last = resident - self._last, resident
        self._sudden = growth > SUDDEN and not self._calm
        if self._calm:
            self._calm -= 1
            if not self._calm:
                # what has not come back by now is counted against nobody else
                self._limit = max(self._limit, resident + SLACK)
            return None
        if resident <= self._limit:
            self._unseen = 0
            return None
        return self._most_taking(pages(), growth)

    def _most_taking(self, taken: Mapping[int, int], growth: int) -> int | None:
        """Return the seat that has taken most pages, if it has taken enough."""
        seat = max(taken, key=taken.__getitem__, default=None)
        if seat is None or taken[seat] * _PAGE < LEAST:
            self._unseen += growth > 0
            if self._unseen < MOST_UNSEEN:
                return None
            raise MemoryError(
                f"the referee's memory grew beyond {self._limit // 2**20} MiB, and no bot is seen to fill it"
            )
        self._unseen, self._sudden = 0, False
        self._calm = CALM_LOOKS
        return seat


def give_back() -> None:
    """Return freed memory to the system."""
    _LIBC.malloc_trim(0)


def peak_kib() -> int:
    """Return the most memory this process ever had resident, in KiB."""
    found = re.search(rb"VmHWM:\s+(\d+)", Path("/proc/self/status").read_bytes())
    return int(found[1]) if found else 0


def resident_bytes() -> int:
    """Return the memory this process has resident."""
    return int(Path("/proc/self/statm").read_bytes().split()[1]) * _PAGE
