"""The tables in play, as the process that plays them notes them for others to see. They count for nothing."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from arena.records.result import Progress
from tournaments.store.encoding import from_json, to_json


class TableInPlay(NamedTuple):
    """A table with a match in play: since when, at which attempt, by which process.

    There is no progress before its first report; `progress.match` says which of the table's blocks is played.
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
    """Write progress by table; a table that is over by now stays over."""
    rows = [(to_json(progress), table) for table, progress in latest.items()]
    connection.executemany("UPDATE in_play SET progress = ? WHERE match = ?", rows)


def select_in_play(connection: sqlite3.Connection) -> Iterator[TableInPlay]:
    """Yield the tables, longest in play first. Raises DamagedRecord."""
    found = connection.execute(
        "SELECT match, seats, attempt, since, process, progress FROM in_play ORDER BY since, match"
    )
    for table, seats, attempt, since, process, progress in found:
        told = None if progress is None else from_json(progress, Progress)
        yield TableInPlay(table, from_json(seats, list[str]), attempt, since, process, told)


def forget_in_play(connection: sqlite3.Connection, tables: Iterable[str] | None = None) -> None:
    """Take these tables out of play, or all."""
    if tables is None:
        connection.execute("DELETE FROM in_play")
    else:
        connection.executemany("DELETE FROM in_play WHERE match = ?", [(table,) for table in tables])
