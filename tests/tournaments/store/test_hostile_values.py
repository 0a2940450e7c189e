"""A record in which single values were altered by somebody who knows SQL: a reader says so in a line, or reads it."""

import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.errors import ArenaError
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of
from tests.tournaments.store.readers import READERS, read
from tournaments.layout import RESULTS
from tournaments.run.session import run_tournament

CUP = cup_of(BOTS[:4], rounds=1, stage={"table_size": 2, "advance": 1})
VALUES = [
    *("NULL", "0", "-1", "9223372036854775807", "-9223372036854775808", "9e999", "-9e999", "0.5"),
    *("''", "'0'", "'nan'", "'[]'", "'{}'", "'null'", "'[[[]]]'", "'{\"a\":1e999}'", "char(27, 0, 10)"),
    *("x''", "x'00ff'", "zeroblob(100000)", "CAST(x'ff41' AS TEXT)", "hex(zeroblob(50000))", "x'c1'", "x'dfffffffff'"),
    *("'[' || replace(hex(zeroblob(20000)), '00', '[') || ']'", "'s1t1'"),
    *("'../../etc/passwd'", "'18446744073709551616'"),
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(lose={"s1t2": 1})))
    return (folder / RESULTS).read_bytes()


@pytest.fixture(scope="module")
def columns(whole: bytes, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """Every column of every table."""
    path = tmp_path_factory.mktemp("columns") / RESULTS
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [
            (table, row[1])
            for table in sorted(tables)
            if not table.startswith("sqlite_")
            for row in connection.execute(f'PRAGMA table_info("{table}")')
        ]


def altered(whole: bytes, path: Path, table: str, column: str, value: str) -> None:
    """Write a record in which one value is this, whatever the table allows."""
    for left in path.parent.glob(f"{RESULTS}*"):
        left.unlink()
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection, connection:
        laws = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        _rule(connection, [(name, sql.replace("STRICT", "").replace("NOT NULL", "")) for name, sql in laws if sql])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        with suppress(sqlite3.IntegrityError):  # the number of a row can be no text
            connection.execute(f'UPDATE OR REPLACE "{table}" SET "{column}" = {value} WHERE rowid = 1')
        _rule(connection, laws)


def _rule(connection: sqlite3.Connection, laws: list[tuple[str, str]]) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    for name, sql in laws:
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ? AND type = 'table'", (sql, name))


def attempt(whole: bytes, case: tuple[str, str, str], reader: int, capsys: pytest.CaptureFixture[str]) -> bool:
    """Read such a record in the working directory, and go on with it. Return whether it was refused."""
    altered(whole, Path(RESULTS), *case)
    try:
        refused = read(reader, capsys, statuses=frozenset({0, 1, 2})) != ""
        run_tournament(CUP, file_of(CUP), Path.cwd(), around(ScriptedExecutor()))
    except ArenaError:
        return True
    except BaseException as error:
        raise AssertionError(f"{case}, {READERS[reader % len(READERS)]}") from error
    return refused


def test_no_altered_value_is_more_than_a_line(
    whole: bytes,
    columns: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(17)
    cases = [(*column, chance.choice(VALUES)) for column in columns]
    refused = [attempt(whole, case, number, capsys) for number, case in enumerate(cases)]
    assert sum(refused) > len(columns) // 4


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_no_altered_value_is_more_than_a_line_to_any_reader(
    whole: bytes,
    columns: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, value in enumerate(VALUES):
        for place, column in enumerate(columns):
            attempt(whole, (*column, value), number + place, capsys)
