"""`/dev/shm` of a bot's own, where semaphores and shared memory are made: its scratch folder, as at levels 3 and 4."""

import ctypes
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.isolation.levels.kernel import syscall

_UNSHARE: Final = {"x86_64": 272, "aarch64": 97}
_MOUNT: Final = {"x86_64": 165, "aarch64": 40}
_NEW_USERS_AND_MOUNTS: Final = 0x10000000 | 0x00020000
_BIND: Final = 0x1000
SHARED: Final = Path("/dev/shm")


def own_shared_memory(scratch: Path) -> None:
    """Let this process, and what it starts, find `scratch` at `/dev/shm`.

    It gets rights over a name space of its own, which it has to drop. Raises OSError where the machine does not let an
    ordinary user make one.
    """
    machine, user, group = os.uname().machine, os.getuid(), os.getgid()
    syscall(_UNSHARE[machine], ctypes.c_long(_NEW_USERS_AND_MOUNTS))
    # a process that was root a moment ago may not write these; then it goes by another number inside, and no more
    with suppress(PermissionError):
        for name, content in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            Path("/proc/self", name).write_text(content, encoding="ascii")
    paths = ctypes.c_char_p(os.fsencode(scratch)), ctypes.c_char_p(os.fsencode(SHARED))
    syscall(_MOUNT[machine], *paths, None, ctypes.c_ulong(_BIND), None)
