"""Where this process may make control groups: the folders of its own group, by either version of the interface.

Version 2 has one hierarchy for all controllers, version 1 one for each; see `cgroups(7)`. What systemd says of folders
that it leaves to others is told in its guide "Control Group APIs and Delegation".
"""

import os
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Final

_CONTROLLERS: Final = ("memory", "pids")
_PROCESSOR: Final = "cpu"
"""By its mere presence the processors are shared out by group and not by process. It can be done without."""
_UNIFIED: Final = ""
"""How `/proc/self/cgroup` names the hierarchy of version 2."""
_DELEGATED: Final = ("trusted.delegate", "user.delegate")


def places() -> tuple[Path, ...]:
    """The folders in which a group's folders can be made, of the memory and of the pids controller, and of that for the
    processors where it has one of its own. With version 2 they are one. Raises OSError where there are none.
    """
    own = own_folders(Path("/proc/self/cgroup").read_text(), Path("/proc/self/mountinfo").read_text())
    if _UNIFIED in own:
        place = _below_which(own[_UNIFIED])
        if set(_CONTROLLERS) <= _words(place / "cgroup.controllers"):
            _hand_on(place)
            return place, place
    if not set(_CONTROLLERS) <= own.keys():
        raise FileNotFoundError("no control groups for memory and processes are mounted")
    others = [own[_PROCESSOR]] if _PROCESSOR in own and os.access(own[_PROCESSOR], os.W_OK) else []
    return (*(own[name] for name in _CONTROLLERS), *others)


def own_folders(memberships: str, mounts: str) -> dict[str, Path]:
    """The folders of the group that a process is in, by controller; from its `cgroup` and its `mountinfo`."""
    groups: dict[str, PurePath] = {}
    for line in memberships.splitlines():
        _, controllers, path = line.split(":", 2)
        groups |= dict.fromkeys(controllers.split(","), PurePath(path))
    folders: dict[str, Path] = {}
    for line in mounts.splitlines():
        mount, _, system = line.partition(" - ")
        root, place = mount.split()[3:5]
        kind, *_, options = system.split(" ")
        names = {"cgroup": options.split(","), "cgroup2": [_UNIFIED]}.get(kind, [])
        for name in groups.keys() & names:
            if groups[name].is_relative_to(root):
                folders[name] = Path(place) / groups[name].relative_to(root)
    return folders


def _below_which(own: Path) -> Path:
    """With version 2 a group that has processes hands no controller on, unless it is the root. So the arena may be
    started in a group below a folder that was left to it, and then groups are made in that folder.
    """
    return own.parent if _is_delegated(own.parent) else own


def _hand_on(place: Path) -> None:
    """See that groups below have the controllers. Raises OSError."""
    handed = place / "cgroup.subtree_control"
    if not set(_CONTROLLERS) <= _words(handed):
        handed.write_text(" ".join(f"+{name}" for name in _CONTROLLERS))
    with suppress(OSError):
        handed.write_text(f"+{_PROCESSOR}")


def _is_delegated(folder: Path) -> bool:
    """What systemd says of a folder that it leaves to whom it started there."""
    for name in _DELEGATED:
        with suppress(OSError):
            if os.getxattr(folder, name) == b"1":
                return True
    return False


def _words(file: Path) -> set[str]:
    return set(file.read_text().split())
