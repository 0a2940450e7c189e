"""Running a submission's own build: isolated, without a network, within limits of its own."""

import os
import stat
import subprocess
import tempfile
from pathlib import Path
from time import monotonic
from typing import Final

from arena.bots.command import runnable_command
from arena.bots.resolve import BotFile
from arena.bots.unpack import MOST_FILES, require_plain
from arena.errors import ArenaError
from arena.isolation.cgroup import Group
from arena.isolation.ending import limit_reached, own_status
from arena.isolation.level import Fitted, Level, Places, Start, bare_environment, moved
from arena.isolation.levels.seat_user import seat_user
from arena.isolation.readable_paths import provided
from arena.isolation.spawn import spawn
from arena.isolation.watch import LOOK_EVERY_S, Watch
from arena.records.limits import Limits
from arena.seats.last_words import last_words
from arena.system.folder_walk import walk
from arena.system.keeper import kept
from arena.system.private_folder import own_folder
from arena.system.processes import kill_session, sweep

LIMITS: Final = Limits(memory_mib=2048, processor_s=300, processes=128, open_files=1024, scratch_mib=512)
LONGEST_S: Final = 300
_TAIL_BYTES: Final = 2000
_SET_ID: Final = stat.S_ISUID | stat.S_ISGID


def build(wanted: BotFile, folder: Path, level: Level) -> None:
    """Run `[build] command` in `folder`, the only place that it may write to besides a scratch folder.

    Raises ArenaError, with the last lines it wrote, when it fails, is over a limit or leaves what is no plain file.
    """
    assert wanted.build is not None
    command = runnable_command(wanted.build.command, folder, f"{wanted.name}: build.command", own=False)
    user = seat_user(0) if level.seat_user else os.geteuid()
    with own_folder() as own:
        own.chmod(0o711)
        scratch = own / "scratch"
        scratch.mkdir(0o700)
        if level.seat_user:
            _hand_over(folder, user)
            os.chown(scratch, user, user)
        places = Places(folder, scratch, scratch)
        seen = level.places or places
        start = Start(
            command=moved(command, folder, seen.bot),
            environment=bare_environment(seen.scratch),
            places=places,
            user=user,
            limits=LIMITS,
            readable=provided(),
            writes_folder=True,
        )
        try:
            _run(wanted.name, level, level.fit(start), folder, user if level.seat_user else None)
        finally:
            _take_back(folder)
    require_plain(folder, wanted.name)


def _run(name: str, level: Level, fitted: Fitted, folder: Path, user: int | None) -> None:
    with tempfile.TemporaryFile() as output:
        try:
            process = spawn(fitted, folder, LIMITS.open_files, output, subprocess.STDOUT)
            exceeded = _wait(process, folder, fitted.group, user)
            said = _tail(output.fileno())
            status = own_status(process.returncode) if level.wrapped else process.returncode
            reason = exceeded or limit_reached(status, said, LIMITS, fitted.group)
        finally:
            if fitted.group is not None:
                fitted.group.remove()
    if reason:
        raise ArenaError(
            "{name}: the build was ended, over-limit: {reason}{said}", name=name, reason=reason, said=_quoted(said)
        )
    if status != 0:
        raise ArenaError(
            "{name}: the build ended with status {status} (it has no network){said}",
            name=name,
            status=status,
            said=_quoted(said),
        )


def _wait(process: "subprocess.Popen[bytes]", folder: Path, group: Group | None, user: int | None) -> str:
    """The limit that it was ended for, or nothing; no process of it is left, even if this one is killed meanwhile."""

    def end() -> None:
        if group is not None:
            group.kill()
        kill_session(process.pid)

    def end_and_tidy() -> None:
        end()
        if group is not None:
            group.remove()

    with kept(end_and_tidy) as keeper:
        try:
            return _watched(process, Watch(process.pid, LIMITS, folder, group, user, MOST_FILES))
        finally:
            end()
            process.wait()
            sweep(spare={keeper})


def _watched(process: "subprocess.Popen[bytes]", watch: Watch) -> str:
    began = monotonic()
    exceeded = ""
    while not exceeded:
        try:
            process.wait(LOOK_EVERY_S)
            break
        except subprocess.TimeoutExpired:
            now = monotonic()
            exceeded = f"time {LONGEST_S} s" if now - began > LONGEST_S else watch.exceeded(now)
    return exceeded


def _tail(output: int) -> str:
    size = os.fstat(output).st_size
    return os.pread(output, _TAIL_BYTES, max(size - _TAIL_BYTES, 0)).decode(errors="replace")


def _quoted(said: str) -> str:
    words = last_words(said.splitlines())
    return f": {words}" if words else ""


def _hand_over(folder: Path, user: int) -> None:
    """Everything in the folder, links themselves and not what they lead to."""
    for found in walk(folder):
        os.chown(found.name, user, user, dir_fd=found.place, follow_symlinks=False)
    os.chown(folder, user, user)


def _take_back(folder: Path) -> None:
    """Whatever the build has made is the arena's own, and no program of it runs with its owner's rights."""
    _hand_over(folder, os.geteuid())
    for found in walk(folder):
        if found.stat.st_mode & _SET_ID and not stat.S_ISLNK(found.stat.st_mode):
            os.chmod(found.name, stat.S_IMODE(found.stat.st_mode) & ~_SET_ID, dir_fd=found.place)
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~_SET_ID)
