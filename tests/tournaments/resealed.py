"""A record changed as its organizer could change it: every digest, the end and the seal are computed anew."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from arena.records.round_log import PlayedRound, RoundLog
from tests.tournaments.verifying import differences
from tournaments.layout import RESULTS
from tournaments.results.final import final_parts
from tournaments.results.summary import recompute
from tournaments.store.encoding import from_json, pack_rounds, to_json, unpack_rounds
from tournaments.store.store import Store


class Record:
    """The tables of a finished store, to be changed by hand."""

    def __init__(self, folder: Path) -> None:
        self.connection = sqlite3.connect(folder / RESULTS)

    def do(self, statement: str, *values: Any) -> None:
        """Change rows, of which there must be one at least."""
        assert self.connection.execute(statement, values).rowcount > 0, statement

    def get(self, statement: str, *values: Any) -> Any:
        return self.connection.execute(statement, values).fetchone()[0]

    def put(self, where: str, key: str, change: Callable[[Any], Any]) -> None:
        """Change a key of a JSON column; `where` is "table.column WHERE …"."""
        place, _, condition = where.partition(" ")
        table, column = place.split(".")
        known = from_json(self.get(f"SELECT {column} FROM {table} {condition}"), dict[str, Any])
        known[key] = change(known.get(key))
        self.do(f"UPDATE {table} SET {column} = ? {condition}", to_json(known))

    def rounds(self, match: str, leg: int, change: Callable[[list[PlayedRound]], Any]) -> None:
        """Change the rounds of a leg in place."""
        where = "WHERE match = ? AND number = ?"
        played = list(unpack_rounds(self.get(f"SELECT rounds FROM legs {where}", match, leg)))
        change(played)
        self.do(f"UPDATE legs SET rounds = ? {where}", pack_rounds(RoundLog.of(played)), match, leg)


def reseal(folder: Path, change: Callable[[Record], Any]) -> list[str]:
    """Change the record, make its digests and seal fit, and return what verify says."""
    record = Record(folder)
    with closing(record.connection), record.connection:
        change(record)
    with Store.read(folder) as store:
        matches = [match for name in store.match_ids() if (match := store.match(name)) is not None]
        digests = [(match.digest_of_facts(), match.match) for match in matches]
        try:
            parts = final_parts(recompute(store).final)
        except (ArenaError, LookupError):
            parts = {}  # nothing follows from such a record: the end that was decided stays
    with closing(sqlite3.connect(folder / RESULTS)) as connection, connection:
        connection.executemany("UPDATE matches SET digest = ? WHERE id = ?", digests)
        for part, content in parts.items():
            connection.execute("UPDATE final SET content = ? WHERE part = ?", (to_json(content), part))
    with Store.read(folder) as store:
        seal = store.recomputed_seal(store.header().finished)
    with closing(sqlite3.connect(folder / RESULTS)) as connection, connection:
        connection.execute("UPDATE tournament SET seal = ?", (seal,))
    return differences(folder)
