"""A run that is stopped, killed, or loses a referee leaves no process, and goes on as if nothing had been."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ARENA
from tests.tournaments.running import (
    arena,
    begin,
    finished_matches,
    prepare,
    read_until,
    referees,
    tables,
    wait_until_gone,
)
from tournaments.layout import LOGS, REFEREE_LOG, REPORT_HTML, RESULTS, STANDINGS_CSV


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return prepare(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_a_signal_stops_the_run_leaves_no_process_and_says_how_to_go_on(folder: Path, number: signal.Signals) -> None:
    with begin(folder, "--jobs", "2") as process:
        read_until(process, "s1t2 begins")
        process.send_signal(number)
        _, errors = process.communicate()
        assert process.returncode == 1
    assert "Resume with: arena tournament run cup.toml --jobs 2" in errors
    assert wait_until_gone(folder, 0) == set()
    assert said_by_referees(folder) == ""
    assert not (folder / "runs" / "cup" / STANDINGS_CSV).exists()
    status = arena(folder, "tournament", "status", "runs/cup")
    assert "not finished" in status.stdout
    assert arena(folder, "tournament", "run", "cup.toml").returncode == 0


def said_by_referees(folder: Path) -> str:
    """What the matches' own processes wrote: that nobody hears them any more is no fault of theirs."""
    return "".join(log.read_text() for log in folder.glob(f"runs/*/{LOGS}/*/{REFEREE_LOG}"))


def kill_and_go_on(folder: Path, run: str, moments: list[str]) -> None:
    """Kill the run each time it says the next of `moments`, then let it end; no match may be played twice."""
    known: dict[str, str] = {}
    for moment in moments:
        with begin(folder, "--out", f"runs/{run}", "--jobs", "2") as process:
            read_until(process, moment)
            process.kill()
        assert wait_until_gone(folder, 10) == set(), "something outlives the run"
        assert said_by_referees(folder) == ""
        now = finished_matches(folder / "runs" / run / RESULTS)
        assert known.items() <= now.items(), "a finished match was lost or played again"
        known = now
    end = arena(folder, "tournament", "run", "cup.toml", "--out", f"runs/{run}")
    assert end.returncode == 0, end.stderr
    assert known.items() <= finished_matches(folder / "runs" / run / RESULTS).items()
    assert "void" not in end.stdout
    assert arena(folder, "verify", f"runs/{run}").returncode == 0


def test_a_run_that_is_killed_goes_on_and_ends_with_the_same_tables(folder: Path) -> None:
    assert arena(folder, "tournament", "run", "cup.toml", "--out", "runs/whole").returncode == 0
    kill_and_go_on(folder, "killed", ["commitment", "ends:", "Final"])
    assert tables(folder, "killed") == tables(folder, "whole")


@pytest.mark.long
@pytest.mark.parametrize("chance", range(5))
def test_a_run_that_is_killed_at_four_random_moments_ends_with_the_same_tables(folder: Path, chance: int) -> None:
    assert arena(folder, "tournament", "run", "cup.toml", "--out", "runs/whole").returncode == 0
    moments = random.Random(chance).choices(["commitment", "begins", "s1t1", "s1t2"], k=4)
    kill_and_go_on(folder, "killed", moments)
    assert tables(folder, "killed") == tables(folder, "whole")


def test_a_referee_that_stands_still_does_not_hold_up_the_stop(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        (referee,) = referees(folder)
        os.kill(referee, signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()
    assert process.returncode == 1
    assert "Resume with" in errors
    assert wait_until_gone(folder, 0) == set()


def test_a_match_whose_referee_is_killed_is_played_again(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        (referee,) = referees(folder)
        os.kill(referee, signal.SIGKILL)
        out, errors = process.communicate()
    assert process.returncode == 0, errors
    assert "s1t1 lost its process (attempt 1): ended by signal 9" in out
    assert "s1t1 begins again" in out
    assert "void" not in out
    assert wait_until_gone(folder, 0) == set()
    assert arena(folder, "verify", "runs/cup").returncode == 0


def test_a_run_goes_on_when_nobody_reads_what_it_says(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
    assert process.returncode == 0, errors
    said = "arena: the output is closed; the run continues: arena tournament status runs/cup\n"
    assert errors == said
    assert (folder / "runs" / "cup" / REPORT_HTML).exists()


def test_a_signal_while_everything_is_still_being_loaded_says_how_to_go_on_too(folder: Path) -> None:
    """Python tells on standard error what it has loaded, and so when it is in the midst of that."""
    with subprocess.Popen(
        [sys.executable, "-X", "importtime", ARENA, "tournament", "run", "cup.toml"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "arena.bots.resolve" in line:
                break
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate()
    assert process.returncode == 1
    said = [line for line in errors.splitlines() if not line.startswith("import time:")]
    assert said == ["Stopped. Resume with: arena tournament run cup.toml"]
    assert out == ""
    assert not (folder / "runs").exists()


def test_a_second_run_of_the_same_folder_is_refused(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        second = arena(folder, "tournament", "run", "cup.toml")
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert second.returncode == 1
    assert f"another process (number {process.pid}) is at work in this folder" in second.stderr
