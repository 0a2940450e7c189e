"""The tables of `results.sqlite`. A change of them is a new version with a migration from the one before."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from arena.errors import ArenaError

VERSION: Final = 2
APPLICATION: Final = 0x13_5A_41
"""Marks the file as an arena's, whatever its name (`PRAGMA application_id`)."""

_TABLES: Final = """
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
    reason TEXT NOT NULL,
    stage INTEGER                   -- the last one that was drawn when it was decided; NULL from version 1
) STRICT;
CREATE TABLE final (                -- what the end decided, kept so that it can be held against a recomputation
    part TEXT PRIMARY KEY,          -- stages, standings, ratings
    content TEXT NOT NULL           -- JSON
) STRICT;
"""


def create(connection: sqlite3.Connection) -> None:
    """Lay the tables into an empty file."""
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; BEGIN; {_TABLES} COMMIT;"
    )


def check(connection: sqlite3.Connection, place: str) -> None:
    """Raise ArenaError unless the file is a store of a version that is known here."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise ArenaError(f"{place}: not the results of a tournament")
    if version != VERSION:
        raise ArenaError(
            f"{place}: written in version {version}; this arena reads {VERSION}: use the arena that wrote it"
        )


def faults(connection: sqlite3.Connection) -> Iterator[str]:
    """What is wrong with the file as a database, and where its tables are others than `create` lays; a line each."""
    for (words,) in connection.execute("PRAGMA integrity_check(20)"):
        if words != "ok":
            yield words
    for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield f"row {row} of the table {table} belongs to nothing in {parent}"
    with closing(sqlite3.connect(":memory:")) as fresh:
        create(fresh)
        expected = _tables(fresh)
    found = _tables(connection)
    for name in sorted(expected.keys() | found.keys()):
        if found.get(name) != expected.get(name):
            yield f"the table {name} {_how_it_differs(name in found, name in expected)}"


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    """Every table, index, view and trigger that was asked for, by name: the words that made it."""
    made = connection.execute("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    return {name: f"{kind} {words}" for kind, name, words in made}


def _how_it_differs(found: bool, expected: bool) -> str:
    if not found:
        return "is missing"
    return "is not laid out as it was" if expected else "is none of a tournament's"
