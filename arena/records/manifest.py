r"""A bot's manifest and its digest: what proves that the program that plays is the program that was submitted.

The manifest is a text with one line for each file, `<SHA-256 of its contents>  <path>`, ordered by path as bytes; paths
are relative with `/` between. That is what `sha256sum` prints, down to how it escapes a line break in a name. The
digest is the SHA-256 of the manifest, so in a bot's folder anybody can recompute it:

    find . \( -name __pycache__ -o -name .git \) -prune -o -type f -printf '%P\0' |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum

with one more `-name` for each folder in `SKIPPED`, which tools make and remake, and for what the bot's own build makes.
A bare command has a first line more, `command <its words as JSON>`, and of the files only those that its words name.
"""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.system.folder_walk import Found, walk

BOT_FILE: Final = "bot.toml"
"""What makes a folder a bot's own."""
SKIPPED: Final = frozenset(
    {"__pycache__", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "runs"}
)
"""`runs` is where the arena itself writes when it is called in a bot's folder."""
_COMMAND: Final = b"command "
_LINE: Final = re.compile(rb"^\\?([0-9a-f]{64})  (.*)$", re.MULTILINE)
_ESCAPED: Final = {b"\\": b"\\\\", b"\n": b"\\n", b"\r": b"\\r"}
_MOST_NAMED: Final = 5


def folder_manifest(folder: Path, built: Sequence[str] = ()) -> bytes:
    """The manifest of the files in `folder`, without `built`: relative paths of what building makes.

    Raises ArenaError for a file that cannot be read and for a link to a folder, whose contents nobody submitted.
    """
    return b"".join(_lines(folder, _files(folder, {Path(made) for made in built})))


def command_manifest(command: Sequence[str], folder: Path) -> bytes:
    """The manifest of a bare command, as written, and of the files in `folder` that it names."""
    named = sorted({word for word in command if (folder / word).is_file() and not Path(word).is_absolute()})
    head = _COMMAND + json.dumps(list(command)).encode() + b"\n"
    return head + b"".join(_lines(folder, map(Path, named)))


def digest_of(manifest: bytes) -> str:
    """The digest (hex) of the bot that has this manifest."""
    return hashlib.sha256(manifest).hexdigest()


def changes(before: bytes, now: bytes) -> str:
    """What differs between two manifests of a bot, in words: `changed bot.py; added a.py; gone b.py`."""
    old, new = _contents(before), _contents(now)
    kinds = {
        "changed": [path for path in old if path in new and old[path] != new[path]],
        "added": [path for path in new if path not in old],
        "gone": [path for path in old if path not in new],
    }
    said = [f"{kind} {_named(paths)}" for kind, paths in kinds.items() if paths]
    was, is_now = _command(before), _command(now)
    return "; ".join([f"command was {was}, is {is_now}", *said] if was != is_now else said)


class Seal:
    """Holds a bot's files to the digest that they were submitted with."""

    def __init__(self, folder: Path, built: Sequence[str], manifest: bytes) -> None:
        self._folder = folder
        self._built = built
        self._manifest = manifest
        self._known: list[tuple[str, int, int, int]] = []

    def check(self) -> None:
        """Raises ArenaError, naming the files, when one has changed, gone or come.

        Files are read again only where the system says that they were touched: a time of change cannot be set back.
        """
        now = sorted(self._marks())
        if now == self._known:
            return
        found = folder_manifest(self._folder, self._built)
        if found != self._manifest:
            raise ArenaError(
                "{folder}: its files are no longer those submitted: {manifest}",
                folder=self._folder,
                manifest=changes(self._manifest, found),
            )
        self._known = now

    def _marks(self) -> Iterator[tuple[str, int, int, int]]:
        for file in _files(self._folder, {Path(made) for made in self._built}):
            state = (self._folder / file).stat()
            yield (str(file), state.st_ino, state.st_size, state.st_ctime_ns)


def _lines(folder: Path, files: Iterable[Path]) -> Iterator[bytes]:
    for file in sorted(files, key=lambda path: os.fsencode(path.as_posix())):
        try:
            with (folder / file).open("rb") as source:
                contents = hashlib.file_digest(source, "sha256")
        except OSError as error:
            raise ArenaError(
                "{folder}: cannot be read: {strerror}", folder=folder / file, strerror=error.strerror
            ) from None
        path = os.fsencode(file.as_posix())
        escaped = re.sub(rb"[\\\n\r]", lambda found: _ESCAPED[found[0]], path)
        mark = b"" if escaped == path else b"\\"
        yield mark + contents.hexdigest().encode() + b"  " + escaped + b"\n"


def _contents(manifest: bytes) -> dict[str, bytes]:
    """SHA-256 (hex) by path, as it is written."""
    return {os.fsdecode(path): contents for contents, path in _LINE.findall(manifest)}


def _command(manifest: bytes) -> str:
    head = manifest.partition(b"\n")[0]
    return head.removeprefix(_COMMAND).decode() if head.startswith(_COMMAND) else ""


def _named(paths: list[str]) -> str:
    shown = ", ".join(path if path.isprintable() else repr(path) for path in paths[:_MOST_NAMED])
    return shown + (f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else "")


def _files(folder: Path, built: set[Path]) -> Iterator[Path]:
    """The files that count, links to files among them; `built` and what is in `SKIPPED` is not looked into."""
    for found in walk(folder, enter=lambda found: found.name not in SKIPPED and Path(found.path) not in built):
        path = Path(found.path)
        if found.is_folder or path in built:
            continue
        target = found.stat if found.is_file else _target_of(found)
        if target is None:
            continue
        if stat.S_ISREG(target.st_mode):
            yield path
        elif stat.S_ISDIR(target.st_mode) and found.name not in SKIPPED:
            raise ArenaError(
                "{path}: a link to a folder; a bot's folder must hold its files itself", path=folder / path
            )


def _target_of(found: Found) -> os.stat_result | None:
    """What a link leads to, if that is there."""
    try:
        return os.stat(found.name, dir_fd=found.place)
    except OSError:
        return None
