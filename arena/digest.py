r"""A bot's digest: what proves that the program that plays is the program that was submitted.

The digest is the SHA-256 of a text with one line for each file, `<SHA-256 of its contents>  <path>`, ordered by path
as bytes; paths are relative with `/` between. That is what `sha256sum` prints, so in a bot's folder anybody can
recompute it:

    find . \( -name __pycache__ -o -name .git \) -prune -o -type f -printf '%P\0' |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum

with one more `-name` for each folder in `SKIPPED`, which tools make and remake, and for what the bot's own build makes.
A bare command has a first line more, `command <its words as JSON>`, and of the files only those that its words name.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError

SKIPPED: Final = frozenset(
    {"__pycache__", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "runs"}
)
"""`runs` is where the arena itself writes when it is called in a bot's folder."""


def folder_digest(folder: Path, built: Sequence[str] = ()) -> str:
    """The digest (hex) of the files in `folder`, without `built`: relative paths of what building makes.

    Raises ArenaError for a file that cannot be read and for a link to a folder, whose contents nobody submitted.
    """
    return _digest("", folder, _files(folder, {Path(made) for made in built}))


def command_digest(command: Sequence[str], folder: Path) -> str:
    """The digest (hex) of a bare command, as written, and of the files in `folder` that it names."""
    named = sorted({word for word in command if (folder / word).is_file() and not Path(word).is_absolute()})
    return _digest(f"command {json.dumps(list(command))}\n", folder, map(Path, named))


class Seal:
    """Holds a bot's files to the digest that they were submitted with."""

    def __init__(self, folder: Path, built: Sequence[str], digest: str) -> None:
        self._folder = folder
        self._built = built
        self._digest = digest
        self._known: list[tuple[str, int, int, int]] = []

    def check(self) -> None:
        """Raises ArenaError when a file has changed, gone or come.

        Files are read again only where the system says that they were touched: a time of change cannot be set back.
        """
        now = sorted(self._marks())
        if now == self._known:
            return
        found = folder_digest(self._folder, self._built)
        if found != self._digest:
            raise ArenaError(
                f"{self._folder}: its files are no longer those submitted: digest {found[:12]}, not {self._digest[:12]}"
            )
        self._known = now

    def _marks(self) -> Iterator[tuple[str, int, int, int]]:
        for file in _files(self._folder, {Path(made) for made in self._built}):
            state = (self._folder / file).stat()
            yield (str(file), state.st_ino, state.st_size, state.st_ctime_ns)


def _digest(head: str, folder: Path, files: Iterable[Path]) -> str:
    whole = hashlib.sha256(head.encode())
    for file in sorted(files, key=lambda path: os.fsencode(path.as_posix())):
        try:
            contents = hashlib.sha256((folder / file).read_bytes())
        except OSError as error:
            raise ArenaError(f"{folder / file}: cannot be read: {error.strerror}") from None
        whole.update(f"{contents.hexdigest()}  ".encode() + os.fsencode(file.as_posix()) + b"\n")
    return whole.hexdigest()


def _files(folder: Path, built: set[Path]) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        here = Path(place).relative_to(folder)
        folders[:] = [name for name in folders if name not in SKIPPED and here / name not in built]
        for name in folders:
            if (folder / here / name).is_symlink():
                raise ArenaError(
                    f"{folder / here / name}: a link to a folder; a bot's folder must hold its files itself"
                )
        yield from (here / name for name in files if here / name not in built and (folder / here / name).is_file())
