"""Which level strangers' bots are held at: what was asked for, or the strongest that works when it is tried."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.isolation.cgroup import Groups
from arena.isolation.level import Fitted, Level, Places, Start, bare_environment
from arena.isolation.levels.bubblewrap import Bubblewrapped
from arena.isolation.levels.grouped import Grouped
from arena.isolation.levels.landlock import LEAST_ABI, Landlocked, abi
from arena.isolation.levels.seat_user import MOST_SEATS, SeatUser, seat_user
from arena.isolation.levels.session import OwnSession
from arena.isolation.readable_paths import provided
from arena.isolation.spawn import spawn
from arena.isolation.watch import NEEDED
from arena.records.limits import Limits, Wanted
from arena.system.private_folder import own_folder
from arena.system.processes import kill_session

LEAST_STRONG: Final = 3
_PATIENCE_S: Final = 10.0
_SHARES: Final = "import os; p = f'/dev/shm/arena-{os.getpid()}'; open(p, 'x').close(); os.unlink(p)"
_FOR_ROOT: Final = frozenset({1, 4})


class Unavailable(Exception):
    """A level that does not work here, and why."""


def choose(wanted: Wanted) -> Level:
    """The strongest level of those that are wanted, tried once.

    Raises ArenaError, with the reason of each, when none of them works here. With "auto" level 0 is the last resort.
    """
    if wanted == "auto":
        numbers = [4, 3, 2, 1, 0]
    elif wanted == "strong":
        numbers = [number for number in sorted(_LEVELS, reverse=True) if number >= LEAST_STRONG]
    else:
        numbers = [wanted]
    reasons = []
    for number in numbers:
        try:
            return attempt(number)
        except Unavailable as error:
            reasons.append(f"level {number}: {error}")
    raise ArenaError(
        "isolation {wanted!r} was demanded and cannot be had here: {reasons}. Say isolation "
        '"auto" for the strongest that works, or 0 if you trust every bot',
        wanted=wanted,
        reasons="; ".join(reasons),
    )


def attempt(number: int) -> Level:
    """The level, once the interpreter has been started and has ended under it. Raises Unavailable.

    Strangers' bots are in control groups besides, where those work too.
    """
    if number in _FOR_ROOT and os.geteuid() != 0:
        raise Unavailable("only root can give a bot a user of its own")
    ways = _LEVELS[number]
    if len(ways) > 1 and os.geteuid() != 0:
        ways = ways[1:]
    for way in ways[:-1]:
        with suppress(Unavailable):
            return _tried(way)
    return _tried(ways[-1])


def _tried(way: Callable[[], Level]) -> Level:
    """Raises Unavailable."""
    try:
        level = way()
        if not level.trusted:
            with suppress(OSError, subprocess.SubprocessError, Unavailable):
                grouped = Grouped(level, Groups())
                _start_under(grouped)
                return grouped
            if missing := next((str(path) for path in NEEDED if not path.exists()), ""):
                raise Unavailable(
                    f"there are no control groups, and without {missing} no limit on memory can be held otherwise"
                )
        _start_under(level)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        raise Unavailable(f"{place}{error.strerror or error}") from None
    except subprocess.SubprocessError as error:
        raise Unavailable(str(error)) from None
    return level


def _landlocked(drops_user: bool) -> Level:
    """Raises OSError or Unavailable where the kernel has no Landlock, or too little of it."""
    if abi() < LEAST_ABI:
        raise Unavailable(f"the kernel's Landlock is version {abi()}, and {LEAST_ABI} is needed (Linux 6.12)")
    return Landlocked(drops_user)


_LEVELS: Final[Mapping[int, Sequence[Callable[[], Level]]]] = {
    4: [lambda: Bubblewrapped(drops_user=True)],
    3: [lambda: Bubblewrapped(drops_user=False)],
    # the arena's interpreter may lie where no other user reaches it
    2: [lambda: _landlocked(drops_user=True), lambda: _landlocked(drops_user=False)],
    1: [SeatUser],
    0: [OwnSession],
}
"""The ways to make each level, of which the first that works is taken; one that drops its user is root's alone."""


def shares_memory(level: Level) -> bool:
    """Return whether a bot at the level, which works here, can make semaphores and shared memory."""
    try:
        _start_under(level, _SHARES)
    except (OSError, subprocess.SubprocessError, Unavailable):
        return False
    return True


def _start_under(level: Level, program: str = "") -> None:
    """Have the interpreter run the program under the level. Raises OSError, SubprocessError, Unavailable."""
    command = [sys.executable, "-I", "-S", "-c", program]
    with own_folder() as folder:
        if level.seat_user:
            folder.chmod(0o711)
        places = Places(folder, folder / "scratch", folder)
        start = Start(
            command=command,
            environment=bare_environment((level.places or places).scratch),
            places=places,
            user=seat_user(MOST_SEATS - 1),
            limits=Limits(),
            readable=provided(),
        )
        places.scratch.mkdir()
        if level.seat_user:
            os.chown(places.scratch, start.user, start.user)
        fitted = level.fit(start)
        try:
            _run(fitted, folder)
        finally:
            if fitted.group is not None:
                fitted.group.kill()
                fitted.group.remove()


def _run(fitted: Fitted, folder: Path) -> None:
    process = spawn(fitted, folder, Limits().open_files, subprocess.DEVNULL, subprocess.PIPE)
    try:
        errors = process.communicate(timeout=_PATIENCE_S)[1]
    finally:
        kill_session(process.pid)
        process.wait()
    if process.returncode != 0:
        last = errors.decode(errors="replace").strip().splitlines()
        raise Unavailable(last[-1] if last else f"the trial ended with status {process.returncode}")
