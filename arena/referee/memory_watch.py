"""The referee's own memory, and which bot is filling it.

A multipart message that never ends grows inside the socket's library: no high-water mark counts it and nothing of it
reaches the program. What can be seen is that this process grows, and on whose connection bytes are always waiting.
"""

import ctypes
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

SLACK: Final = 32 * 1024 * 1024
"""How far the process may grow beyond what it is expected to record."""
BYTES_A_SEAT: Final = 40
"""What a seat's part of a round takes in the record, deals included."""
LOOK_EVERY_S: Final = 0.02
"""Between two looks at a memory that does not grow. A bot can send some 20 MiB meanwhile."""
ALARMED_S: Final = 0.001
"""Between two looks at a memory that grows."""
SUDDEN: Final = 1024 * 1024
"""What no honest message adds between two looks."""
CALM_LOOKS: Final = 50
"""Looks after a bot was named during which its memory may still be on its way back."""
MOST_UNSEEN: Final = 30
"""Looks at a memory that has grown too far, after which nobody's connection is to blame. Bytes may have been taken up
just before a look, or their sender may be waiting for the processor.
"""
_FORGET: Final = 0.5
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_LIBC: Final = ctypes.CDLL(None)


class MemoryWatch:
    """To be asked again after `look_every_s`."""

    def __init__(self, rounds: int, seats: int) -> None:
        """`rounds` over all legs."""
        self._last = resident_bytes()
        self._limit = self._last + SLACK + rounds * seats * BYTES_A_SEAT
        self._sudden = False
        self._pressure: dict[int, float] = {}
        self._calm = 0
        self._unseen = 0

    @property
    def alarmed(self) -> bool:
        """Look again at once: the memory grows fast, or it has grown too far and it is not seen yet who fills it."""
        return self._sudden or self._unseen > 0

    @property
    def look_every_s(self) -> float:
        """How many seconds after the last look the next is due."""
        return ALARMED_S if self.alarmed else LOOK_EVERY_S

    def offender(self, waiting: Mapping[int, int]) -> int | None:
        """The seat that fills this process's memory, once that has grown too far; `waiting` is bytes by seat.

        Raises MemoryError when the process has grown and no connection shows why, for all of `MOST_UNSEEN` looks.
        """
        self._pressure = {seat: self._pressure.get(seat, 0) * _FORGET + held for seat, held in waiting.items()}
        resident = resident_bytes()
        self._sudden, self._last = resident > self._last + SUDDEN and not self._calm, resident
        if self._calm:
            self._calm -= 1
            return None
        if resident <= self._limit:
            self._unseen = 0
            return None
        seat = max(self._pressure, key=lambda seat: self._pressure[seat], default=None)
        if seat is None or not self._pressure[seat]:
            self._unseen += 1
            if self._unseen < MOST_UNSEEN:
                return None
            raise MemoryError(
                f"the referee's memory grew beyond {self._limit // 2**20} MiB, and no bot is seen to fill it"
            )
        self._unseen, self._sudden = 0, False
        self._calm = CALM_LOOKS
        return seat


def give_back() -> None:
    """Return to the system what has been freed."""
    _LIBC.malloc_trim(0)


def peak_kib() -> int:
    """The most of this process that was ever in memory, in KiB."""
    found = re.search(rb"VmHWM:\s+(\d+)", Path("/proc/self/status").read_bytes())
    return int(found[1]) if found else 0


def resident_bytes() -> int:
    """How much of this process is in memory."""
    return int(Path("/proc/self/statm").read_bytes().split()[1]) * _PAGE
