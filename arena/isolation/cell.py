"""What one bot of a match is held in, from its first start to its last: its level, limits, folders and user."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, MachineFault
from arena.isolation.cgroup import Group
from arena.isolation.denials import denied
from arena.isolation.ending import limit_reached, own_status
from arena.isolation.level import Fitted, Level, Places, Start, bare_environment, moved, settled_environment
from arena.isolation.levels.seat_user import seat_user
from arena.isolation.readable_paths import around_program, provided
from arena.isolation.watch import Watch
from arena.records.job import BotProgram
from arena.records.limits import Limits
from arena.records.manifest import MOST_BYTES, SKIPPED, SubmittedFiles, paths_of
from arena.system.folder_copy import copy
from arena.system.folder_removal import remove
from arena.system.folder_walk import Found
from arena.system.private_folder import own_folder
from protocol.text import Said

LEGS_NOT_APART: Final = "a bot can pass on what it saw from one leg to the next"
"""Said of a match in which each deal is played in several legs, where the level cannot prevent it."""
_LINKED: Final = ".venv"
"""What tools make and may be too large to copy, and is needed all the same: the copy has a link to it."""


class OverLimit(ArenaError):
    """A bot is not started because of what an earlier start of it has left."""


class Cell:
    """One bot's hold over a match.

    Each leg has folders of its own, new and with names that nobody can guess, in which nothing is older than the leg:
    a copy of the bot's files, a scratch folder and the place of its connections. At level 0 the bot's files are used
    where they lie.
    """

    def __init__(self, level: Level, program: BotProgram, limits: Limits, bot: int, duplicate: bool = False) -> None:
        """`duplicate` says that it plays each deal in several legs."""
        self.level = level
        self.limits = limits
        self.program = program
        self._files = Path(program.folder)
        self._duplicate = duplicate
        self._submitted = (
            None if program.built is None else SubmittedFiles(self._files, program.built, program.manifest)
        )
        self._groups: list[Group] = []
        self._left = False
        """Whether something that the bot made could not be removed."""
        self._user = seat_user(bot) if level.seat_user else os.geteuid()
        self._leg = ExitStack()
        self._places: Places | None = None

    @property
    def words(self) -> str:
        """The level, as kept and printed with a result."""
        open_between_legs = self._duplicate and not self.level.keeps_legs_apart
        return f"{self.level.number}: {self.level.words}" + (f"; {LEGS_NOT_APART}" if open_between_legs else "")

    @property
    def user(self) -> int | None:
        """The user id that this bot alone has, if it has one."""
        return self._user if self.level.seat_user else None

    @property
    def places(self) -> Places:
        """Its folders in this leg, on this machine.

        Raises MachineFault when they cannot be made, ArenaError when the bot's own is too large to be copied.
        """
        if self._places is None:
            self._check_files()
            try:
                self._places = self._made()
            except OSError as error:
                raise MachineFault(
                    "{name}: its folders cannot be made: {strerror}", name=self.program.name, strerror=error.strerror
                ) from None
        return self._places

    @property
    def seen(self) -> Places:
        """Its folders as it finds them."""
        return self.level.places or self.places

    def open(self, socket: Path) -> None:
        """Let the bot connect there, and nobody else that the system can tell from it."""
        if self.level.seat_user:
            os.chown(socket, 0, self._user)
            socket.chmod(0o660)

    def variables(self, socket: Path, token: str) -> dict[str, str]:
        """What the protocol says a bot finds in its environment."""
        return {
            "ARENA_ENDPOINT": f"ipc://{self.seen.sockets / socket.name}",
            "ARENA_TOKEN": token,
            "ARENA_SCRATCH": str(self.seen.scratch),
        }

    def environment(self, mine: Mapping[str, str]) -> dict[str, str]:
        """What the bot finds: the arena's own variables `mine`, and the caller's if it is the caller's own bot."""
        if not self.level.trusted:
            return bare_environment(self.seen.scratch) | dict(mine)
        outer = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        return outer | settled_environment(self.seen.scratch) | dict(mine)

    def fit(self, environment: Mapping[str, str]) -> Fitted:
        """How to start it.

        Raises OverLimit when its scratch folder could not be cleared, MachineFault when its files are not those
        submitted, OSError as its level does.
        """
        if self._left:
            raise OverLimit("{limit}: what an earlier leg left cannot be removed", limit=self.limits.disk)
        self._check_files()
        command = self.program.command
        start = Start(
            command=moved(command, self._files, self.seen.bot),
            environment=environment,
            places=self.places,
            user=self._user,
            limits=self.limits,
            readable=[*provided(), *self._named_by_caller()],
        )
        fitted = self.level.fit(start)
        if fitted.group is not None:
            self._groups.append(fitted.group)
        return fitted

    @property
    def folder(self) -> Path:
        """Where the process is started."""
        return self.places.bot

    def as_submitted(self, words: str) -> str:
        """Words of the bot in which its files are named as its author knows them."""
        return words.replace(f"{self.seen.bot}/", f"{self._files}/")

    def denied(self, last_words: str) -> Said | None:
        """What is closed to the bot that explains its last words, if anything is."""
        return denied(self.level.number, last_words)

    def watch(self, pid: int, group: Group | None) -> Watch:
        """A watch on a start of the bot."""
        on_disk = self.level.places is None and not self.level.trusted
        inside = None if self.level.places is None else self.level.places.scratch
        return Watch(pid, self.limits, self.places.scratch if on_disk else None, group, self.user, inside=inside)

    def own_status(self, status: int) -> int:
        """The bot's status, from that of the process that was started."""
        return own_status(status) if self.level.wrapped else status

    def limit_reached(self, status: int, last_words: str, group: Group | None) -> str:
        """The limit that explains the end, in words, or nothing."""
        return limit_reached(status, last_words, self.limits, group)

    def clear(self) -> None:
        """A leg is over and no process of it is left: nothing that the bot wrote meets it again."""
        if self._places is not None:
            self._left |= not remove(self._places.scratch)
            self._places = None
        for group in self._groups:
            group.remove()
        self._groups.clear()
        self._leg.close()

    def _made(self) -> Places:
        """New folders for a leg."""
        own = self._leg.enter_context(own_folder(tidy=False))
        files = own / "bot" if self._copied else self._files
        places = Places(files, own / "scratch", own / "seat")
        if self._copied:
            self._copy(files)
        places.scratch.mkdir(mode=0o700)
        places.sockets.mkdir(mode=0o700)
        if self.level.seat_user:
            os.chown(places.scratch, self._user, self._user)
            os.chown(places.sockets, 0, self._user)
            places.sockets.chmod(0o710)
            own.chmod(0o711)
        return places

    @property
    def _copied(self) -> bool:
        """A bare command's folder is its caller's and may hold anything, so it is copied only where it must be."""
        reached = self.level.places is not None or not self.level.seat_user
        return not self.level.trusted and (self.program.built is not None or not reached)

    def _copy(self, place: Path) -> None:
        """The bot's files, of which nobody else has an open copy; only their owner can change them."""
        built = set(self.program.built or ())

        def belongs(found: Found) -> bool:
            return found.name not in SKIPPED or found.path in built

        copy(self._files, place, MOST_BYTES, belongs)
        if self._linked is not None and not (place / _LINKED).exists():
            (place / _LINKED).symlink_to(self._linked)
        if self.level.seat_user:
            os.chown(place, 0, self._user)
        place.chmod(0o550)

    @property
    def _linked(self) -> Path | None:
        linked = self._files / _LINKED
        return linked if linked.is_dir() and not linked.is_symlink() else None

    def _named_by_caller(self) -> list[Path]:
        """What the caller of the arena wants it to read: never what a bot names."""
        named = [] if self._linked is None or self.level.trusted else [self._linked]
        return named + (around_program(self.program.command) if self.program.built is None else [])

    def _check_files(self) -> None:
        """Raise MachineFault when the bot's files are not as they were when the match was set up."""
        folder, program = Path(self.program.folder), self.program.command[0]
        there = [folder, *(folder / made for made in self.program.built or ())]
        if Path(program).is_absolute():
            there.append(Path(program))
        if self.program.built is None:
            there += [folder / path for path in paths_of(self.program.manifest)]
        for path in there:
            if not os.path.exists(path):  # noqa: PTH110 - Path.exists raises where a folder above is closed
                raise MachineFault("{file}: is gone, or can no longer be reached", file=path)
        if self._submitted is not None:
            self._submitted.check()
