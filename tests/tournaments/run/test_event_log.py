"""`events.jsonl`: a line for each event, from every run of the cup."""

import json
from pathlib import Path

import pytest

from arena.records.result import Progress
from tests.tournaments.scripted import NOW, Killed, ScriptedExecutor, around, cup_of, file_of
from tournaments.layout import EVENTS
from tournaments.run.event_log.writing import logged
from tournaments.run.events import TableAdvanced
from tournaments.run.session import run_tournament

CUP = cup_of()


def test_every_event_is_a_line_of_json_and_later_runs_go_on_in_the_same_file(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        run_tournament(CUP, file_of(CUP), tmp_path, around(ScriptedExecutor(stop_after=1)))
    run_tournament(CUP, file_of(CUP), tmp_path, around())
    events = [json.loads(line) for line in (tmp_path / EVENTS).read_text().splitlines()]
    assert [event["resumed"] for event in events if event["type"] == "began"] == [0, 1]
    assert events[-1]["type"] == "ended"
    assert all(event["time"] == NOW for event in events)
    assert {"stage", "table", "progress", "finished", "decided"} <= {event["type"] for event in events}
    finished = [event["match"] for event in events if event["type"] == "finished"]
    assert sorted(finished) == sorted(set(finished))


def test_progress_is_told_by_tenths(tmp_path: Path) -> None:
    with logged(tmp_path, lambda: "now", lambda _: None) as observe:
        for played in range(1001):
            observe(TableAdvanced("s1t1", Progress("s1t1", played, 1000, [0, 0], [0, 0])))
    assert len((tmp_path / EVENTS).read_text().splitlines()) == 11


def test_what_is_decided_is_in_the_events_once_however_often_the_run_resumes(tmp_path: Path) -> None:
    cup = cup_of(stage={"table_size": 2, "advance": 1, "extra_limit": 0})
    run_tournament(cup, file_of(cup), tmp_path / "whole", around())
    for played in (3, 1, 0, 2):
        with pytest.raises(Killed):
            run_tournament(cup, file_of(cup), tmp_path / "cup", around(ScriptedExecutor(slots=1, stop_after=played)))
    run_tournament(cup, file_of(cup), tmp_path / "cup", around())
    assert of_bracket(tmp_path / "cup") == of_bracket(tmp_path / "whole")
    assert [name for name, _ in of_bracket(tmp_path / "cup")].count("decided") == 7


def of_bracket(folder: Path) -> list[tuple[str, str]]:
    """What the events say of the bracket: type and table or stage, in a fixed order."""
    events = [json.loads(line) for line in (folder / EVENTS).read_text().splitlines()]
    told = [event for event in events if event["type"] in {"stage", "decided", "league", "ended"}]
    return sorted((event["type"], str(event.get("match", event.get("stage", "")))) for event in told)
