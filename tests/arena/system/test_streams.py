"""A command whose standard streams are closed, full or of few letters ends as it should, without a traceback."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.places import ARENA
from tests.tournaments.running import prepare
from tests.tournaments.scripted import around, cup_of, file_of
from tournaments.run.session import run_tournament

WORDS = {
    "status": ["tournament", "status", "cup"],
    "replay": ["replay", "cup", "s1t1", "1"],
    "rules": ["rules", "show", "standard"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("streams")
    cup = cup_of(("ada", "bea", "赵云"), stages=[{"format": "final-table"}], name="春节 cup")
    run_tournament(cup, file_of(cup), where / "cup", around())
    return where


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["/bin/sh", "-c", line], cwd=folder, capture_output=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_one_that_nobody_reads(folder: Path, closed: str) -> None:
    done = shell(folder, f"{ARENA} tournament status cup {closed}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert bool(done.stdout) == (closed in {"2>&-", "<&-"})


def test_a_cup_is_played_without_standard_streams_and_nothing_is_written_into_its_files(tmp_path: Path) -> None:
    prepare(tmp_path)
    assert shell(tmp_path, f"{ARENA} tournament run cup.toml <&- >&- 2>&-").returncode == 0
    verdict = shell(tmp_path, f"{ARENA} verify runs/cup")
    assert verdict.returncode == 0, verdict.stdout


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_what_a_stream_cannot_write_is_replaced(folder: Path, words: list[str]) -> None:
    done = shell(folder, f"{ARENA} {' '.join(words)}", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    whole = shell(folder, f"{ARENA} {' '.join(words)}", PYTHONIOENCODING="utf-8")
    assert len(done.stdout.splitlines()) == len(whole.stdout.splitlines())


def test_json_is_whole_whatever_a_stream_can_write(folder: Path) -> None:
    for words, kept in (("ratings cup --json", "赵云"), ("rules show standard --json", "标准")):
        done = shell(folder, f"{ARENA} {words}", PYTHONIOENCODING="ascii")
        assert kept in json.dumps(json.loads(done.stdout), ensure_ascii=False)


def test_a_full_disk_is_one_line(folder: Path) -> None:
    done = shell(folder, f"{ARENA} tournament status cup > /dev/full")
    assert (done.returncode, done.stderr) == (1, b"arena: standard output: No space left on device\n")
