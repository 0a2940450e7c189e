"""What a leg leaves for the next: each looks for a note first and then leaves it. Returns what it found, or nothing.

The organizer's own files, which every bot may read, stand for all that can be read on a machine.
"""

import ctypes
import os
import struct
import time
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from statistics import median

LIBC = ctypes.CDLL(None, use_errno=True)
SCRATCH = Path(os.environ.get("ARENA_SCRATCH", "."))
ENDPOINT = Path(os.environ.get("ARENA_ENDPOINT", "").removeprefix("ipc://"))
MARKS, BITS = 8, 64
"""Files that say whether anything was noted, and files that hold the note."""
FILES = MARKS + BITS
NAMES = 64
SIGNED = [True, False] * (MARKS // 2)
"""What the first are like once something was noted."""
OWN = "pages"
"""A folder of such files in the bot's own."""
SIZE = 1 << 16
COLD_NS = 15_000
"""A page that has to be read from a disk takes longer."""
MOST_WRONG = BITS // 8
YOUNG_S, OLD_S = 1.0, 600.0
BEGAN = time.time()


def _note(mark: str) -> list[bool]:
    number = int(sha256(mark.encode()).hexdigest(), 16)
    return [bool(number >> place & 1) for place in range(BITS)]


def _paths(folder: str) -> list[Path]:
    return [Path(folder, f"{number:02}") for number in range(FILES)]


def _noted(read: list[bool]) -> bool:
    """Whether the first files say that a note was left: a page may stay in memory for a while by itself."""
    return sum(one == other for one, other in zip(read, SIGNED, strict=True)) > len(SIGNED) * 3 // 4


def _found(read: list[bool], mark: str) -> str:
    wrong = sum(one != other for one, other in zip(read, _note(mark), strict=True))
    return f"{BITS - wrong} of {BITS} bits" if wrong <= MOST_WRONG else ""


def remembers_by_reading_times(argument: str) -> str:
    """A file that was read before is read faster."""
    folder, mark = argument.split(",")
    paths = _paths(folder)
    known = sum(_seems_cached(path) for path in paths[:MARKS])
    if known > MARKS // 2:
        return _found([_seems_cached(path) for path in paths[MARKS:]], mark)
    for path, bit in zip(paths[MARKS:], _note(mark), strict=True):
        if bit:
            path.read_bytes()
    return ""


def _seems_cached(path: Path) -> bool:
    descriptor = os.open(path, os.O_RDONLY)
    began = time.perf_counter_ns()
    os.pread(descriptor, 1, SIZE // 2)
    elapsed = time.perf_counter_ns() - began
    os.close(descriptor)
    return elapsed < COLD_NS


def remembers_by_looking_for_names(argument: str) -> str:
    """The kernel remembers of a name that nobody has it, and says so faster the next time."""
    folder, mark = argument.split(",")
    fresh = median(_looking_ns(f"{folder}/{token_hex(8)}") for _ in range(NAMES))
    known = median(_looking_ns(f"{folder}/{mark}-known-{number}") for number in range(NAMES))
    names = [f"{folder}/{mark}-{number}" for number in range(BITS)]
    if known < fresh * 3 / 4:
        return _found([_looking_ns(name) < (known + fresh) / 2 for name in names], mark)
    for name, bit in zip(names, _note(mark), strict=True):
        if bit:
            _looking_ns(name)
    return ""


def _looking_ns(name: str) -> int:
    began = time.perf_counter_ns()
    os.access(name, os.F_OK)
    return time.perf_counter_ns() - began


def remembers_by_its_own_files(mark: str) -> str:
    """As below, with files that it has brought along."""
    return remembers_by_the_page_cache(f"{OWN},{mark}")


def remembers_by_the_page_cache(argument: str) -> str:
    """The kernel says of a page whether it is in memory, and takes it out at a hint."""
    folder, mark = argument.split(",")
    paths = _paths(folder)
    read = [_is_cached(path) for path in paths]
    if _noted(read[:MARKS]):
        return _found(read[MARKS:], mark)
    for path, bit in zip(paths, SIGNED + _note(mark), strict=True):
        _put_out(path)
        if bit:
            path.read_bytes()
    return ""


def _is_cached(path: Path) -> bool:
    """A look starts the reading of what it does not find, so each page can be looked at once."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.preadv(descriptor, [bytearray(1)], SIZE - 1, os.RWF_NOWAIT) == 1
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)


def _put_out(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def remembers_by_access_times(argument: str) -> str:
    """A file that was read for the first time says when."""
    folder, mark = argument.split(",")
    paths = _paths(folder)
    read = [path.stat().st_atime_ns > path.stat().st_mtime_ns for path in paths]
    if _noted(read[:MARKS]):
        return _found(read[MARKS:], mark)
    for path, bit in zip(paths, SIGNED + _note(mark), strict=True):
        if bit:
            path.read_bytes()
    return ""


def leaves_notes_in_the_kernel(mark: str) -> list[str]:
    """Queues, semaphores, shared memory and keys are there until somebody removes them."""
    number = int(sha256(mark.encode()).hexdigest()[:7], 16)
    found = []
    for name, getter in (("msgget", (number,)), ("semget", (number, 1)), ("shmget", (number, 4096))):
        if getattr(LIBC, name)(*getter, 0) >= 0:
            found.append(name)
        getattr(LIBC, name)(*getter, 0o1600)
    if (queue := _named_queue(mark)) != "":
        found.append(queue)
    return found


def _named_queue(mark: str) -> str:
    library = ctypes.CDLL("librt.so.1", use_errno=True)
    name = f"/{mark}".encode()
    if library.mq_open(name, os.O_RDONLY) >= 0:
        library.mq_unlink(name)
        return "mq_open"
    library.mq_open(name, os.O_CREAT | os.O_RDWR, 0o600, None)
    return ""


def tells_the_leg_by_the_age_of_a_folder() -> str:
    """What was made when the match began is older in its second leg than in its first."""
    for place in (SCRATCH, SCRATCH.parent, ENDPOINT.parent, ENDPOINT.parent.parent, Path.cwd(), Path.cwd().parent):
        age = BEGAN - _born(place)
        if YOUNG_S < age < OLD_S:
            return f"{place} is {age:.1f} s old"
    return ""


def _born(path: Path) -> float:
    """The time at which a file was made."""
    room = ctypes.create_string_buffer(256)
    if LIBC.statx(-100, os.fsencode(path), 0, ctypes.c_uint(0x800), room) != 0:
        raise OSError(ctypes.get_errno(), "statx")
    seconds, nanoseconds = struct.unpack_from("qI", room, 80)
    return float(seconds + nanoseconds / 1e9)


def reads_counts_of_the_machine() -> list[str]:
    """Driven to a number in one leg and read in the next, a count is a note too."""
    names = ["stat", "vmstat", "diskstats", "interrupts", "softirqs", "schedstat", "loadavg", "locks"]
    names += ["sys/fs/dentry-state", "sys/fs/inode-nr", "pressure/cpu", "sys/kernel/random/entropy_avail"]
    before = {name: _content(name) for name in names}
    for _ in range(50):
        if os.fork() == 0:
            os._exit(0)
        os.wait()
    return [name for name in names if before[name] and before[name] != _content(name)]


def _content(name: str) -> bytes:
    try:
        return Path("/proc", name).read_bytes()
    except OSError:
        return b""
