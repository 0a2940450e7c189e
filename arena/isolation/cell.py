"""What one bot of a match is held in, from its first start to its last: its level, limits, folders and user."""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from arena.isolation.cgroup import Group
from arena.isolation.ending import limit_reached, own_status
from arena.isolation.level import Fitted, Level, Start, bare_environment
from arena.isolation.levels.seat_user import seat_user
from arena.isolation.readable_paths import needed_by
from arena.isolation.watch import Watch
from arena.records.job import BotProgram
from arena.records.limits import Limits
from arena.records.manifest import SKIPPED, SubmittedFiles


class Cell:
    """`folder` is private to the match's process; the bot's own folders are made in it."""

    def __init__(self, level: Level, program: BotProgram, limits: Limits, folder: Path, bot: int) -> None:
        self.level = level
        self.limits = limits
        self.scratch = folder / f"scratch-{bot}"
        self.sockets = folder / f"seat-{bot}"
        self.program = program
        self._files = Path(program.folder)
        self._submitted = (
            None if program.built is None else SubmittedFiles(self._files, program.built, program.manifest)
        )
        self._groups: list[Group] = []
        self._user = seat_user(bot) if level.seat_user else os.geteuid()
        self.sockets.mkdir(mode=0o700)
        if level.seat_user:
            os.chown(self.sockets, 0, self._user)
            self.sockets.chmod(0o710)
        if level.seat_user and level.sees_host:
            folder.chmod(0o711)
            self._files = self._copy(folder / f"bot-{bot}")

    @property
    def words(self) -> str:
        """The level, as kept and printed with a result."""
        return f"{self.level.number}: {self.level.words}"

    def open(self, socket: Path) -> None:
        """Make its scratch folder, and let the bot connect there and nobody else that the system can tell from it."""
        self.scratch.mkdir(mode=0o700, exist_ok=True)
        if self.level.seat_user:
            os.chown(self.scratch, self._user, self._user)
            os.chown(socket, 0, self._user)
            socket.chmod(0o660)

    def environment(self, mine: Mapping[str, str]) -> dict[str, str]:
        """What the bot finds: the arena's own variables `mine`, and the caller's if it is the caller's own bot."""
        if self.level.trusted:
            outer = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        else:
            outer = bare_environment() | {"HOME": str(self.scratch)}
        settled = {"TMPDIR": str(self.scratch), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return outer | settled | dict(mine)

    def fit(self, environment: Mapping[str, str]) -> Fitted:
        """How to start it. Raises ArenaError when its files are not those submitted, OSError as its level does."""
        if self._submitted is not None:
            self._submitted.check()
        start = Start(
            command=self.program.command,
            folder=self._files,
            environment=environment,
            scratch=self.scratch,
            sockets=self.sockets,
            user=self._user,
            limits=self.limits,
            readable=needed_by(self.program.command),
        )
        fitted = self.level.fit(start)
        if fitted.group is not None:
            self._groups.append(fitted.group)
        return fitted

    @property
    def folder(self) -> Path:
        """Where the command is run."""
        return self._files

    def watch(self, pid: int, group: Group | None) -> Watch:
        """A watch on a start of the bot."""
        on_disk = self.level.sees_host and not self.level.trusted
        user = self._user if self.level.seat_user else None
        return Watch(pid, self.limits, self.scratch if on_disk else None, group, user)

    def own_status(self, status: int) -> int:
        """The bot's status, from that of the process that was started."""
        return own_status(status) if self.level.wrapped else status

    def limit_reached(self, status: int, last_words: str, group: Group | None) -> str:
        """The limit that explains the end, in words, or nothing."""
        return limit_reached(status, last_words, self.limits, group)

    def clear(self) -> None:
        """A leg is over and no process of it is left: nothing that the bot wrote meets it again."""
        for group in self._groups:
            group.remove()
        self._groups.clear()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def _copy(self, place: Path) -> Path:
        """The bot's files where a user who cannot reach them finds them; only root can change them."""
        if self._submitted is not None:
            self._submitted.check()
        shutil.copytree(self._files, place, symlinks=True, ignore=shutil.ignore_patterns(*SKIPPED))
        os.chown(place, 0, self._user)
        place.chmod(0o750)
        return place
