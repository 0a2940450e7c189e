"""Tries system calls under the filter and prints the error number of each as JSON: `python -m … PID`."""

import ctypes
import errno
import fcntl
import json
import mmap
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {
    "x86_64": {"msgget": 68, "mq_open": 240, "cachestat": 451, "ioprio_set": 251, "sched_setscheduler": 144},
    "aarch64": {"msgget": 186, "mq_open": 180, "cachestat": 451, "ioprio_set": 30, "sched_setscheduler": 119},
}[os.uname().machine]


def code(call: Callable[..., int], *arguments: object) -> int:
    ctypes.set_errno(0)
    return ctypes.get_errno() if call(*arguments) < 0 else 0


def syscall(name: str, *arguments: object) -> int:
    return code(LIBC.syscall, ctypes.c_long(NUMBERS[name]), *arguments)


def error_of(call: Callable[..., object], *arguments: object) -> int:
    try:
        call(*arguments)
    except OSError as error:
        return error.errno or errno.EIO
    return 0


def opened(family: int, kind: int = socket.SOCK_STREAM) -> int:
    return error_of(lambda: socket.socket(family, kind).close())


def changed_mode(path: str) -> bool:
    before = Path(path).stat()
    Path(path).chmod(0o4757)
    os.utime(path, (0, 0))
    after = Path(path).stat()
    return (before.st_mode, before.st_mtime_ns) != (after.st_mode, after.st_mtime_ns)


def moved(pid: int) -> bool:
    """Whether another process can be moved to one processor; it is moved back."""
    before = os.sched_getaffinity(pid)
    os.sched_setaffinity(pid, {min(before)})
    after = os.sched_getaffinity(pid)
    os.sched_setaffinity(pid, before)
    return len(before) > 1 and after != before


def grown_buffer() -> bool:
    with socket.socket(socket.AF_UNIX) as one:
        before = one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        return one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) != before


def main(other: int) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(bytes(mmap.PAGESIZE))
        file.flush()
        pages = mmap.mmap(-1, mmap.PAGESIZE)
        address = ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(pages)))
        print(
            json.dumps(
                {
                    "ptrace": code(LIBC.ptrace, 0, 0, 0, 0),
                    "unshare": code(LIBC.unshare, 0x10000000),
                    "mount": code(LIBC.mount, b"none", b"/tmp", b"tmpfs", 0, None),
                    "setsid": code(LIBC.setsid),
                    "getpid": code(LIBC.getpid),
                    "own limit": code(LIBC.prlimit, 0, 7, None, None),
                    "another's limit": code(LIBC.prlimit, other, 7, None, None),
                    "own priority": code(LIBC.setpriority, 0, 0, 5),
                    "another's priority": code(LIBC.setpriority, 0, other, 5),
                    "its user's priority": code(LIBC.setpriority, 2, 0, 5),
                    "own processors": error_of(os.sched_setaffinity, 0, os.sched_getaffinity(0)),
                    "another's processors": moved(other),
                    "own threads' schedule": syscall("sched_setscheduler", other, 0, ctypes.byref(ctypes.c_int(0))),
                    "own disk priority": syscall("ioprio_set", 1, 0, 4 | 2 << 13),
                    "its user's disk priority": syscall("ioprio_set", 3, 0, 4 | 2 << 13),
                    "message queue": syscall("msgget", 0, 0o1600),
                    "named queue": syscall("mq_open", b"arena", os.O_CREAT | os.O_RDWR, 0o600, None),
                    "watch": code(LIBC.inotify_init1, 0),
                    "lease": error_of(fcntl.fcntl, file, 1024, fcntl.F_RDLCK),
                    "lock": error_of(fcntl.flock, file, fcntl.LOCK_EX),
                    "record lock": error_of(fcntl.lockf, file, fcntl.LOCK_EX),
                    "pipe size": error_of(fcntl.fcntl, os.pipe()[1], 1031, 1 << 20),
                    "resident pages": code(LIBC.mincore, address, mmap.PAGESIZE, ctypes.create_string_buffer(1)),
                    "cache of a file": syscall("cachestat", file.fileno(), None, None, 0),
                    "read without waiting": error_of(os.preadv, file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT),
                    "plain read": error_of(os.preadv, file.fileno(), [bytearray(1)], 0),
                    "hint": error_of(os.posix_fadvise, file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED),
                    "page out": error_of(pages.madvise, 21),
                    "unix": opened(socket.AF_UNIX),
                    "datagrams": opened(socket.AF_UNIX, socket.SOCK_DGRAM),
                    "pair of datagrams": error_of(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM),
                    "inet": opened(socket.AF_INET),
                    "vsock": opened(40),
                    "grown buffer": grown_buffer(),
                    "changed mode": changed_mode(file.name),
                    "attribute": error_of(os.setxattr, file.name, "user.note", b"x"),
                    "fork": os.waitpid(os.fork() or os._exit(0), 0)[1],
                }
            )
        )


if __name__ == "__main__":
    main(int(sys.argv[1]))
