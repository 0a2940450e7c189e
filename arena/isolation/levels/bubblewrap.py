"""Levels 3 and 4: bubblewrap, a root folder of the bot's own with nothing in it but what it needs.

No network, no process but its own, no file of the machine but programs and libraries, read-only; the scratch folder is
memory that is gone with the process. Level 4, for an arena that runs as root, gives the bot a user id of its own too,
so that the kernel counts its processes and a fault in the sandbox leads to a user who owns nothing.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from arena.isolation.level import Fitted, Places, Start
from arena.isolation.levels import kernel_files
from arena.isolation.levels.seccomp import deny_list
from arena.isolation.readable_paths import DEVICES, SYSTEM, existing, system_settings
from arena.isolation.rlimits import lower, stranger_rlimits
from arena.records.limits import MIB

INSIDE: Final = Places(Path("/run/arena/bot"), Path("/run/arena/scratch"), Path("/run/arena/seat"))
"""Where every bot finds its folders, so that no name tells which bot, match or leg it is."""
_ALONE: Final = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--new-session", "--cap-drop", "ALL"),
)


class Bubblewrapped:
    """`drops_user` makes it level 4."""

    places: Places | None = INSIDE
    keeps_legs_apart = False
    wrapped = True
    counted = False
    trusted = False

    def __init__(self, drops_user: bool) -> None:
        self.number = 4 if drops_user else 3
        self.words = "bubblewrap + system-call filter + limits" + (" + user of its own" if drops_user else "")
        self.seat_user = drops_user
        self._wrapper = _program("bwrap")
        self._dropper = _program("setpriv") if drops_user else ""

    def fit(self, start: Start) -> Fitted:
        rlimits = stranger_rlimits(start.limits, own_user=self.seat_user)
        calls = _file_of(deny_list(builds=start.writes_folder))
        steady = {path: _file_of(content) for path, content in kernel_files.steady().items()}
        command = [self._wrapper, *_ALONE, *self._user_rights(), *_root(start, steady, self._keeps_root)]
        command += ["--seccomp", str(calls), "--chdir", str(INSIDE.bot), "--", *self._drop(start.user)]
        passed = (calls, *steady.values())
        return Fitted([*command, *start.command], dict(start.environment), lambda: lower(rlimits), passed=passed)

    @property
    def _keeps_root(self) -> bool:
        return not self.seat_user and os.geteuid() == 0

    def _user_rights(self) -> list[str]:
        if self.seat_user:
            return ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        return ["--unshare-user"]

    def _drop(self, user: int) -> list[str]:
        """Becoming the user is the last step, so that the mounts may be of files that it could not reach."""
        if not self.seat_user:
            return []
        return [self._dropper, "--reuid", str(user), "--regid", str(user), "--clear-groups", "--inh-caps=-all", "--"]


def _file_of(content: bytes) -> int:
    """A descriptor of a file with this content and no name."""
    descriptor = os.memfd_create("content")
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"{name} is not installed")
    return found


def _root(start: Start, steady: Mapping[Path, int], is_root: bool) -> Iterator[str]:
    """The root folder, from the outside in: a later mount lies upon an earlier one."""
    for path in existing(SYSTEM):
        yield from ("--symlink", str(path.readlink()), str(path)) if path.is_symlink() else _bind(path)
    for path in system_settings():
        yield from _bind(path)
    yield from _kernels_own(steady, is_root)
    yield from _devices()
    for path in start.readable:
        yield from _bind(path)
    yield from _bind(start.places.sockets, INSIDE.sockets)
    yield from _bind(start.places.bot, INSIDE.bot, "--bind" if start.writes_folder else "--ro-bind")
    # all that it may write to is one file system, so that one limit holds it
    yield from _parents(INSIDE.scratch)
    size = start.limits.scratch_mib * MIB
    yield from ("--perms", "1777", "--size", str(size), "--tmpfs", str(INSIDE.scratch))
    for link in (Path("/tmp"), Path("/dev/shm")):
        # an arena that is installed below has to be found there
        if not any(path.is_relative_to(link) for path in start.readable):
            yield from ("--symlink", str(INSIDE.scratch), str(link))
    yield from ("--remount-ro", "/")


def _kernels_own(steady: Mapping[Path, int], is_root: bool) -> Iterator[str]:
    """`/proc`, with the contents of `steady` as descriptors, for a bot that is root or is not."""
    yield from ("--proc", "/proc")
    for path in kernel_files.closed(to_root=is_root):
        yield from ("--ro-bind", str(path), str(path))
    for path in kernel_files.hidden(from_root=is_root):
        yield from ("--ro-bind", "/dev/null", str(path))
    for path in kernel_files.hidden_folders():
        yield from ("--perms", "0555", "--tmpfs", str(path))
    for path, descriptor in steady.items():
        yield from ("--ro-bind-data", str(descriptor), str(path))


def _devices() -> Iterator[str]:
    yield from ("--dir", "/dev")
    for name in DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd")


def _bind(path: Path, place: Path | None = None, how: str = "--ro-bind") -> Iterator[str]:
    """`path` of this machine at `place`, at its own when left out."""
    yield from _parents(place or path)
    yield from (how, str(path), str(place or path))


def _parents(path: Path) -> Iterator[str]:
    """Named one by one, because those that bubblewrap makes by itself are closed to other users."""
    for parent in [*path.parents][-2::-1]:
        yield from ("--dir", str(parent))
