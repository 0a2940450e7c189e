r"""A bot's manifest and its digest: the proof that the program that plays is the one that was submitted.

The manifest is a text with one line for each file, `<SHA-256 of its contents>  <path>`, ordered by path as bytes; paths
are relative with `/` between. `sha256sum` prints the same, down to how it escapes a line break in a name. The digest is
the SHA-256 of the manifest, so anybody can recompute it in a bot's folder:

    find . \( -name __pycache__ -o -name .git \) -prune -o -type f -printf '%P\0' |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum

with one more `-name` for each folder in `SKIPPED`, which tools make and remake, and for each output of the bot's own
build. The manifest of a bare command starts with a line `command <its words as JSON>` and lists only the files that its
words name.
"""

import hashlib
import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, MachineFault
from arena.system.folder_walk import Found, walk
from protocol.text import SEMICOLON, Counted, Listed, Said

BOT_FILE: Final = "bot.toml"
"""What makes a folder a bot's own."""
SKIPPED: Final = frozenset(
    {"__pycache__", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", ".vscode", "runs"}
)
"""`runs` and `.vscode` are where the arena itself writes when called in a bot's folder."""
MOST_BYTES: Final = 2 << 30
"""In a bot's folder, holes in its files included. Of a submission there are never so many."""
_COMMAND: Final = b"command "
_LINE: Final = re.compile(rb"^\\?([0-9a-f]{64})  (.*)$", re.MULTILINE)
_ESCAPED: Final = {b"\\": b"\\\\", b"\n": b"\\n", b"\r": b"\\r"}
_MOST_NAMED: Final = 5


def folder_manifest(folder: Path, built: Sequence[str] = ()) -> bytes:
    """Return the manifest of the files in `folder`, without `built`, the relative paths of the build's output.

    Raises ArenaError for a file that cannot be read, for a link to a folder or out of this one, where nobody submitted
    what it leads to, and for more than `MOST_BYTES`, which would take long to read.
    """
    return b"".join(_lines(folder, _files(folder, {Path(made) for made in built})))


def command_manifest(command: Sequence[str], folder: Path) -> bytes:
    """Return the manifest of a bare command and of the files in `folder` that it names."""
    named = sorted({word for word in command if (folder / word).is_file() and not Path(word).is_absolute()})
    head = _COMMAND + json.dumps(list(command)).encode() + b"\n"
    return head + b"".join(_lines(folder, map(Path, named)))


def digest_of(manifest: bytes) -> str:
    """Return the digest (hex) of the bot with this manifest.

    >>> digest_of(b"")[:16]
    'e3b0c44298fc1c14'
    """
    return hashlib.sha256(manifest).hexdigest()


def paths_of(manifest: bytes) -> list[str]:
    """Return the paths that a manifest lists, in its order.

    >>> paths_of(b"0" * 64 + b"  bot.py\\n")
    ['bot.py']
    """
    return list(_contents(manifest))


def changes(before: bytes, now: bytes) -> Said:
    """Say what differs between two manifests of a bot.

    >>> str(changes(b"0" * 64 + b"  bot.py\\n", b"1" * 64 + b"  bot.py\\n" + b"2" * 64 + b"  a.py\\n"))
    'changed bot.py; added a.py'
    """
    return Listed(_changes(before, now), SEMICOLON)


def _changes(before: bytes, now: bytes) -> Iterator[Said]:
    old, new = _contents(before), _contents(now)
    was, is_now = _command(before), _command(now)
    if was != is_now:
        yield Said("command was {before}, is {now}", before=was, now=is_now)
    if paths := [path for path in old if path in new and old[path] != new[path]]:
        yield Said("changed {files}", files=_named(paths))
    if paths := [path for path in new if path not in old]:
        yield Said("added {files}", files=_named(paths))
    if paths := [path for path in old if path not in new]:
        yield Said("gone {files}", files=_named(paths))


class SubmittedFiles:
    """Checks a bot's files against those that were submitted."""

    def __init__(self, folder: Path, built: Sequence[str], manifest: bytes) -> None:
        self._folder = folder
        self._built = built
        self._manifest = manifest
        self._known: list[tuple[str, int, int, int]] = []

    def check(self) -> None:
        """Raise MachineFault, which names the files, when one was changed, added or removed or cannot be read.

        Files are read again only when their time of change differs, which cannot be set back.
        """
        try:
            now = sorted(self._marks())
            if now == self._known:
                return
            found = folder_manifest(self._folder, self._built)
        except ArenaError as error:
            raise MachineFault(error.said) from None
        if found != self._manifest:
            raise MachineFault(
                "{folder}: its files are no longer those submitted: {changes}",
                folder=self._folder,
                changes=changes(self._manifest, found),
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
                "{file}: cannot be read: {strerror}", file=folder / file, strerror=error.strerror
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


def _named(paths: list[str]) -> Said:
    shown = Listed(path if path.isprintable() else repr(path) for path in paths[:_MOST_NAMED])
    more = len(paths) - _MOST_NAMED
    return shown if more <= 0 else Counted(more, "{files} and {number} more", "{files} and {number} more", files=shown)


def _files(folder: Path, built: set[Path]) -> Iterator[Path]:
    """The files that count, links to files among them; `built` and what is in `SKIPPED` is not looked into."""
    left = MOST_BYTES
    for found in walk(folder, enter=lambda found: found.name not in SKIPPED and Path(found.path) not in built):
        path = Path(found.path)
        if found.is_folder or path in built:
            continue
        target = found.stat if found.is_file else _target_of(found)
        if target is None:
            continue
        if stat.S_ISREG(target.st_mode):
            if not found.is_file and not (folder / path).resolve().is_relative_to(folder.resolve()):
                raise ArenaError(
                    "{file}: a link out of the bot's folder; a bot's folder must hold its files itself",
                    file=folder / path,
                )
            left -= target.st_size
            if left < 0:
                raise ArenaError("{folder}: holds more than {most} MiB", folder=folder, most=MOST_BYTES >> 20)
            yield path
        elif stat.S_ISDIR(target.st_mode) and found.name not in SKIPPED:
            raise ArenaError(
                "{file}: a link to a folder; a bot's folder must hold its files itself", file=folder / path
            )


def _target_of(found: Found) -> os.stat_result | None:
    """What a link leads to, if that is there."""
    try:
        return os.stat(found.name, dir_fd=found.place)
    except OSError:
        return None
