"""Which of the machine's files a program needs to run at all, and which programs a bot may name."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import arena
import protocol

SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
DEVICES: Final = ("null", "zero", "full", "random", "urandom")
RUNTIMES: Final = "ARENA_RUNTIMES"
"""The variable in which the organizer names more folders of programs for bots, with colons between them."""
_SETTINGS: Final = (
    *("ld.so.cache", "alternatives", "localtime"),
    *("java-*", "ssl/openssl.cnf"),
)


def existing(paths: Iterable[str]) -> list[Path]:
    return [Path(path) for path in paths if Path(path).exists()]


def system_settings() -> list[Path]:
    """What lies in `/etc` and is about programs, not about this machine and its users."""
    return [path for pattern in _SETTINGS for path in sorted(Path("/etc").glob(pattern))]


def provided() -> list[Path]:
    """Folders for every bot besides the system's: the arena's own interpreter and packages, and what the organizer
    names. A bot has no say in it.
    """
    return _outermost([*_own(), *_runtimes()])


@cache
def _own() -> tuple[Path, ...]:
    own = [Path(module.__file__).parent for module in (arena, protocol) if module.__file__]
    # where what the SDK uses is installed, which need not be below the interpreter
    specs = [find_spec(name) for name in ("msgpack", "zmq")]
    installed = [Path(spec.origin).parents[1] for spec in specs if spec is not None and spec.origin]
    return (Path(sys.prefix), Path(sys.base_prefix), *own, *installed)


def around_program(command: Sequence[str]) -> list[Path]:
    """The folders of a program that its caller named himself; never to be asked about a command of a bot's own."""
    program = Path(command[0])
    return [path for path in (program.parent, program.resolve().parent) if not may_be_used(path)]


def may_be_used(path: Path) -> bool:
    """Whether a program at this place, with all links followed, is one that any bot may run."""
    return within(path, _usable())


def search_path() -> str:
    """`PATH` for bots: those of its folders from which a bot may run a program."""
    usable = _usable()
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if within(Path(folder), usable))


def _usable() -> list[Path]:
    return [*map(Path, SYSTEM), *provided()]


def within(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _runtimes() -> Iterator[Path]:
    for text in os.environ.get(RUNTIMES, "").split(os.pathsep):
        if Path(text).is_absolute() and Path(text).is_dir():
            yield Path(text)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Without those that lie in the system's folders or in one before them."""
    needed: list[Path] = []
    for path in paths:
        if not within(path, [*map(Path, SYSTEM), *needed]):
            needed.append(path)
    return needed
