"""`arena verify` holds what was published against the record: reports, events, commitment and seal."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import cli
from arena.errors import UsageError
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of
from tournaments.layout import ELO_CSV, EVENTS, REPORT_HTML, REPORTS, RESULTS, STANDINGS_CSV
from tournaments.reports import published
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

STAGE = {"table_size": 3, "advance": 1}
CUP = cup_of(BOTS[:5], rounds=3, stage=STAGE)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    run_tournament(CUP, file_of(CUP), folder, around(ScriptedExecutor(lose={"s1t2": 1})))
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "cup"))


def verify(folder: Path, *options: str) -> Result:
    return CliRunner().invoke(cli, ["verify", str(folder), *options])


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_what_a_run_leaves_agrees(finished: Path) -> None:
    told = verify(finished)
    assert told.exit_code == 0
    assert re.search(r"reports and event logs +6\n", told.output)


@pytest.mark.parametrize("name", REPORTS)
def test_a_figure_changed_in_a_report_is_named_with_its_file_and_line(copy: Path, name: str) -> None:
    lines = (copy / name).read_text(encoding="utf-8").split("\n")
    last = max(at for at, line in enumerate(lines) if re.search(r"\d", line))
    lines[last] = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), lines[last], count=1)
    (copy / name).write_text("\n".join(lines), encoding="utf-8")
    told = verify(copy)
    assert told.exit_code == 1
    assert f'differs: {name}: line {last + 1}: "' in told.output
    assert told.output.endswith("1 difference\n")


def test_a_line_more_and_many_changes_are_told_in_few_words(copy: Path) -> None:
    with (copy / STANDINGS_CSV).open("a") as file:
        file.write("9,zoe\n")
    (copy / ELO_CSV).write_text("\n".join("x" * len((copy / ELO_CSV).read_text().split("\n"))))
    told = verify(copy)
    assert "standings.csv: line 7: " in told.output
    assert "elo.csv: 2 places more differ" in told.output


def test_a_missing_file_and_one_of_another_arena_are_no_forgeries(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (copy / REPORT_HTML).unlink()
    (copy / EVENTS).unlink()
    replace(copy / STANDINGS_CSV, BOTS[0], "zoe")
    monkeypatch.setattr(published, "__version__", "99.0")
    told = verify(copy)
    assert told.exit_code == 0
    assert "note: report.html: not there, so not compared" in told.output
    assert "note: events.jsonl: not there, so not compared" in told.output
    assert "note: standings.csv: the cup was begun by arena" in told.output


EVENTS_CHANGED = {
    "water of a match": (r'("type":"finished".*?"water":\[)-?\d+', r"\g<1>77", "tells of a match at s1t1 that is not"),
    "no heads of a match": (r',"heads":\[[^\]]+\]', "", "tells no heads of the match at s1t"),
    "the heads of a match": (r'"heads":\["....', '"heads":["0000', "tells of another play of s1t"),
    "a head in between": (r'"head":"....', '"head":"0000', "its chain of rounds has no such head"),
    "a commitment": (r'"commitment":"...', '"commitment":"000', "began with another commitment"),
    "a lost attempt": (r'"words":"ended', '"words":"Ended', "tells of a lost attempt at s1t2"),
    "who goes on": (r'"advanced":\["\w+"\]', '"advanced":["zoe"]', "decides s1t1 otherwise"),
    "the standings": (r'"standings":\[\[1,"\w+"', '"standings":[[1,"zoe"', "other standings than in the record"),
    "a line": (r'^\{"time"', "", "line 1: cannot be read"),
}


@pytest.mark.parametrize("name", EVENTS_CHANGED)
def test_an_event_changed_is_named_by_its_line(copy: Path, name: str) -> None:
    old, new, words = EVENTS_CHANGED[name]
    text = (copy / EVENTS).read_text()
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    (copy / EVENTS).write_text(changed)
    told = verify(copy)
    assert told.exit_code == 1
    assert "differs: events.jsonl: line " in told.output
    assert words in told.output


def test_a_log_that_ends_in_half_a_line_agrees(copy: Path) -> None:
    (copy / EVENTS).write_bytes((copy / EVENTS).read_bytes() + b'{"time":"2026')
    assert verify(copy).exit_code == 0


def test_a_store_put_back_to_an_earlier_state_is_told_by_the_events(copy: Path, finished: Path) -> None:
    """Another cup of the same name was played into the same folder: its commitment and its matches were never told."""
    (copy / RESULTS).unlink()
    shutil.copy(copy / EVENTS, copy / "kept")
    other = cup_of(BOTS[:5], rounds=3, stage=STAGE, seed="another")
    run_tournament(other, file_of(other), copy, around())
    (copy / "kept").replace(copy / EVENTS)
    told = verify(copy)
    assert "began with another commitment than the record's" in told.output
    assert "that is not in the record" in told.output


def test_what_was_printed_is_held_against_the_record(finished: Path) -> None:
    with Store.read(finished) as store:
        header = store.header()
    assert header.seal is not None
    told = verify(finished, "--commitment", header.commitment.upper(), "--seal", f" {header.seal} ")
    assert told.exit_code == 0
    other = "0" * 64
    told = verify(finished, "--commitment", other, "--seal", other)
    assert told.exit_code == 1
    assert f"differs: commitment: published was {other}, recorded is {header.commitment}" in told.output
    assert f"differs: seal: published was {other}, recorded is {header.seal}" in told.output
    refused = verify(finished, "--seal", "abc")
    assert isinstance(refused.exception, UsageError)
    assert str(refused.exception) == '--seal: expected 64 hex digits, got "abc"'
