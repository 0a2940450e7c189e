"""Submitted bots, each version kept once under its contents' digest.

`bots/DIGEST/` holds a bot's files, `bots/DIGEST.sha256` its manifest, with which `sha256sum -c` checks them, and
`versions/AUTHOR/NAME@VERSION.json` says which digest that version has. A version is never changed: other contents are
another version. One that was removed has its record in `removed/` instead, and may come back with the same contents.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.resolve import load_folder
from arena.errors import ArenaError, UsageError
from arena.records.job import BotProgram
from arena.records.manifest import changes
from arena.system.folder_removal import remove
from arena.system.folder_walk import walk
from arena.system.private_folder import own_folder, remove_ownerless
from protocol.text import Listed

PLACE: Final = Path("bot-library")
_INCOMING: Final = "incoming-"


class Version(msgspec.Struct, frozen=True):
    """What is known of a stored version. `key` is `author/name@version`."""

    key: str
    digest: str
    added: str
    isolation: str
    """The level it was built and checked at."""
    steps: int
    """Of the check, which it passed."""
    warnings: list[str] = []


class Library:
    """One folder on disk; made when the first bot is added."""

    def __init__(self, place: Path) -> None:
        # builds and bots are started in folders of their own, from which a relative path leads elsewhere
        self._place = place.resolve()

    def versions(self) -> list[Version]:
        """Every version, the oldest first."""
        found = [_read(path) for path in sorted(self._place.glob("versions/*/*.json"))]
        return sorted(found, key=lambda version: (version.added, version.key))

    def find(self, text: str) -> Version:
        """`author/name@version`, or `author/name` for the version added last.

        Raises UsageError when there is none, ArenaError when what is stored cannot be read.
        """
        versions = self.versions()
        for version in reversed(versions):
            if text.lower() in {version.key, version.key.rpartition("@")[0]}:
                return version
        if not versions:
            raise UsageError('{place}: no bot "{text}"; it holds none yet', place=self._place, text=text)
        known = Listed(version.key for version in versions)
        raise UsageError('{place}: no bot "{text}"; known are: {known}', place=self._place, text=text, known=known)

    def folder(self, version: Version) -> Path:
        return self._place / "bots" / version.digest

    def load(self, text: str) -> BotProgram:
        """The program of that version, once its files are seen to be those stored.

        Raises as `find` does, and ArenaError when they are others.
        """
        version = self.find(text)
        program = load_folder(self.folder(version))
        if program.digest != version.digest:
            manifest = self._manifest(version.digest)
            which = f": {changes(manifest.read_bytes(), program.manifest)}" if manifest.exists() else ""
            raise ArenaError(
                "{folder}: its files are no longer those submitted as {key}{which}",
                folder=self.folder(version),
                key=version.key,
                which=which,
            )
        return program

    @contextmanager
    def incoming(self, others: bool) -> Iterator[Path]:
        """An empty folder on the library's disk, gone at the end unless it was kept. No other user gets to it, unless
        a bot that runs as one has to: then only by its path, which nobody can list.
        """
        self._place.mkdir(0o711, parents=True, exist_ok=True)
        with own_folder(self._place, _INCOMING) as own:
            if others:
                own.chmod(0o711)
            folder = own / "bot"
            folder.mkdir()
            folder.chmod(0o755)
            try:
                yield folder
            except OSError as error:
                # what a full disk refuses to a file that is open says no name
                if error.errno != errno.ENOSPC:
                    raise
                raise ArenaError("{place}: {strerror}", place=self._place, strerror=error.strerror) from None

    def refuse_other(self, key: str, digest: str) -> Version | None:
        """The version if these very contents are there already.

        Raises ArenaError when it has, or had before it was removed, other contents.
        """
        for path, words in ((self._file(key), "is there already"), (self._removed(key), "was there before")):
            if path.exists() and _read(path).digest != digest:
                raise ArenaError("{key} {words} with other contents; give bot.toml a new version", key=key, words=words)
        return _read(self._file(key)) if self._file(key).exists() else None

    def keep(self, folder: Path, version: Version) -> None:
        """Move the files in; the version is there once all of them are."""
        target = self.folder(version)
        target.parent.mkdir(0o711, exist_ok=True)
        if not target.exists():
            self._manifest(version.digest).write_bytes(load_folder(folder).manifest)
            _make_readonly(folder)
            # a folder that cannot be written to cannot be renamed either
            folder.chmod(0o755)
            folder.rename(target)
            target.chmod(0o555)
        path = self._file(version.key)
        path.parent.parent.mkdir(0o700, exist_ok=True)
        path.parent.mkdir(exist_ok=True)
        draft = path.with_suffix(".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(version)) + b"\n")
        draft.replace(path)
        self._removed(version.key).unlink(missing_ok=True)

    def remove(self, text: str) -> Version:
        """Take a version out, and its files when no other version has them. Raises as `find` does.

        Its digest is remembered: tournaments that played it name it, so the name is never that of another program.
        """
        remove_ownerless(self._place, _INCOMING)
        version = self.find(text)
        record = self._removed(version.key)
        record.parent.mkdir(parents=True, exist_ok=True)
        self._file(version.key).replace(record)
        if all(other.digest != version.digest for other in self.versions()):
            if not remove(self.folder(version)):
                raise ArenaError("{folder}: could not be removed", folder=self.folder(version))
            self._manifest(version.digest).unlink(missing_ok=True)
        return version

    def _manifest(self, digest: str) -> Path:
        return self._place / "bots" / f"{digest}.sha256"

    def _file(self, key: str) -> Path:
        return self._place / "versions" / f"{key}.json"

    def _removed(self, key: str) -> Path:
        return self._place / "removed" / f"{key}.json"


def _read(path: Path) -> Version:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Version)
    except msgspec.DecodeError as error:
        raise ArenaError("{path}: not a stored version: {error}", path=path, error=error) from None


def _make_readonly(folder: Path) -> None:
    for found in walk(folder):
        if found.is_folder or found.is_file:  # rights are those of what a link leads to
            runs = found.is_folder or found.stat.st_mode & stat.S_IXUSR
            os.chmod(found.name, 0o555 if runs else 0o444, dir_fd=found.place)
    folder.chmod(0o555)
