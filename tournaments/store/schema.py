"""The tables of `results.sqlite` in every version.

Here are those of the first, and in `tournaments.store.migrations` every change since. A new store is made by the same
migrations that bring an old one up to date, so both are the same.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from arena import __version__
from arena.errors import ArenaError
from protocol.text import Said
from tournaments.layout import kept_of
from tournaments.store.migrations import MIGRATIONS

VERSION: Final = 1 + len(MIGRATIONS)
APPLICATION: Final = 0x13_5A_41
"""Marks the file as an arena's, whatever its name (`PRAGMA application_id`)."""

_FIRST: Final = """
CREATE TABLE tournament (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    file TEXT NOT NULL,             -- the tournament file as it was read
    config TEXT NOT NULL,           -- JSON: sections tournament, match and stages with every default written out
    game TEXT NOT NULL,
    rules TEXT NOT NULL,            -- JSON: the rule set in full
    secret BLOB NOT NULL,
    commitment TEXT NOT NULL,
    arena TEXT NOT NULL,            -- version
    started TEXT NOT NULL,
    seal TEXT,                      -- digest over all that counts, set with the final tables
    finished TEXT                   -- the final marker, the last write of all
) STRICT;
CREATE TABLE bots (
    entry INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    command TEXT NOT NULL,          -- JSON
    folder TEXT NOT NULL,
    digest TEXT NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the program
    rating REAL NOT NULL
) STRICT;
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    jobs INTEGER NOT NULL,
    machine TEXT NOT NULL           -- JSON
) STRICT;
CREATE TABLE matches (
    id TEXT PRIMARY KEY,            -- the table's id; from its second play on with #2, #3 …
    stage INTEGER NOT NULL,
    seats TEXT NOT NULL,            -- JSON: names, in the order of every list by bot
    absent TEXT NOT NULL,           -- JSON: names of those seated who had withdrawn, best seeding first
    voided INTEGER REFERENCES decisions (number),
    settings TEXT NOT NULL,         -- JSON
    deal_seed BLOB NOT NULL,
    reason TEXT NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the result
    totals TEXT NOT NULL,           -- JSON, by bot: exact sums over all seatings
    deals BLOB NOT NULL,
    finished TEXT NOT NULL,
    digest TEXT NOT NULL            -- over all facts of the match
) STRICT;
CREATE TABLE legs (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    facts TEXT NOT NULL,            -- JSON: every other field of the leg
    rounds BLOB NOT NULL,
    PRIMARY KEY (match, number)
) STRICT;
CREATE TABLE strikes (
    match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    bot INTEGER NOT NULL,           -- index into the match's seats
    leg INTEGER NOT NULL,
    round INTEGER NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    request INTEGER,
    late_ms INTEGER,
    PRIMARY KEY (match, number)
) STRICT;
CREATE TABLE losses (               -- attempts at a match whose process died
    match TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    at TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (match, attempt)
) STRICT;
CREATE TABLE decisions (            -- by the organizer's hand
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,             -- withdraw, disqualify, void
    subject TEXT NOT NULL,          -- a bot, or a match
    reason TEXT NOT NULL
) STRICT;
CREATE TABLE final (                -- what the end decided, kept so that it can be held against a recomputation
    part TEXT PRIMARY KEY,          -- stages, standings, ratings
    content TEXT NOT NULL           -- JSON
) STRICT;
"""


def create(connection: sqlite3.Connection, version: int = VERSION) -> None:
    """Make the tables in an empty file."""
    connection.executescript(f"PRAGMA application_id = {APPLICATION}; BEGIN; {_FIRST} PRAGMA user_version = 1; COMMIT;")
    migrate(connection, version)


def migrate(connection: sqlite3.Connection, version: int = VERSION) -> None:
    """Bring the tables up to `version`, all at once or not at all. The connection has no transactions of its own."""
    with transaction(connection):
        for number in range(version_of(connection), version):
            for statement in MIGRATIONS[number - 1]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def version_of(connection: sqlite3.Connection) -> int:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    assert isinstance(version, int)
    return version


def check(connection: sqlite3.Connection, place: Path) -> None:
    """Raise ArenaError unless the file is a store of the present version or an older one."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = version_of(connection)
    if application != APPLICATION or version < 1:
        raise ArenaError("{file}: not the results of a tournament", file=place)
    if version > VERSION:
        kept = kept_of(place, VERSION)
        copy = Said(", or go on from {copy}, which lacks everything that came later", copy=kept.name)
        raise ArenaError(
            "{file}: written in version {version} by a newer arena; this one, {arena}, knows versions up to {newest}: "
            "use the arena that wrote it, or a newer one{copy}",
            file=place,
            version=version,
            arena=__version__,
            newest=VERSION,
            copy=copy if kept.exists() else "",
        )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Within it, everything is written at once or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def faults(connection: sqlite3.Connection) -> Iterator[Said]:
    """Yield what is wrong with the file as a database, and where its tables differ from those of its version."""
    for (words,) in connection.execute("PRAGMA integrity_check(20)"):
        if words != "ok":
            yield Said("{fault}", fault=words)
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield Said("row {row} of the table {table} belongs to nothing in {parent}", row=row, table=table, parent=parent)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        create(fresh, version_of(connection))
        expected = _tables(fresh)
    found = _tables(connection)
    for name in sorted(expected.keys() | found.keys()):
        if found.get(name) != expected.get(name):
            yield _difference(name, name in found, name in expected)


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    """Every table, index, view and trigger by name, with the statement that made it."""
    made = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {name: f"{kind} {words}" for kind, name, words in made}


def _difference(name: str, found: bool, expected: bool) -> Said:
    if not found:
        return Said("the table {table} is missing", table=name)
    if expected:
        return Said("the table {table} has been altered", table=name)
    return Said("the table {table} is not one of a tournament's", table=name)
