"""Level 2: Landlock, a deny list of system calls and limits, without a helper program.

The bot sees the machine's files at their places, but opens none besides those named; it signals no process and
connects to no abstract socket but its own, and makes no socket of the network. Landlock knows nothing of modes, owners,
times and attributes of files: an arena that runs as root gives the bot a user id of its own, to which the system
refuses them; otherwise the filter refuses them altogether, in the bot's own scratch folder too. Where the machine lets
it, the bot finds its scratch folder at `/dev/shm` too.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.isolation.level import Fitted, Places, Start
from arena.isolation.levels.kernel import drop_capabilities, filter_system_calls, no_new_privileges, syscall
from arena.isolation.levels.seccomp import deny_list
from arena.isolation.levels.shared_memory import own_shared_memory
from arena.isolation.readable_paths import DEVICES, SYSTEM, existing, system_settings
from arena.isolation.rlimits import lower, stranger_rlimits

LEAST_ABI: Final = 6
"""The first that keeps signals and abstract sockets in; Linux 6.12 has it."""
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_EXECUTE, _WRITE, _READ, _LIST, _TRUNCATE, _DEVICE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_EVERYTHING: Final = (1 << 16) - 1
_OF_FILES: Final = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICE
_SPECIAL: Final = (1 << 6) | (1 << 11) | _DEVICE
_TCP: Final = 0b11
_SCOPED: Final = 0b11
_ABOUT_ITSELF: Final = ("maps", "status", "stat", "statm", "cmdline", "cgroup", "mountinfo", "auxv", "limits")
_ABOUT_THE_MACHINE: Final = ("meminfo", "cpuinfo", "stat", "version", "filesystems")


class Landlocked:
    """`drops_user` gives the bot a user id of its own."""

    number = 2
    places: Places | None = None
    keeps_legs_apart = False
    wrapped = False
    counted = False
    trusted = False

    def __init__(self, drops_user: bool) -> None:
        self.words = "Landlock + system-call filter + limits" + (" + user of its own" if drops_user else "")
        self.seat_user = drops_user

    def fit(self, start: Start) -> Fitted:
        rlimits = stranger_rlimits(start.limits, own_user=self.seat_user)
        calls = deny_list(builds=start.writes_folder, as_its_starter=not self.seat_user)
        places = start.places
        readable = [*existing(SYSTEM), *system_settings(), *start.readable, places.bot]
        writable = [places.scratch, places.bot] if start.writes_folder else [places.scratch]

        def prepare() -> None:
            lower(rlimits)
            with suppress(OSError):
                own_shared_memory(places.scratch)
            no_new_privileges()
            drop_capabilities()
            _restrict(readable, writable)
            filter_system_calls(calls)

        user = start.user if self.seat_user else None
        return Fitted(list(start.command), dict(start.environment), prepare, user=user)


def abi() -> int:
    """The version of Landlock that the kernel has. Raises OSError when it has none."""
    return syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))


def _restrict(readable: Iterable[Path], writable: Iterable[Path]) -> None:
    attributes = struct.pack("=QQQ", _EVERYTHING, _TCP, _SCOPED)
    rules = syscall(_CREATE, ctypes.c_char_p(attributes), ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0))
    for path in readable:
        _allow(rules, path, _EXECUTE | _READ | _LIST)
    for name in DEVICES:
        _allow(rules, Path("/dev", name), _READ | _WRITE)
    for name in _ABOUT_ITSELF:
        _allow(rules, Path("/proc/self", name), _READ)
    for name in _ABOUT_THE_MACHINE:
        _allow(rules, Path("/proc", name), _READ)
    for path in writable:
        _allow(rules, path, _EVERYTHING & ~_SPECIAL)
    syscall(_RESTRICT, ctypes.c_int(rules), ctypes.c_uint32(0))
    os.close(rules)


def _allow(rules: int, path: Path, access: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    if not path.is_dir():
        access &= _OF_FILES
    rule = struct.pack("=Qi", access, beneath)
    syscall(_ADD, ctypes.c_int(rules), ctypes.c_int(1), ctypes.c_char_p(rule), ctypes.c_uint32(0))
    os.close(beneath)
