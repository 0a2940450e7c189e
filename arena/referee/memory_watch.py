"""The referee's own memory, and which bot is filling it.

A multipart message without end grows inside the socket library: no high-water mark counts it, and none of it reaches
the program. What can be seen is that this process grows, and on whose connection bytes keep waiting.
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
CALM_LOOKS: Final = 50
"""After a bot was named, the looks for which its memory may still be coming back; and those without growth after which
there is no more hurry.
"""
MOST_UNSEEN: Final = 30
"""Looks that find too much memory, grown since the look before, and no waiting bytes on any connection, after which no
bot is to blame. A few of them prove nothing, as the bytes may just have been read. A look that finds no growth never
does, as the sender may be waiting for the processor.
"""
CLOSE_LOOKS: Final = 100
"""How often in a row the connections are looked at when memory has just grown too far. Bytes wait for no more than
microseconds while the socket library keeps up with their sender.
"""
_FORGET: Final = 0.5
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_LIBC: Final = ctypes.CDLL(None)


class MemoryWatch:
    """Ask it again after `look_every_s`."""

    def __init__(self, rounds: int, seats: int) -> None:
        """`rounds` are those of all legs."""
        self._last = resident_bytes()
        self._limit = self._last + SLACK + rounds * seats * BYTES_A_SEAT
        self._sudden = False
        self._pressure: dict[int, float] = {}
        self._calm = 0
        self._unseen = 0
        self._still = 0
        """Looks since memory last grew."""

    @property
    def alarmed(self) -> bool:
        """Whether memory grows fast, or has just grown too far without a bot to blame yet."""
        return self._sudden or (self._unseen > 0 and self._still < CALM_LOOKS)

    @property
    def look_every_s(self) -> float:
        """The time until the next look, in seconds."""
        return ALARMED_S if self.alarmed else LOOK_EVERY_S

    def offender(self, waiting: Callable[[], Mapping[int, int]]) -> int | None:
        """Return the seat that fills this process's memory, if that has grown too far. `waiting` returns how many bytes
        wait on the connections of each seat now.

        Raise MemoryError if it has, and no connection has shown why in `MOST_UNSEEN` looks at its growth.
        """
        self._pressure = {seat: self._pressure.get(seat, 0) * _FORGET + held for seat, held in waiting().items()}
        resident = resident_bytes()
        grown = resident > self._last
        self._still = 0 if grown else self._still + 1
        self._sudden, self._last = resident > self._last + SUDDEN and not self._calm, resident
        if self._calm:
            self._calm -= 1
            return None
        if resident <= self._limit:
            self._unseen = 0
            return None
        if grown:
            for _ in range(CLOSE_LOOKS):
                for seat, held in waiting().items():
                    self._pressure[seat] += held
        return self._most_pressing(grown)

    def _most_pressing(self, grown: bool) -> int | None:
        """Return the seat on whose connections most bytes were seen waiting, if any were."""
        seat = max(self._pressure, key=lambda seat: self._pressure[seat], default=None)
        if seat is None or not self._pressure[seat]:
            self._unseen += grown
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
