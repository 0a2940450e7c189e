"""The tables that a running process plays just now, as it notes them down for others to see; nothing of it counts."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from arena.records.result import Progress
from tournaments.store.encoding import from_json, to_json


class TableInPlay(NamedTuple):
    """A table of which a match is played: since when, at which attempt, by which process.

    No progress before its first report, of which `match` says which of the table's blocks is played.
    """

    id: str
    seats: list[str]
    attempt: int
    since: str
    process: int
    progress: Progress | None = None


def insert_begun(connection: sqlite3.Connection, table: TableInPlay) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO in_play (match, seats, attempt, since, process) VALUES (?, ?, ?, ?, ?)",
        (table.id, to_json(table.seats), table.attempt, table.since, table.process),
    )


def update_progress(connection: sqlite3.Connection, latest: Mapping[str, Progress]) -> None:
    """By table; one that is over by now stays so."""
    rows = [(to_json(progress), table) for table, progress in latest.items()]
    connection.executemany("UPDATE in_play SET progress = ? WHERE match = ?", rows)


def select_in_play(connection: sqlite3.Connection) -> Iterator[TableInPlay]:
    """Longest in play first. Raises DamagedRecord."""
    found = connection.execute(
        "SELECT match, seats, attempt, since, process, progress FROM in_play ORDER BY since, match"
    )
    for table, seats, attempt, since, process, progress in found:
        told = None if progress is None else from_json(progress, Progress)
        yield TableInPlay(table, from_json(seats, list[str]), attempt, since, process, told)


def forget_in_play(connection: sqlite3.Connection, tables: Iterable[str] | None = None) -> None:
    """Those tables are no longer in play, or none is."""
    if tables is None:
        connection.execute("DELETE FROM in_play")
    else:
        connection.executemany("DELETE FROM in_play WHERE match = ?", [(table,) for table in tables])
