"""Folders that stop whoever watches or clears them. Each returns what it made, or raises OSError."""

import os
import socket
from contextlib import suppress
from pathlib import Path

DEEP = 1700
"""More than Python calls itself."""


def nests_folders() -> int:
    """From within each, as no path is that long."""
    home = os.open(".", os.O_RDONLY)
    try:
        os.chdir(os.environ["ARENA_SCRATCH"])
        for _ in range(DEEP):
            Path("d").mkdir()
            os.chdir("d")
    finally:
        os.fchdir(home)
    return DEEP


def closes_its_folders() -> int:
    """Closed folders, special files, names that no program prints, and marks that forbid removal."""
    scratch = Path(os.environ["ARENA_SCRATCH"])
    (scratch / "closed" / "below").mkdir(parents=True)
    (scratch / "closed" / "below" / "file").write_text("")
    os.mkfifo(scratch / "pipe")
    (scratch / "root").symlink_to("/")
    for name in (b"\xff\xfe", b"\n", b"-rf", b"x" * 255):
        os.close(os.open(os.fsencode(scratch) + b"/" + name, os.O_CREAT))
    home = os.open(".", os.O_RDONLY)
    # the path is longer than a socket's may be
    os.chdir(scratch)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("listener")
    os.fchdir(home)
    with suppress(OSError):
        (scratch / "closed" / "below").chmod(0)
        (scratch / "closed").chmod(0)
        scratch.chmod(0)
    return 9
