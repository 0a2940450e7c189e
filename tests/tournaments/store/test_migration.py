"""A store of an older version is read as it is, goes on in the present one, and is never left between two.

`version1` holds a small cup of real matches, finished and begun, as the first version of the store had it.
"""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.cli import main
from arena.errors import ArenaError
from tests.places import ROOT
from tests.tournaments.running import arena
from tests.tournaments.scripted import Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.layout import RESULTS
from tournaments.results.verify.whole import verify
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store import migrations, schema
from tournaments.store.store import Store

OLD = Path(__file__).with_name("version1")
KEPT = f"{RESULTS}.v1.bak"
FIRST_VERSION = 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the cup's file and its bots, in which `laid` puts a store."""
    shutil.copytree(OLD, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sql", "__pycache__"))
    return tmp_path


def laid(folder: Path, state: str) -> Path:
    """The cup's folder with its store, begun or finished."""
    place = folder / state
    place.mkdir()
    with closing(sqlite3.connect(place / RESULTS)) as connection:
        connection.executescript((OLD / f"{state}.sql").read_text())
    return place


def content(file: Path) -> tuple[int, list[str]]:
    """A store's version and all that is in it."""
    with closing(sqlite3.connect(file)) as connection:
        return schema.version_of(connection), list(connection.iterdump())


def holds(document: Any, old: Any) -> bool:
    """Whether the document says all that the old one said; fields may be added."""
    if isinstance(old, dict):
        return all(key in document and holds(document[key], value) for key, value in old.items())
    if isinstance(old, list):
        return len(document) == len(old) and all(map(holds, document, old))
    return bool(document == old)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that only reads says."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    printed = capsys.readouterr()
    assert ended.value.code == 0, printed.err
    return printed.out


def exported(capsys: pytest.CaptureFixture[str], place: Path) -> dict[str, Any]:
    document = json.loads(said(capsys, "tournament", "export", str(place), "--format", "json"))
    assert isinstance(document, dict)
    return document


def expected() -> dict[str, Any]:
    document = json.loads((OLD / "finished.json").read_text())
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("state", ["begun", "finished"])
def test_an_old_store_can_be_looked_at_and_stays_as_it_is(
    folder: Path, state: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = laid(folder, state)
    before = (place / RESULTS).read_bytes()
    assert ("not finished" in said(capsys, "tournament", "status", str(place))) == (state == "begun")
    assert "everything agrees" in said(capsys, "verify", str(place))
    assert "ada-2" in said(capsys, "ratings", str(place)) or state == "begun"
    assert holds(exported(capsys, place), expected()) == (state == "finished")
    assert (place / RESULTS).read_bytes() == before
    assert [path.name for path in place.iterdir()] == [RESULTS]


def test_an_old_cup_goes_on_and_ends_as_it_would_have(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = content(laid(folder, "begun") / RESULTS)
    done = arena(folder, "tournament", "run", "cup.toml", "--out", "begun")
    assert done.returncode == 0, done.stderr
    assert f"the old file is kept as begun/{KEPT}" in done.stdout
    assert content(folder / "begun" / KEPT) == old
    assert (folder / "begun" / KEPT).stat().st_mode & 0o077 == 0
    assert (folder / "begun" / KEPT).read_bytes()[18:20] == b"\1\1", "needs a journal beside it"
    assert content(folder / "begun" / RESULTS)[0] == schema.VERSION
    document, wanted = exported(capsys, folder / "begun"), expected()
    assert document.pop("decisions")
    wanted.pop("decisions")
    assert holds(document, wanted)
    assert verify(folder / "begun").differences == []
    again = arena(folder, "tournament", "run", "cup.toml", "--out", "begun")
    assert "already finished" in again.stdout
    assert "the old file" not in again.stdout
    (folder / "bea" / "laying.py").write_text("another")
    refused = arena(folder, "tournament", "run", "cup.toml", "--out", "begun")
    assert refused.returncode == 1
    assert (
        "begun: the tournament is finished, and what is given now differs from what it was started with:\n"
        in refused.stderr
    )
    assert 'bot "bea": its files have changed since: changed laying.py\n' in refused.stderr


def test_an_old_cup_that_is_finished_is_closed(folder: Path) -> None:
    before = (laid(folder, "finished") / RESULTS).read_bytes()
    done = arena(folder, "tournament", "run", "cup.toml", "--out", "finished")
    assert done.returncode == 0, done.stderr
    assert (folder / "finished" / RESULTS).read_bytes() == before
    assert not (folder / "finished" / KEPT).exists()
    assert (folder / "finished" / "report.html").exists()


def test_the_seal_of_an_old_cup_still_tells_of_a_change(folder: Path) -> None:
    place = laid(folder, "finished")
    assert verify(place).differences == []
    with closing(sqlite3.connect(place / RESULTS)) as connection, connection:
        connection.execute("UPDATE runs SET jobs = 2")
    assert verify(place).differences == ["seal: a stored value has been changed since the end"]


def test_a_key_that_the_arena_of_then_did_not_know_has_its_default(tmp_path: Path) -> None:
    cup = cup_of()
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), tmp_path, around(ScriptedExecutor(stop_after=1)))
    with closing(sqlite3.connect(tmp_path / RESULTS)) as connection, connection:
        connection.execute("UPDATE tournament SET rules = json_remove(rules, '$.horse', '$.deck.jokers')")
        connection.execute(
            "UPDATE tournament SET config = json_remove(config, '$.stages[0].third_place', '$.match.trace')"
        )
        connection.execute("UPDATE matches SET settings = json_remove(settings, '$.batch', '$.limits.open_files')")
    run_tournament(cup, file_of(cup), tmp_path, around())
    assert verify(tmp_path).differences == []


def test_what_is_refused_is_not_brought_up_to_date(folder: Path) -> None:
    before = content(laid(folder, "begun") / RESULTS)
    (folder / "cyd.py").write_text("another")
    assert arena(folder, "tournament", "run", "cup.toml", "--out", "begun").returncode == 1
    assert content(folder / "begun" / RESULTS) == before
    assert not (folder / "begun" / KEPT).exists()


def test_an_intervention_brings_an_old_store_up_to_date(folder: Path) -> None:
    place = laid(folder, "begun")
    leave(place, "withdraw", "bea", "has gone home", "2030-01-02T03:04:05+00:00")
    assert content(place / RESULTS)[0] == schema.VERSION
    with Store.read(place) as store:
        assert [(it.subject, it.stage) for it in store.interventions()] == [("cyd", None), ("bea", 1)]


@pytest.mark.parametrize("version", range(FIRST_VERSION, schema.VERSION))
def test_a_migrated_store_is_laid_out_as_a_new_one(version: int) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        schema.create(connection, version)
        assert list(schema.faults(connection)) == []
        schema.migrate(connection)
        assert schema.version_of(connection) == schema.VERSION
        assert list(schema.faults(connection)) == []


def test_a_migration_that_fails_leaves_the_old_state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = laid(folder, "begun")
    before = content(place / RESULTS)
    broken = (*migrations.MIGRATIONS[:-1], ("DELETE FROM matches", "this is no SQL"))
    monkeypatch.setattr(schema, "MIGRATIONS", broken)
    with pytest.raises(ArenaError, match="syntax error"):
        Store.open(place)
    assert content(place / RESULTS) == before


KILLED = """
import os, signal, sys
from pathlib import Path
from tournaments.store import schema
from tournaments.store.store import Store

def deadly():
    yield "DELETE FROM matches"
    os.kill(os.getpid(), signal.SIGKILL)

schema.MIGRATIONS = (*schema.MIGRATIONS[:-1], deadly())
Store.open(Path(sys.argv[1]))
"""


def test_a_migration_that_is_killed_leaves_the_old_state(folder: Path) -> None:
    place = laid(folder, "begun")
    before = content(place / RESULTS)
    (place / f"{KEPT}.new").write_bytes(b"left by a kill before")
    died = subprocess.run([sys.executable, "-c", KILLED, place], cwd=ROOT, check=False)
    assert died.returncode == -signal.SIGKILL
    shutil.copytree(place, folder / "copy")
    with Store.read(place) as store:
        assert store.match_ids() == ["s1t1"]
    assert content(folder / "copy" / RESULTS) == before
    Store.open(place).__exit__(None, None, None)
    assert content(place / RESULTS)[0] == schema.VERSION
    assert content(place / KEPT) == before
    assert sorted(path.name for path in place.iterdir()) == [RESULTS, KEPT]
