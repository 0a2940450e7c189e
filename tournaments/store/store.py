"""The store: one SQLite file that is a tournament's source of truth. Everything else is derived from it."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from arena.errors import UsageError
from arena.match.seeds import commitment
from arena.records.job import BotProgram
from arena.records.result import Progress
from protocol.text import Said
from tournaments.cup.cup import Cup
from tournaments.formats.entrants import no_bot_called
from tournaments.layout import RESULTS, draft_of
from tournaments.store import cups, in_play, interventions, matches, runs, schema
from tournaments.store.cups import Header
from tournaments.store.damage import DamagedStore, reading, writing
from tournaments.store.digests import seal_of
from tournaments.store.file import bring_up_to_date, clear_sides, connect, make_private, up_to_date
from tournaments.store.in_play import TableInPlay
from tournaments.store.interventions import Intervention
from tournaments.store.match_ids import match_of
from tournaments.store.runs import Loss, Run
from tournaments.store.stored_match import StoredMatch


class Store:
    """A connection to a store. What a method writes is one transaction, on the disk before the method returns.

    While it is entered to read, anything that follows from altered bytes is a DamagedStore: nothing derived from them
    need make sense.
    """

    def __init__(self, connection: sqlite3.Connection, place: Path, to_write: bool = True) -> None:
        self._version = schema.version_of(connection)
        self._connection = connection
        self.kept: Path | None = None
        """The file as it was before it was brought up to date, if it has been just now."""
        self._reading = ExitStack()
        self._to_write = to_write
        self.place = place

    @classmethod
    def create(
        cls, folder: Path, cup: Cup, file: str, secret: bytes, arena: str, now: str, committed: str | None = None
    ) -> "Store":
        """Make a new store in `folder`. It appears under its name only once it is whole.

        `committed` is when the secret was committed to, if that was before.
        """
        draft = draft_of(folder / RESULTS)
        make_private(draft)
        with closing(sqlite3.connect(draft, isolation_level=None)) as connection, writing(draft):
            schema.create(connection)
            with schema.transaction(connection):
                cups.insert_cup(connection, cup, (file, secret, commitment(secret), arena, now, committed))
        clear_sides(folder / RESULTS)
        draft.rename(folder / RESULTS)
        return cls.open(folder)

    @classmethod
    def open(cls, folder: Path) -> "Store":
        """Open the store in `folder` to write, brought up to date. Raises ArenaError when there is none.

        A finished one stays as it is, to the byte.
        """
        store = cls(connect(folder / RESULTS, "rw"), folder / RESULTS)
        for fault in store.faults():
            raise DamagedStore(store.place, fault)
        with writing(store.place):
            if not cups.is_finished(store._connection):
                store._connection.execute("PRAGMA journal_mode = WAL")
                store.kept = bring_up_to_date(store._connection, store.place)
                store._version = schema.VERSION
            else:
                store._connection = up_to_date(store._connection)
            store._connection.execute("PRAGMA synchronous = FULL")
            store._connection.execute("PRAGMA foreign_keys = ON")
        return store

    @classmethod
    def read(cls, folder: Path) -> "Store":
        """Open the store in `folder` to read; another process may be writing it. Raises ArenaError as `open` does."""
        store = cls(connect(folder / RESULTS, "ro"), folder / RESULTS, to_write=False)
        with reading(store.place):
            store._connection = up_to_date(store._connection)
        return store

    @staticmethod
    def exists(folder: Path) -> bool:
        return (folder / RESULTS).exists()

    def __enter__(self) -> "Store":
        if not self._to_write:
            self._reading.enter_context(reading(self.place))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
        self._reading.__exit__(kind, error, trace)

    def faults(self) -> list[Said]:
        """Return what is wrong with the file as a database of this schema; empty when it is sound."""
        # SQLite's check leaves a lock behind with which a connection can do nothing else.
        with closing(connect(self.place, "ro")) as connection, reading(self.place):
            return list(schema.faults(connection))

    # The tournament

    def cup(self) -> Cup:
        """Return the tournament as it was submitted."""
        with reading(self.place):
            return cups.select_cup(self._connection)

    def bot(self, name: str) -> BotProgram:
        """Return the bot of that name. Raises UsageError, which suggests the nearest name, when there is none."""
        cup = self.cup()
        if name not in cup.names():
            raise UsageError("{folder}: {fault}", folder=self.place.parent, fault=no_bot_called(name, cup.names()))
        return cup.program(name)

    def header(self) -> Header:
        """Return what is known of the tournament besides its cup."""
        with reading(self.place):
            return cups.select_header(self._connection)

    def begin_run(self, cup: Cup, now: str, jobs: int, machine: dict[str, Any]) -> None:
        """Record that a process begins to play, with the cup's bots as it found them."""
        with self._writing() as connection:
            cups.complete_manifests(connection, cup)
            in_play.forget_in_play(connection)
            runs.insert_run(connection, now, jobs, machine)

    def runs(self) -> list[Run]:
        """Return every run, oldest first."""
        with reading(self.place):
            return list(runs.select_runs(self._connection))

    def intervene(self, kind: str, subject: str, reason: str, now: str, stage: int, voided: Sequence[str] = ()) -> None:
        """Record an intervention, the last stage drawn by then, and the matches that no longer count."""
        with self._writing() as connection:
            interventions.insert_intervention(connection, kind, subject, reason, now, stage, voided)

    def interventions(self) -> list[Intervention]:
        """Return every intervention of the organizer, oldest first."""
        with reading(self.place):
            return list(interventions.select_interventions(self._connection))

    def mark(self) -> tuple[Any, ...]:
        """Return values of which one changes whenever anything is written that counts."""
        with reading(self.place):
            return cups.select_mark(self._connection)

    # Matches

    def record(self, match: StoredMatch) -> bool:
        """Write a finished match, which is no longer in play; return False when it was written before."""
        with self._writing() as connection:
            in_play.forget_in_play(connection, [match.table])
            return matches.insert_match(connection, match)

    def match(self, match: str) -> StoredMatch | None:
        """Return one finished match with its legs, voided or not."""
        with reading(self.place):
            return matches.select_match(self._connection, match)

    def matches(self) -> list[StoredMatch]:
        """Return every finished match that counts, by stage and id, without legs."""
        with reading(self.place):
            return list(matches.select_matches(self._connection))

    def match_ids(self) -> list[str]:
        """Return the ids of every finished match, voided ones included, by stage and id."""
        with reading(self.place):
            return matches.select_match_ids(self._connection)

    def next_match(self, table: str, block: int) -> str:
        """Return the id under which a table's block is played next: its own, or one after those that were voided."""
        with reading(self.place):
            voided = matches.count_matches(self._connection, match_of(table, block, 0))
        return match_of(table, block, voided)

    def lose(self, match: str, now: str, words: str) -> int:
        """Record that the match's process died without a result; return how often it has by now."""
        with self._writing() as connection:
            return runs.insert_loss(connection, match, now, words)

    def losses(self, match: str) -> list[str]:
        """Return how each lost attempt at the match ended, oldest first."""
        with reading(self.place):
            return runs.select_losses(self._connection, match)

    def all_losses(self) -> list[Loss]:
        """Return every attempt at a match that was lost, by match and oldest first."""
        with reading(self.place):
            return list(runs.select_all_losses(self._connection))

    # What is in play, which counts for nothing

    def note_begun(self, table: TableInPlay) -> None:
        """Note that a table's match is played from now on."""
        with self._noting() as connection:
            in_play.insert_begun(connection, table)

    def note_progress(self, latest: Mapping[str, Progress]) -> None:
        """Note how far the matches of these tables are."""
        with self._noting() as connection:
            in_play.update_progress(connection, latest)

    def in_play(self) -> list[TableInPlay]:
        """Return the tables that were in play when the process that plays, or played, last said so."""
        with reading(self.place):
            return list(in_play.select_in_play(self._connection))

    # The end

    def settle(self, final: Mapping[str, Any], finished: str) -> str:
        """Write what the end decided, by part, and the seal over everything, but no final marker; return the seal."""
        with self._writing() as connection:
            cups.replace_final(connection, final)
            seal = self.recomputed_seal(finished)
            connection.execute("UPDATE tournament SET seal = ?", (seal,))
        return seal

    def recomputed_seal(self, finished: str | None) -> str:
        """Return what the seal must be, as the version that the file has knew it."""
        with reading(self.place):
            return seal_of(self._connection, self._version, finished)

    def final(self) -> dict[str, str]:
        """Return what `settle` wrote, as JSON by part; empty before."""
        with reading(self.place):
            return cups.select_final(self._connection)

    def finish(self, now: str) -> None:
        """Set the final marker, and leave one file that can be copied and read from anywhere."""
        with self._writing() as connection:
            in_play.forget_in_play(connection)
            connection.execute("UPDATE tournament SET finished = ?", (now,))
        self.fold()

    def fold(self) -> None:
        """Bring everything into the one file, without a journal beside it unless somebody reads it just now."""
        with writing(self.place):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            try:
                self._connection.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError:
                return  # a reader holds the journal; the checkpoint is done all the same

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with writing(self.place), schema.transaction(self._connection):
            yield self._connection

    @contextmanager
    def _noting(self) -> Iterator[sqlite3.Connection]:
        """As `_writing`, but without waiting for the disk: what counts for nothing may be lost with the power."""
        self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._writing() as connection:
                yield connection
        finally:
            self._connection.execute("PRAGMA synchronous = FULL")
