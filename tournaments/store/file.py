"""The file of a store: reached, known by its mark and version, and brought up to date."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, UsageError
from tournaments.layout import beside, draft_of, kept_of
from tournaments.store import schema
from tournaments.store.damage import reading

_PATIENCE_S: Final = 5.0


def connect(place: Path, mode: str) -> sqlite3.Connection:
    """A connection to the store at `place`, to read ("ro") or to write ("rw"), without transactions of its own.

    Raises ArenaError when there is none, or none that is known here.
    """
    if not place.parent.is_dir():
        raise UsageError(
            "{parent}: {value}",
            parent=place.parent,
            value="a file, not a folder" if place.parent.exists() else "no such folder",
        )
    if not place.exists():
        raise ArenaError("{parent}: no tournament here ({name} is missing)", parent=place.parent, name=place.name)
    with reading(place):
        connection = sqlite3.connect(
            f"{place.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_PATIENCE_S
        )
        try:
            schema.check(connection, place)
        except BaseException:
            connection.close()
            raise
    return connection


def make_private(draft: Path) -> None:
    """An empty file. The secret decides the deals to come: until it is revealed it is for the organizer alone.

    What a run that was killed left of another draft goes: its journal would be rolled back into this one.
    """
    draft.unlink(missing_ok=True)
    clear_sides(draft)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))


def clear_sides(place: Path) -> None:
    """Take away what SQLite kept beside a database that is no more."""
    for file in beside(place):
        file.unlink(missing_ok=True)


def bring_up_to_date(connection: sqlite3.Connection, place: Path) -> Path | None:
    """Migrate the file, and return where it is kept as it was; None when it is up to date.

    Whatever breaks this off leaves the old one in its place.
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
    """A connection that reads the same in the present version: to a private copy where the file is older.

    The file is left alone, and the connection to it then closed.
    """
    if schema.version_of(connection) == schema.VERSION:
        return connection
    with closing(connection):
        copy = sqlite3.connect("", isolation_level=None)  # SQLite's own file without a name, gone with the connection
        connection.backup(copy)
    schema.migrate(copy)
    return copy
