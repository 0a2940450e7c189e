"""Two bots at one table that talk to each other while they play: one tells what the other hears.

Each returns what it heard, or nothing, or raises OSError.
"""

import ctypes
import fcntl
import os
import socket
import struct
import time
from pathlib import Path

WORD_S = 0.5
"""How long the teller goes on."""
PATIENCE_S = 2.0
"""How long the hearer listens."""
LIBC = ctypes.CDLL(None, use_errno=True)


def tells_by_locks(path: str) -> str:
    with Path(path).open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        time.sleep(WORD_S)
    return ""


def hears_locks(path: str) -> str:
    with Path(path).open("rb") as file:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                fcntl.flock(file, fcntl.LOCK_UN)
            except BlockingIOError:
                return "a lock"
            time.sleep(0.01)
    return ""


def tells_by_reading(path: str) -> str:
    until = time.monotonic() + WORD_S
    while time.monotonic() < until:
        Path(path).read_bytes()
        time.sleep(0.02)
    return ""


def hears_reading(path: str) -> str:
    """The kernel tells of a file as it is read."""
    watch = LIBC.inotify_init1(os.O_NONBLOCK)
    if watch < 0 or LIBC.inotify_add_watch(watch, os.fsencode(path), 0x20 | 0x1) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        try:
            return f"{len(os.read(watch, 4096)) // struct.calcsize('iIII')} times"
        except BlockingIOError:
            time.sleep(0.01)
    return ""


def tells_by_names(name: str) -> str:
    with socket.socket(socket.AF_UNIX) as taken:
        taken.bind(f"\0{name}")
        time.sleep(WORD_S)
    return ""


def hears_names(name: str) -> str:
    """A name that another has taken cannot be taken."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with socket.socket(socket.AF_UNIX) as trial:
            try:
                trial.bind(f"\0{name}")
            except OSError:
                return "a name that is taken"
        time.sleep(0.01)
    return ""
