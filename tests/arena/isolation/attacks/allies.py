"""Two bots at one table that talk to each other while they play: one tells what the other hears.

Each returns what it heard, or nothing, or raises OSError.
"""

import ctypes
import fcntl
import os
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path

WORD_S = 0.5
"""How long the teller goes on."""
PATIENCE_S = 2.0
"""How long the hearer listens."""
OPEN_FILE_GET, OPEN_FILE_SET = 36, 37
RECORD = "hhqqi"
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


def tells_by_record_locks(path: str) -> str:
    """A shared lock needs no right but to read; that of an open file belongs to no process that could be hidden."""
    with Path(path).open("rb") as file, Path(path).open("rb") as other:
        fcntl.fcntl(file, fcntl.F_SETLK, _record(fcntl.F_RDLCK))
        fcntl.fcntl(other, OPEN_FILE_SET, _record(fcntl.F_RDLCK))
        time.sleep(WORD_S)
    return ""


def hears_record_locks(path: str) -> str:
    """The kernel says who would be in the way of a lock, also of one that could not be had; and it lists them all."""
    inode = f":{Path(path).stat().st_ino} "
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for look in (_in_the_list, _in_the_way, _in_the_way_of_an_open_file):
            with suppress(OSError):
                if look(path, inode):
                    return look.__name__
        time.sleep(0.01)
    return ""


def _in_the_list(_: str, inode: str) -> bool:
    return inode in Path("/proc/locks").read_text()


def _in_the_way(path: str, _: str, command: int = fcntl.F_GETLK) -> bool:
    with Path(path).open("rb") as file:
        found = fcntl.fcntl(file, command, _record(fcntl.F_WRLCK))
        return bool(struct.unpack(RECORD, found)[0] != fcntl.F_UNLCK)


def _in_the_way_of_an_open_file(path: str, inode: str) -> bool:
    return _in_the_way(path, inode, OPEN_FILE_GET)


def _record(kind: int) -> bytes:
    return struct.pack(RECORD, kind, os.SEEK_SET, 0, 1, 0)


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
