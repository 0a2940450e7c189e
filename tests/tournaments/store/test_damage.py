"""A record whose bytes were altered: every command that reads it says so in a line, whatever byte it was."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import ArenaError
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of, folder_content
from tests.tournaments.store.readers import READERS, read
from tests.tournaments.verifying import differences
from tournaments.layout import RESULTS
from tournaments.results.verify.whole import verify
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

CUP = cup_of(BOTS[:4], rounds=1, stage={"table_size": 2, "advance": 1})
PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole")
    run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(lose={"s1t2": 1})))
    return (folder / RESULTS).read_bytes()


def places(size: int) -> list[int]:
    """Of each page its head, where it says what is on it; of the first the file's own head; and some of the rest."""
    chance = random.Random(5)
    heads = [page + chance.randrange(12) for page in range(0, size, PAGE)]
    return [*heads, *chance.sample(range(100, 1400), 8), *chance.sample(range(size), 40)]


def test_no_altered_byte_is_more_than_a_line(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(7)
    damaged = 0
    for place in places(len(whole)):
        altered = bytearray(whole)
        altered[place] ^= 1 << chance.randrange(8)
        (tmp_path / RESULTS).write_bytes(altered)
        damaged += "results.sqlite is damaged: " in read(place, capsys)
        try:
            run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
        except ArenaError:
            damaged += 1
    assert damaged > 10


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE sqlite_schema SET sql = 'CREATE TABLE' WHERE name = 'bots'", "malformed database schema"),
        ("ALTER TABLE bots DROP COLUMN folder", "no such column: folder"),
        ("ALTER TABLE matches RENAME COLUMN deals TO dealt", "no such column: deals"),
        ("UPDATE bots SET version = CAST(x'ff41' AS TEXT)", "Could not decode to UTF-8"),
        ("UPDATE tournament SET config = '{}'", "missing required field"),
        ("DELETE FROM tournament", "does not fit together"),
    ],
)
def test_what_is_wrong_is_said(whole: bytes, tmp_path: Path, statement: str, words: str) -> None:
    (tmp_path / RESULTS).write_bytes(whole)
    with closing(sqlite3.connect(tmp_path / RESULTS)) as connection, connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(statement)
    with pytest.raises(ArenaError, match=f"results.sqlite is damaged: .*{words}"), Store.read(tmp_path) as store:
        store.cup()
        store.matches()


def test_a_file_that_is_cut_off_or_none_is_damaged(whole: bytes, tmp_path: Path) -> None:
    for data in (whole[:-PAGE], whole[: 2 * PAGE + 7], b"this is no database at all"):
        (tmp_path / RESULTS).write_bytes(data)
        with pytest.raises(ArenaError, match=r"results.sqlite is damaged: "), Store.read(tmp_path) as store:
            store.header()
            store.cup()
            store.matches()
            store.final()
            store.runs()


def tables_in(folder: Path) -> dict[str, bytes]:
    """Without the pages that tell how often the run was resumed."""
    return {name: data for name, data in folder_content(folder).items() if name.endswith(".csv")}


def test_a_journal_that_is_cut_off_or_altered_costs_only_what_came_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after a power cut: what was not on the disk yet is played again, and the end is the same."""
    run_tournament(CUP, file_of(CUP), tmp_path / "undisturbed", around(ScriptedExecutor()))
    files: dict[str, bytes] = {}

    def keep(_: object) -> None:
        files.update({path.name: path.read_bytes() for path in (tmp_path / "run").glob(f"{RESULTS}*")})

    run_tournament(CUP, file_of(CUP), tmp_path / "run", around(ScriptedExecutor(), keep))
    journal = files.pop(f"{RESULTS}-wal")
    assert len(journal) > 10 * PAGE
    chance = random.Random(11)
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / RESULTS).write_bytes(files[RESULTS])
        altered = bytearray(journal[: chance.randrange(len(journal))])
        if number % 2 and altered:
            altered[chance.randrange(len(altered))] ^= 0xFF
        (folder / f"{RESULTS}-wal").write_bytes(altered)
        monkeypatch.chdir(folder)
        with pytest.raises(SystemExit) as ended:
            main(READERS[number % len(READERS)])
        assert ended.value.code in {0, 1, 2}  # 2 where the match that is named is not there yet
        assert "Traceback" not in capsys.readouterr().err
        try:
            run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor()))
        except ArenaError as error:
            # not even the first transaction was whole
            assert "no tournament here" in str(error) or "damaged" in str(error)
            continue
        assert tables_in(folder) == tables_in(tmp_path / "undisturbed")
        assert differences(folder) == []


def test_verify_looks_at_the_file_itself_first(whole: bytes, tmp_path: Path) -> None:
    """An index that has lost an entry changes no value that is read; SQLite's own check sees it."""
    (tmp_path / RESULTS).write_bytes(whole)
    assert verify(tmp_path).differences == []
    with closing(sqlite3.connect(tmp_path / RESULTS)) as connection, connection:
        root = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name LIKE '%autoindex_bots%'").fetchone()[0]
    broken = bytearray(whole)
    cells = (root - 1) * PAGE + 3
    broken[cells + 1] -= 1
    (tmp_path / RESULTS).write_bytes(broken)
    assert any(line.startswith("file: ") and "bots" in line for line in differences(tmp_path))


@pytest.mark.parametrize(
    ("statement", "difference"),
    [
        ("CREATE TABLE cats (name TEXT)", "file: the table cats is not one of a tournament's"),
        ("DROP TABLE losses", "file: the table losses is missing"),
        ("ALTER TABLE runs ADD COLUMN mood TEXT", "file: the table runs has been altered"),
        (
            "INSERT INTO legs (match, number, facts, rounds) VALUES ('s9t9', 0, '{}', x'')",
            "belongs to nothing in matches",
        ),
    ],
)
def test_verify_holds_the_tables_against_those_that_are_laid(
    whole: bytes, tmp_path: Path, statement: str, difference: str
) -> None:
    (tmp_path / RESULTS).write_bytes(whole)
    with closing(sqlite3.connect(tmp_path / RESULTS)) as connection, connection:
        connection.execute(statement)
    assert any(difference in line for line in differences(tmp_path))


def test_a_damaged_file_is_not_written_on(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / RESULTS).write_bytes(whole[: 3 * PAGE] + bytes(PAGE) + whole[4 * PAGE :])
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(ArenaError, match="is damaged"):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor()))
    assert (tmp_path / RESULTS).read_bytes() == before


def test_a_file_that_cannot_be_reached_is_not_called_damaged(tmp_path: Path) -> None:
    (tmp_path / RESULTS).mkdir()
    with pytest.raises(ArenaError, match=r"results.sqlite: cannot be read: "):
        Store.read(tmp_path)
