"""`arena tournament` and `arena verify` as a person calls them, with real processes."""

import json
import os
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli import main

ARENA = str(Path(sys.executable).with_name("arena"))
SAMPLES = Path(__file__).parents[2] / "sample_bots"

CUP = """
[tournament]
name = "Small cup"
seed = "open"
[match]
rounds = 4
duplicate = false
startup = "30s"
decision = "20s"
[[bots]]
path = "greedy"
[[bots]]
path = "greedy"
name = "greedy-2"
[[bots]]
path = "random"
[[bots]]
path = "random"
name = "random-2"
[[stages]]
format = "elimination"
table_size = 2
advance = 1
extra_limit = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of its own with bots and a cup: whatever runs below it belongs to the test."""
    for name in ("greedy", "random"):
        shutil.copytree(SAMPLES / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "cup.toml").write_text(CUP)
    return tmp_path


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ARENA, *words], cwd=folder, capture_output=True, text=True, check=False)


def begin(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [ARENA, "tournament", "run", "cup.toml", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_until(process: subprocess.Popen[str], word: str) -> None:
    """Read what the run prints up to a line with `word`."""
    assert process.stdout is not None
    for line in process.stdout:
        if word in line:
            return
    raise AssertionError(f"ended without saying {word!r}")


def processes_in(folder: Path) -> set[int]:
    """Processes whose working folder is `folder` or below it."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "cwd").readlink().is_relative_to(folder):
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def wait_until_gone(folder: Path, seconds: float) -> set[int]:
    """Wait until no process is left in `folder`; returns those that are there after all."""
    while left := processes_in(folder):
        for pid in left:
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            ended = select.select([descriptor], [], [], seconds)[0]
            os.close(descriptor)
            if not ended:
                return left
    return set()


def finished_matches(store: Path) -> dict[str, str]:
    with closing(sqlite3.connect(store)) as connection:
        return dict(connection.execute("SELECT id, digest FROM matches").fetchall())


def tables(folder: Path, run: str) -> dict[str, bytes]:
    return {name: (folder / "runs" / run / name).read_bytes() for name in ("standings.csv", "elo.csv")}


def test_a_cup_from_its_file_to_its_verified_end(folder: Path) -> None:
    (folder / "cup.toml").write_text(CUP.replace("duplicate = false", "duplicate = true"))
    run = arena(folder, "tournament", "run", "cup.toml")
    assert run.returncode == 0, run.stderr
    assert "冠军" in run.stdout
    assert "arena verify runs/cup" in run.stdout
    assert {path.name for path in (folder / "runs" / "cup").iterdir()} >= {
        "results.sqlite",
        "standings.csv",
        "elo.csv",
        "report.md",
    }
    verdict = arena(folder, "verify", "runs/cup")
    assert verdict.returncode == 0
    assert "everything agrees" in verdict.stdout
    document = json.loads(arena(folder, "tournament", "export", "runs/cup", "--format", "json").stdout)
    assert document["finished"]
    assert [match["reason"] for match in document["matches"]] == ["completed"] * 3
    assert document["standings"][0]["name"] in {"greedy", "greedy-2"}
    assert all(match["strikes"] == [0, 0] for match in document["matches"])
    sheet = arena(folder, "tournament", "export", "runs/cup", "--format", "csv", "--table", "elo").stdout
    assert sheet == (folder / "runs" / "cup" / "elo.csv").read_text()
    again = arena(folder, "tournament", "run", "cup.toml")
    assert again.returncode == 0
    assert "begins" not in again.stdout
    assert wait_until_gone(folder, 0) == set()


def test_verify_ends_with_1_when_something_differs(folder: Path) -> None:
    assert arena(folder, "tournament", "run", "cup.toml").returncode == 0
    with closing(sqlite3.connect(folder / "runs" / "cup" / "results.sqlite")) as connection, connection:
        connection.execute("UPDATE matches SET totals = '[1,-1]' WHERE id = 's2t1'")
    verdict = arena(folder, "verify", "runs/cup")
    assert verdict.returncode == 1
    assert "differs: match s2t1: totals [1, -1]" in verdict.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_run_leaves_no_process_and_says_how_to_go_on(folder: Path, number: signal.Signals) -> None:
    with begin(folder, "--jobs", "2") as process:
        read_until(process, "s1t2 begins")
        process.send_signal(number)
        _, errors = process.communicate()
        assert process.returncode == 1
    assert "Go on with: arena tournament run cup.toml --jobs 2" in errors
    assert wait_until_gone(folder, 0) == set()
    assert not (folder / "runs" / "cup" / "standings.csv").exists()
    status = arena(folder, "tournament", "status", "runs/cup")
    assert "not finished" in status.stdout
    assert arena(folder, "tournament", "run", "cup.toml").returncode == 0


def kill_and_go_on(folder: Path, run: str, moments: list[str]) -> None:
    """Kill the run each time it says the next of `moments`, then let it end; no match may be played twice."""
    known: dict[str, str] = {}
    for moment in moments:
        with begin(folder, "--out", f"runs/{run}", "--jobs", "2") as process:
            read_until(process, moment)
            process.kill()
        assert wait_until_gone(folder, 10) == set(), "something outlives the run"
        now = finished_matches(folder / "runs" / run / "results.sqlite")
        assert known.items() <= now.items(), "a finished match was lost or played again"
        known = now
    end = arena(folder, "tournament", "run", "cup.toml", "--out", f"runs/{run}")
    assert end.returncode == 0, end.stderr
    assert known.items() <= finished_matches(folder / "runs" / run / "results.sqlite").items()
    assert "void" not in end.stdout
    assert arena(folder, "verify", f"runs/{run}").returncode == 0


def test_a_run_that_is_killed_goes_on_and_ends_with_the_same_tables(folder: Path) -> None:
    assert arena(folder, "tournament", "run", "cup.toml", "--out", "runs/whole").returncode == 0
    kill_and_go_on(folder, "killed", ["commitment", "ends:", "Final"])
    assert tables(folder, "killed") == tables(folder, "whole")


@pytest.mark.long
def test_a_run_that_is_killed_at_20_random_moments_ends_with_the_same_tables(folder: Path) -> None:
    assert arena(folder, "tournament", "run", "cup.toml", "--out", "runs/whole").returncode == 0
    chance = random.Random(13)
    for number in range(5):
        moments = chance.choices(["commitment", "begins", "s1t1", "s1t2"], k=4)
        kill_and_go_on(folder, f"killed-{number}", moments)
        assert tables(folder, f"killed-{number}") == tables(folder, "whole")


def referees(folder: Path) -> list[int]:
    """The processes of matches in play in `folder`."""
    found = []
    for pid in processes_in(folder):
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"arena.worker" in words:
            found.append(pid)
    return found


def test_a_referee_that_stands_still_does_not_hold_up_the_stop(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        (referee,) = referees(folder)
        os.kill(referee, signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate()
    assert process.returncode == 1
    assert "Go on with" in errors
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
    assert (folder / "runs" / "cup" / "report.html").exists()


def test_a_second_run_of_the_same_folder_is_refused(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        second = arena(folder, "tournament", "run", "cup.toml")
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert second.returncode == 1
    assert f"another process (number {process.pid}) runs this tournament" in second.stderr


def test_a_changed_bot_is_refused_by_name(folder: Path) -> None:
    with begin(folder) as process:
        read_until(process, "begins")
        process.send_signal(signal.SIGTERM)
        process.communicate()
    with (folder / "random" / "bot.py").open("a") as program:
        program.write("# better now\n")
    refused = arena(folder, "tournament", "run", "cup.toml")
    assert refused.returncode == 1
    assert 'bot "random": its files have changed' in refused.stderr
    assert "greedy" not in refused.stderr


def test_bots_that_fail_cost_only_themselves(folder: Path) -> None:
    (folder / "random" / "bot.py").write_text("raise SystemExit('no cards today')\n")
    run = arena(folder, "tournament", "run", "cup.toml")
    assert run.returncode == 0, run.stderr
    document = json.loads(arena(folder, "tournament", "export", "runs/cup", "--format", "json").stdout)
    assert {place["name"] for place in document["standings"][:2]} == {"greedy", "greedy-2"}
    assert {match["reason"] for match in document["matches"]} == {"completed"}
    assert "exited" in (folder / "runs" / "cup" / "report.md").read_text()
    assert arena(folder, "verify", "runs/cup").returncode == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["tournament", "run", "none.toml"], 1, "none.toml: no such file"),
        (["tournament", "status", "nowhere"], 1, "nowhere: no tournament here"),
        (["tournament", "export", "nowhere", "--format", "json"], 1, "nowhere: no tournament here"),
        (["verify", "nowhere"], 1, "nowhere: no tournament here"),
        (["tournament", "run"], 2, "Missing argument"),
        (["tournament", "export", "nowhere", "--format", "pdf"], 2, "pdf"),
        (["tournament", "run", "cup.toml", "--jobs", "0"], 2, "jobs"),
    ],
)
def test_faults_are_one_line_and_a_status(
    folder: Path,
    words: list[str],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == status
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["tournament", "run"],
        ["tournament", "export"],
        ["tournament", "withdraw"],
        ["tournament", "disqualify"],
        ["tournament", "void"],
        ["verify"],
    ],
)
def test_help_shows_examples(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0
    assert f"arena {' '.join(words)} " in capsys.readouterr().out.split("Example", 1)[1]
