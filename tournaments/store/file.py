"""The file of a store: open it, know it by its mark and version, bring it up to date."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from arena.errors import ArenaError, UsageError
from tournaments.layout import beside, draft_of, kept_of
from tournaments.store import schema
from tournaments.store.damage import reading

_PATIENCE_S: Final = 5.0


def connect(place: Path, mode: str) -> sqlite3.Connection:
    """Connect to the store at `place`, to read ("ro") or to write ("rw"), without transactions of its own.

    Raises ArenaError when there is no store, or none of a version known here.
    """
    if not place.parent.is_dir():
        if place.parent.exists():
            raise UsageError("{folder}: a file, not a folder", folder=place.parent)
        raise UsageError("{folder}: no such folder", folder=place.parent)
    if not place.exists():
        raise ArenaError("{folder}: no tournament here ({file} is missing)", folder=place.parent, file=place.name)
    with reading(place):
        connection = sqlite3.connect(
            f"{place.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_PATIENCE_S
        )
        try:
            schema.check(connection, place)
        except sqlite3.OperationalError:
            connection.close()
            if mode != "ro" or os.access(place.parent, os.W_OK):
                raise
            connection = _copied(place)
            schema.check(connection, place)
        except BaseException:
            connection.close()
            raise
    return connection


def _copied(place: Path) -> sqlite3.Connection:
    """Return a connection to a private copy of a store on a disk where SQLite cannot write its journal's index."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / place.name
        for file in (place, *beside(place)):
            if file.exists() and not file.name.endswith("-shm"):
                shutil.copyfile(file, copy.with_name(file.name))
        held = sqlite3.connect("", isolation_level=None)
        with closing(sqlite3.connect(copy)) as connection:
            connection.backup(held)
    return held


def make_private(draft: Path) -> None:
    """Make an empty file that only the organizer can read, since the secret in it decides the deals to come.

    A draft that a killed run left is removed with its journal, which would otherwise be rolled back into this one.
    """
    draft.unlink(missing_ok=True)
    clear_sides(draft)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))


def clear_sides(place: Path) -> None:
    """Remove what SQLite kept beside a database that is gone."""
    for file in beside(place):
        file.unlink(missing_ok=True)


def bring_up_to_date(connection: sqlite3.Connection, place: Path) -> Path | None:
    """Migrate the file; return where it is kept as it was, or None when it was up to date.

    If this breaks off, the old file is still in its place.
    """
    version = schema.version_of(connection)
    if version == schema.VERSION:
        return None
    kept = kept_of(place, version)
    draft = draft_of(kept)
    make_private(draft)
    with closing(sqlite3.connect(draft)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, to be read wherever it lies
    draft.rename(kept)
    schema.migrate(connection)
    return kept


def up_to_date(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to the same content in the present version; to a private copy if the file is older.

    An older file is left as it is, and the connection to it closed.
    """
    if schema.version_of(connection) == schema.VERSION:
        return connection
    with closing(connection):
        copy = sqlite3.connect("", isolation_level=None)  # SQLite's own file without a name, gone with the connection
        connection.backup(copy)
    schema.migrate(copy)
    return copy
