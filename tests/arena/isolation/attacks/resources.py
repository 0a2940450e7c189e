"""Using up the machine. A refusal ends the bot; what stops these is seen from outside."""

import ctypes
import mmap
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

GIB = 1 << 30
STEP = 16 << 20
PAGE = 4096
SHARE = 200 << 20
PR_SET_DUMPABLE = 4
MAP_NORESERVE = 0x4000


def takes_4_gib_of_memory() -> int:
    taken = bytearray(4 * GIB)
    return len(taken)


def takes_4_gib_of_shared_memory() -> int:
    """No limit of a process counts it. Slower than the machine can, so that a few looks see it grow."""
    taken = mmap.mmap(-1, 4 * GIB)
    for start in range(0, 4 * GIB, STEP):
        for page in range(start, start + STEP, PAGE):
            taken[page] = 1
        time.sleep(0.005)
    return 4 * GIB


def takes_4_gib_in_many_processes() -> int:
    """Each stays below the limit of one process."""
    for _ in range(4 * GIB // SHARE):
        if os.fork() == 0:
            _hold_a_share()
        time.sleep(0.02)
    time.sleep(2)
    return 4 * GIB


def takes_4_gib_in_orphans() -> int:
    """Whoever looks at the children of a process does not find them."""
    for _ in range(4 * GIB // SHARE):
        child = os.fork()
        if child == 0:
            with suppress(OSError):
                os.setsid()
            if os.fork() == 0:
                _hold_a_share()
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(0.02)
    time.sleep(2)
    return 4 * GIB


def _hold_a_share() -> None:
    taken = b"x" * SHARE
    time.sleep(60)
    os._exit(len(taken) == 0)


def takes_4_gib_in_hidden_processes() -> int:
    """Nobody but root may look into a process that says so."""
    for _ in range(4 * GIB // SHARE):
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
            _hold_a_share()
        time.sleep(0.02)
    time.sleep(2)
    return 4 * GIB


def takes_4_gib_in_sockets() -> int:
    """What is written and never read is the kernel's, and no process is charged for it."""
    for _ in range(50):
        if os.fork() == 0:
            _fill_sockets()
        time.sleep(0.02)
    time.sleep(2)
    return 4 * GIB


def _fill_sockets() -> None:
    held = []
    with suppress(OSError):
        while True:
            pair = socket.socketpair()
            held.append(pair)
            for end in pair:
                end.setblocking(False)
                with suppress(BlockingIOError):
                    while True:
                        end.send(bytes(STEP >> 8))
    time.sleep(60)
    os._exit(0)


def takes_4_gib_in_page_tables() -> int:
    """A page that is only read is none of its own, but where it would be is written down for each 2 MiB."""
    step, tables = 2 << 20, 4 * GIB // PAGE
    length, flags = ctypes.c_size_t(step * tables), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_NORESERVE
    library = ctypes.CDLL(None, use_errno=True)
    library.mmap.restype = ctypes.c_void_p
    place = library.mmap(None, length, mmap.PROT_READ, flags, -1, ctypes.c_long(0))
    for number in range(tables):
        ctypes.string_at(place + number * step, 1)
        if number % 1000 == 0:
            time.sleep(0.002)
    return 4 * GIB


def makes_a_million_empty_files() -> int:
    """None takes any space by its size."""
    scratch = Path(os.environ["ARENA_SCRATCH"])
    for number in range(1_000_000):
        os.close(os.open(scratch / f"{number}", os.O_CREAT | os.O_WRONLY))
    return 1_000_000


def forks_300_times() -> int:
    """And goes on, if it can, so that what it has started is seen."""
    for _ in range(300):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(2)
    return 300


def fills_its_scratch() -> int:
    """A gigabyte in files of 8 MiB, in its scratch folder."""
    scratch = Path(os.environ["ARENA_SCRATCH"])
    for number in range(128):
        (scratch / str(number)).write_bytes(bytes(8 << 20))
        time.sleep(0.01)
    return 128 * (8 << 20)


def burns_the_processor() -> int:
    """As many processes as it may have, each in a session of its own if it can, for as long as the match lasts."""
    for _ in range(24):
        if os.fork() == 0:
            with suppress(OSError):
                os.setsid()
            until = time.monotonic() + 20
            while time.monotonic() < until:
                pass
            os._exit(0)
    return 0
