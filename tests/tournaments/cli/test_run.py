"""`arena tournament` and `arena verify` as a person calls them, with real processes."""

import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli import main
from tests.tournaments.running import CUP, arena, begin, prepare, read_until, wait_until_gone


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return prepare(tmp_path)


def test_a_cup_from_its_file_to_its_verified_end(folder: Path) -> None:
    (folder / "cup.toml").write_text(CUP.replace("duplicate = false", "duplicate = true"))
    run = arena(folder, "tournament", "run", "cup.toml")
    assert run.returncode == 0, run.stderr
    assert "champion" in run.stdout
    assert "arena verify runs/cup" in run.stdout
    assert {path.name for path in (folder / "runs" / "cup").iterdir()} >= {
        "results.sqlite",
        "standings.csv",
        "elo.csv",
        "report.md",
        "report.zh.md",
        "report.html",
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
    assert again.stdout.startswith("Small cup: already finished 20")
    assert "nothing was played" in again.stdout
    assert "begins" not in again.stdout
    assert wait_until_gone(folder, 0) == set()


def test_verify_ends_with_1_when_something_differs(folder: Path) -> None:
    assert arena(folder, "tournament", "run", "cup.toml").returncode == 0
    with closing(sqlite3.connect(folder / "runs" / "cup" / "results.sqlite")) as connection, connection:
        connection.execute("UPDATE matches SET totals = '[1,-1]' WHERE id = 's2t1'")
    verdict = arena(folder, "verify", "runs/cup")
    assert verdict.returncode == 1
    assert "differs: match s2t1: totals [1, -1]" in verdict.stdout


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


def test_a_file_touched_while_a_cup_runs_stops_it_until_it_is_put_back(folder: Path) -> None:
    program = folder / "random" / "bot.py"
    submitted = program.read_bytes()
    with begin(folder, "--jobs", "1") as process:
        read_until(process, "s1t1 begins")
        program.write_bytes(submitted + b"# better now\n")
        errors = process.communicate()[1]
    assert process.returncode == 1
    assert "its files are no longer those submitted: changed bot.py" in errors
    shown = arena(folder, "tournament", "status", "runs/cup").stdout
    assert "The last run stopped" in shown
    assert "changed bot.py" in " ".join(shown.split())
    program.write_bytes(submitted)
    again = arena(folder, "tournament", "run", "cup.toml")
    assert again.returncode == 0, again.stderr
    document = json.loads(arena(folder, "tournament", "export", "runs/cup", "--format", "json").stdout)
    assert all(match["strikes"] == [0, 0] for match in document["matches"])


def test_bots_that_fail_cost_only_themselves(folder: Path) -> None:
    (folder / "random" / "bot.py").write_text("raise SystemExit('no cards today')\n")
    run = arena(folder, "tournament", "run", "cup.toml")
    assert run.returncode == 0, run.stderr
    document = json.loads(arena(folder, "tournament", "export", "runs/cup", "--format", "json").stdout)
    assert {place["name"] for place in document["standings"][:2]} == {"greedy", "greedy-2"}
    assert {match["reason"] for match in document["matches"]} == {"completed"}
    assert "(2 strikes, out: exited)" in run.stdout
    assert "exited" in (folder / "runs" / "cup" / "report.md").read_text()
    assert arena(folder, "verify", "runs/cup").returncode == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["tournament", "run", "none.toml"], 2, "none.toml: no such file"),
        (["tournament", "status", "nowhere"], 2, "nowhere: no such folder"),
        (["tournament", "export", "nowhere", "--format", "json"], 2, "nowhere: no such folder"),
        (["verify", "nowhere"], 2, "nowhere: no such folder"),
        (["verify", "greedy"], 1, "greedy: no tournament here"),
        (["verify", "cup.toml"], 2, "cup.toml: a file, not a folder"),
        (["tournament", "run", "cup.toml", "--out", "cup.toml"], 2, "--out: cup.toml is a file"),
        (
            ["tournament", "run", "cup.toml", "--out", "cup.toml/night", "--dry-run"],
            2,
            "--out: cup.toml/night cannot be",
        ),
        (["tournament", "run", "cup.toml", "--out", "greedy", "--dry-run"], 2, "holds other files and no tournament ("),
        (["tournament", "run"], 2, "Missing argument"),
        (["tournament", "export", "nowhere", "--format", "pdf"], 2, "pdf"),
        (["tournament", "run", "cup.toml", "--jobs", "0"], 2, "jobs"),
        (["tournament", "run", "cup.toml", "--think", "1s"], 2, "--think: only with --dry-run"),
        (["tournament", "run", "cup.toml", "--spread", "9"], 2, "--spread: only with --dry-run"),
        (["tournament", "plan", "cup.toml", "--from", "runs/cup", "--spread", "9"], 2, "leave out --spread and --luck"),
        (["tournament", "plan", "none.toml"], 2, "none.toml: no such file"),
        (["tournament", "plan", "cup.toml", "--from", "nowhere"], 2, "nowhere: no such folder"),
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
        ["tournament", "plan"],
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


def test_how_many_deals_a_cup_needs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command alone, and at the end of a dry run; strengths far apart need few deals."""
    monkeypatch.chdir(folder)
    few = ["--cups", "30", "--most", "40", "--luck", "2", "--spread", "500"]
    with pytest.raises(SystemExit) as ended:
        main(["tournament", "plan", "cup.toml", *few, "--json"])
    assert ended.value.code == 0
    answer = json.loads(capsys.readouterr().out)
    assert [line["deals"] for line in answer["chances"]] == [4, 10, 20, 40]
    assert answer["chances"][-1]["best_wins"] > 0.9
    assert answer["deals"] <= 40
    with pytest.raises(SystemExit):
        main(["tournament", "plan", "cup.toml", *few])
    out = capsys.readouterr().out
    assert "The best bot wins 90 % of cups" in out
    assert max(map(len, out.splitlines())) <= 80
    with pytest.raises(SystemExit):
        main(["tournament", "run", "cup.toml", "--dry-run"])
    assert "arena tournament plan cup.toml" in capsys.readouterr().out
    assert not (folder / "runs").exists()


@pytest.mark.long
def test_a_dry_run_is_refused_for_what_the_run_would_be(folder: Path) -> None:
    dry = ("tournament", "run", "cup.toml", "--dry-run")
    assert arena(folder, *dry).returncode == 0
    assert not (folder / "runs").exists()
    assert arena(folder, *dry[:3]).returncode == 0
    done = arena(folder, *dry)
    assert (done.returncode, done.stderr) == (0, "")
    assert "runs/cup: already finished; nothing would be played\n" in done.stdout
    with (folder / "greedy" / "bot.py").open("a") as program:
        program.write("# changed\n")
    real = arena(folder, *dry[:3])
    assert real.returncode == 1
    assert '"greedy": its files have changed' in real.stderr
    done = arena(folder, *dry)
    assert (done.returncode, done.stderr, done.stdout) == (1, real.stderr, "")
