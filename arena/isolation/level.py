"""The seam between the launcher and a level: what is to be started goes in, how to start it comes out."""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from arena.isolation.cgroup import Group
from arena.isolation.readable_paths import search_path
from arena.records.limits import Limits

_KEPT: Final = ("LANG", "LC_ALL", "LC_CTYPE", "TZ")


class Places(NamedTuple):
    """A bot's three folders, on this machine or as the bot finds them. Paths are absolute."""

    bot: Path
    """Its own files; its command is run in it, and cannot write there."""
    scratch: Path
    """The only folder that it may write to."""
    sockets: Path
    """Where the referee's end of its connection lies."""


class Start(NamedTuple):
    """A bot that is to be started. Words of the command and of the environment name places as the bot finds them."""

    command: Sequence[str]
    environment: Mapping[str, str]
    places: Places
    """On this machine."""
    user: int
    """The user and group id that only this bot has, at levels that give it one."""
    limits: Limits
    readable: Sequence[Path]
    """What it needs to run besides the system's own folders: an interpreter, packages."""
    writes_folder: bool = False
    """Whether it may write to its own folder after all: a build does."""


class Fitted(NamedTuple):
    """How a level wants it started."""

    command: list[str]
    environment: dict[str, str]
    prepare: Callable[[], None]
    """Run in the new process, as the user that it gets, before it becomes the command."""
    user: int | None = None
    passed: tuple[int, ...] = ()
    """Descriptors that the new process inherits; the launcher closes its own copies."""
    group: Group | None = None
    """What it and all that it starts are in; to be removed by whoever asked for it, once they have ended."""


class Level(Protocol):
    """One way to hold a bot."""

    number: int
    words: str
    """What it is made of, as printed with a result."""
    seat_user: bool
    """Whether the bot runs as a user of its own."""
    places: Places | None
    """Where a bot finds its folders; None where it sees the machine's own files, at their places, as far as it is let.
    """
    wrapped: bool
    """Whether the process that is started is not the bot's own but one that holds it."""
    keeps_legs_apart: bool
    """Whether a bot's processes of one leg leave nothing behind that those of the next can find."""
    counted: bool
    """Whether the kernel counts what all processes of a bot take together, so that none of it is there unseen."""
    trusted: bool
    """Whether the bot is its starter's own, so that its files may change and its environment is the starter's."""

    def fit(self, start: Start) -> Fitted:
        """Raises OSError when the machine does not let it."""
        ...


def bare_environment(scratch: Path) -> dict[str, str]:
    """What a stranger's program finds besides the arena's own variables; its home is `scratch`, as it finds it."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {"PATH": search_path(), "HOME": str(scratch)} | settled_environment(scratch)


def settled_environment(scratch: Path) -> dict[str, str]:
    """What every program is told, trusted or not."""
    return {"TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}


def moved(command: Sequence[str], folder: Path, place: Path) -> list[str]:
    """The command with every word that is a path into `folder` as one into `place`."""
    return [
        str(place / Path(word).relative_to(folder)) if Path(word).is_relative_to(folder) else word for word in command
    ]
