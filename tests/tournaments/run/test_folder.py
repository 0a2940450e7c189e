"""A folder in which a run was killed takes the same tournament again, whatever the kill left."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ArenaError, UsageError
from tests.tournaments.scripted import around, cup_of, file_of, folder_content
from tournaments.layout import RESULTS
from tournaments.results.verify.whole import verify
from tournaments.run.folder import check_place
from tournaments.run.session import run_tournament

CUP = cup_of()
KILLED = f"""
import os, signal, sqlite3, sys
from pathlib import Path
draft = Path(sys.argv[1]) / "{RESULTS}.new"
connection = sqlite3.connect(draft, isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("CREATE TABLE kept (text)")
connection.execute("BEGIN IMMEDIATE")
connection.executemany("INSERT INTO kept VALUES (?)", [("x" * 4000,)] * 100)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""A process that ends in the midst of writing a draft of the store: its journal is hot."""


def test_a_kill_while_the_store_is_made_is_made_good_by_the_same_command(tmp_path: Path) -> None:
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    folder.mkdir()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert {path.name for path in folder.iterdir()} == {f"{RESULTS}.new", f"{RESULTS}.new-journal"}
    for side in ("-journal", "-wal"):  # and of a store that has been taken away
        (folder / f"{RESULTS}{side}").write_bytes((folder / f"{RESULTS}.new-journal").read_bytes())
    for place in (folder, whole):
        check_place(place)
        run_tournament(CUP, file_of(CUP), place, around())
    assert verify(folder).differences == []
    assert folder_content(folder) == folder_content(whole)
    assert not list(folder.glob("*.new*"))


@pytest.mark.parametrize(
    "name", [f"{RESULTS}{new}{side}" for new in ("", ".new") for side in ("-journal", "-wal", "-shm")]
)
def test_whoever_comes_while_the_store_is_made_learns_that_another_is_at_work(tmp_path: Path, name: str) -> None:
    child = """
import sys
from pathlib import Path
from tournaments.store.lock import locked
with locked(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", child, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"locked\n"
        (tmp_path / name).touch()
        check_place(tmp_path)
        with pytest.raises(ArenaError, match=rf"another process \(number {other.pid}\) is at work"):
            run_tournament(CUP, file_of(CUP), tmp_path, around())
        other.communicate()


def test_files_that_no_tournament_writes_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / f"{RESULTS}.new-thesis").touch()
    with pytest.raises(UsageError, match="holds other files and no tournament"):
        check_place(tmp_path)
