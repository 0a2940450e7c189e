"""The store: one SQLite file that holds a tournament's whole truth. Everything else is derived from it."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple

from arena.errors import ArenaError, UsageError
from arena.seeds import commitment
from tournaments import rows, schema
from tournaments.compact import digest_of, to_json
from tournaments.cup import Cup
from tournaments.damage import DamagedStore, reading, writing
from tournaments.decisions import Decision, select_decisions
from tournaments.rows import StoredMatch, play_of

FILE: Final = "results.sqlite"
_PATIENCE_S: Final = 5.0
_SEALED: Final = (
    "SELECT name, file, config, game, rules, secret, commitment, arena, started FROM tournament",
    "SELECT * FROM bots ORDER BY entry",
    "SELECT * FROM runs ORDER BY number",
    "SELECT * FROM matches ORDER BY id",
    "SELECT * FROM losses ORDER BY match, attempt",
    "SELECT * FROM decisions ORDER BY number",
    "SELECT * FROM final ORDER BY part",
)


class Header(NamedTuple):
    """What is known of a tournament besides its cup. Times are ISO 8601 in UTC."""

    file: str
    secret: bytes
    commitment: str
    arena: str
    started: str
    seal: str | None
    finished: str | None


class Run(NamedTuple):
    """One process that played a part of the tournament, with that many matches at once."""

    number: int
    started: str
    jobs: int
    machine: dict[str, Any]


class Store:
    """A connection to a store. What a method writes is one transaction, on the disk before it returns.

    While it is entered to read, whatever follows from altered bytes is a DamagedStore: what is read is not what was
    written, and so nothing that is derived from it need make sense.
    """

    def __init__(self, connection: sqlite3.Connection, place: Path, to_write: bool = True) -> None:
        self._connection = connection
        self._reading = ExitStack()
        self._to_write = to_write
        self.place = place

    @classmethod
    def create(cls, folder: Path, cup: Cup, file: str, secret: bytes, arena: str, now: str) -> "Store":
        """A new store in `folder`. It appears under its name only when it is whole."""
        draft = folder / f"{FILE}.new"
        draft.unlink(missing_ok=True)
        # The secret decides the deals to come: it is for the organizer's eyes alone until it is revealed.
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection, writing(draft):
            schema.create(connection)
            with _transaction(connection):
                rows.insert_cup(connection, cup, (file, secret, commitment(secret), arena, now))
        draft.rename(folder / FILE)
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """The store in `folder`, to write. Raises ArenaError when there is none or it is none."""
        store = cls(_connect(folder / FILE, "rw"), folder / FILE)
        for fault in store.faults():
            raise DamagedStore(store.place, fault)
        with writing(folder / FILE):
            if store.header().finished is None:  # a finished one stays as it is, to the byte
                store._connection.execute("PRAGMA journal_mode = WAL")
            store._connection.execute("PRAGMA synchronous = FULL")
            store._connection.execute("PRAGMA foreign_keys = ON")
        return store

    @classmethod
    def read(cls, folder: Path) -> "Store":
        """The store in `folder`, to read; another process may be writing it. Raises ArenaError as `open`."""
        return cls(_connect(folder / FILE, "ro"), folder / FILE, to_write=False)

    @staticmethod
    def exists(folder: Path) -> bool:
        return (folder / FILE).exists()

    def __enter__(self) -> "Store":
        if not self._to_write:
            self._reading.enter_context(reading(self.place))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._reading.__exit__(kind, error, trace)

    def faults(self) -> list[str]:
        """What is wrong with the file as a database of this schema; empty when it is sound."""
        # SQLite's check leaves a lock behind with which a connection can do nothing else.
        with closing(_connect(self.place, "ro")) as connection, reading(self.place):
            return list(schema.faults(connection))

    def cup(self) -> Cup:
        """The tournament as it was submitted."""
        with reading(self.place):
            return rows.select_cup(self._connection)

    def header(self) -> Header:
        with reading(self.place):
            row = self._connection.execute(
                "SELECT file, secret, commitment, arena, started, seal, finished FROM tournament"
            ).fetchone()
            return Header(*row)

    def begin_run(self, now: str, jobs: int, machine: dict[str, Any]) -> None:
        """Note that a process begins to play."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO runs (started, jobs, machine) VALUES (?, ?, ?)", (now, jobs, json.dumps(machine))
            )

    def runs(self) -> list[Run]:
        with reading(self.place):
            found = self._connection.execute("SELECT number, started, jobs, machine FROM runs ORDER BY number")
            return [Run(number, started, jobs, json.loads(machine)) for number, started, jobs, machine in found]

    def record(self, match: StoredMatch) -> bool:
        """Write a finished match; False, and nothing changed, when it was written before."""
        with self._writing() as connection:
            return rows.insert_match(connection, match)

    def lose(self, match: str, now: str, words: str) -> int:
        """Note that the match's process died without a result; returns how often it has by now."""
        with self._writing() as connection:
            attempt = len(self.losses(match)) + 1
            connection.execute(
                "INSERT INTO losses (match, attempt, at, words) VALUES (?, ?, ?, ?)", (match, attempt, now, words)
            )
        return attempt

    def losses(self, match: str) -> list[str]:
        """In whose words each lost attempt at the match ended, the first one first."""
        with reading(self.place):
            found = self._connection.execute("SELECT words FROM losses WHERE match = ? ORDER BY attempt", (match,))
            return [words for (words,) in found]

    def matches(self) -> list[StoredMatch]:
        """Every finished match that counts, by stage and id, without legs."""
        with reading(self.place):
            return list(rows.select_matches(self._connection))

    def plays(self) -> list[str]:
        """The ids of every finished match, voided ones included, by stage and id."""
        with reading(self.place):
            return [play for (play,) in self._connection.execute("SELECT id FROM matches ORDER BY stage, id")]

    def match(self, play: str) -> StoredMatch | None:
        """One finished match with its legs, voided or not."""
        with reading(self.place):
            return rows.select_match(self._connection, play)

    def next_play(self, table: str, block: int) -> str:
        """The id under which a table's block is played next: of its own, or after those that were voided."""
        first = play_of(table, block, 0)
        again = f"{first}#"
        with reading(self.place):
            before = self._connection.execute(
                "SELECT count(*) FROM matches WHERE id = ? OR substr(id, 1, ?) = ?", (first, len(again), again)
            ).fetchone()[0]
        return play_of(table, block, before)

    def decide(self, kind: str, subject: str, reason: str, now: str, stage: int, voided: Sequence[str] = ()) -> None:
        """Note a decision of the organizer, the last stage drawn by then, and the plays that no longer count."""
        with self._writing() as connection:
            number = connection.execute(
                "INSERT INTO decisions (at, kind, subject, reason, stage) VALUES (?, ?, ?, ?, ?)",
                (now, kind, subject, reason, stage),
            ).lastrowid
            connection.executemany("UPDATE matches SET voided = ? WHERE id = ?", [(number, play) for play in voided])

    def decisions(self) -> list[Decision]:
        """Every decision of the organizer, the first one first."""
        with reading(self.place):
            return list(select_decisions(self._connection))

    def settle(self, final: dict[str, Any], finished: str) -> None:
        """Write what the end decided, by part, and the seal over everything; not yet the final marker."""
        with self._writing() as connection:
            connection.execute("DELETE FROM final")
            parts = [(part, to_json(value)) for part, value in final.items()]
            connection.executemany("INSERT INTO final (part, content) VALUES (?, ?)", parts)
            connection.execute("UPDATE tournament SET seal = ?", (self.recomputed_seal(finished),))

    def recomputed_seal(self, finished: str | None) -> str:
        """A digest over every row, but the seal itself; legs and strikes are in it by their match's digest."""
        with reading(self.place):
            return digest_of(finished, [self._connection.execute(select).fetchall() for select in _SEALED])

    def final(self) -> dict[str, str]:
        """What `settle` wrote, as JSON by part; empty before."""
        with reading(self.place):
            return dict(self._connection.execute("SELECT part, content FROM final").fetchall())

    def finish(self, now: str) -> None:
        """Set the final marker, and leave one file that can be copied and read from anywhere."""
        with self._writing() as connection:
            connection.execute("UPDATE tournament SET finished = ?", (now,))
        self.fold()

    def fold(self) -> None:
        """Bring everything into the one file, without a journal beside it where nobody else reads just now."""
        with writing(self.place):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try:
                self._connection.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError:
                return  # a reader holds the journal; the checkpoint is done all the same

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with writing(self.place), _transaction(self._connection):
            yield self._connection


def _connect(place: Path, mode: str) -> sqlite3.Connection:
    if not place.parent.is_dir():
        raise UsageError(f"{place.parent}: {'a file, not a folder' if place.parent.exists() else 'no such folder'}")
    if not place.exists():
        raise ArenaError(f"{place.parent}: no tournament here ({FILE} is missing)")
    with reading(place):
        connection = sqlite3.connect(
            f"{place.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=_PATIENCE_S
        )
        try:
            schema.check(connection, str(place))
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
