"""Every format a file can name, alone and one after another, played, verified and shown."""

import io
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from arena.errors import ArenaError
from protocol.typed import TypedError
from tests.tournaments.scripted import BOTS, Killed, ScriptedExecutor, Watcher, around, cup_of, file_of
from tournaments.cup.forecast import forecast
from tournaments.cup.stages import format_from, impossible
from tournaments.formats.registry import FORMATS
from tournaments.reports.terminal.summary import show_summary
from tournaments.results.verify.whole import verify
from tournaments.run.events import TableDecided
from tournaments.run.session import run_tournament

ALONE: dict[str, dict[str, Any]] = {
    "elimination": {"table_size": 2, "advance": 1, "third_place": True},
    "double-elimination": {"reset": False},
    "swiss": {"rounds": 3},
    "round-robin": {"table_size": 4},
    "groups": {"groups": 2},
    "gauntlet": {"newcomer": "cyd"},
    "final-table": {},
}
TABLES = [
    {"format": "double-elimination", "table_size": 4, "advance": 2},
    {"format": "elimination", "tie_breaks": ["water", "seeding"]},
    {"format": "groups", "groups": 2, "table_size": 3},
    {"format": "gauntlet", "table_size": 3},
    {"format": "swiss", "table_size": 3, "rounds": 3},
]
CHAINS: dict[str, list[dict[str, Any]]] = {
    "groups, then a bracket": [
        {"format": "groups", "groups": 2, "advance": 2},
        {"format": "elimination", "table_size": 2, "advance": 1},
    ],
    "heats, then a Swiss": [
        {"format": "elimination", "table_size": 4, "advance": 2, "qualify": 4},
        {"format": "swiss", "rounds": 2},
    ],
    "heats, then a final table": [
        {"format": "elimination", "table_size": 2, "advance": 1, "qualify": 4},
        {"format": "final-table"},
    ],
    "a Swiss, then a final table": [
        {"format": "swiss", "table_size": 4, "rounds": 2, "advance": 4},
        {"format": "final-table"},
    ],
}


def test_no_format_is_left_out() -> None:
    assert ALONE.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", ALONE)
def test_a_format_alone(name: str, tmp_path: Path) -> None:
    bots = BOTS[:4] if name == "final-table" else BOTS
    play_and_check(cup_of(bots, rounds=1, stages=[{"format": name} | ALONE[name]]), tmp_path)


@pytest.mark.parametrize("stage", TABLES, ids=lambda stage: stage["format"])
def test_a_format_at_larger_tables(stage: dict[str, Any], tmp_path: Path) -> None:
    play_and_check(cup_of(rounds=1, stages=[stage]), tmp_path)


@pytest.mark.parametrize("name", CHAINS)
def test_formats_one_after_another(name: str, tmp_path: Path) -> None:
    play_and_check(cup_of(rounds=1, stages=CHAINS[name]), tmp_path)


def play_and_check(cup: Any, folder: Path) -> None:
    """Played through twice, once broken off, the record bears it out and the reports show it."""
    end = run_tournament(cup, file_of(cup), folder / "whole", around())
    assert {standing.name for standing in end.plan.standings} == {bot.name for bot in cup.bots}
    assert end.plan.standings[0].place == 1
    assert verify(folder / "whole").differences == []
    with pytest.raises(Killed):
        run_tournament(cup, file_of(cup), folder / "again", around(ScriptedExecutor(stop_after=len(end.matches) - 1)))
    again = run_tournament(cup, file_of(cup), folder / "again", around(ScriptedExecutor(slots=3, newest_first=True)))
    assert again.plan == end.plan
    text = io.StringIO()
    show_summary(Console(file=text, width=80), end)
    assert all(bot.name in text.getvalue() for bot in cup.bots)
    assert "Final ranking" in text.getvalue()
    assert (folder / "whole" / "report.html").stat().st_size > 0
    assert forecast(cup, 1, 0.0)[0].tables == len(end.plan.stages[0].tables)


@pytest.mark.parametrize(
    ("bots", "stage"),
    [
        (3, {"format": "elimination", "table_size": 2, "advance": 1}),
        (4, {"format": "elimination", "table_size": 2, "advance": 1, "third_place": True}),
        (5, {"format": "elimination", "table_size": 4, "advance": 1}),
        (2, {"format": "double-elimination"}),
        (4, {"format": "double-elimination"}),
        (7, {"format": "double-elimination", "table_size": 4, "advance": 2}),
    ],
)
def test_one_table_alone_makes_a_champion(bots: int, stage: dict[str, Any], tmp_path: Path) -> None:
    """A stage can have a single table, from which one goes on, and not be the last."""
    cup, watcher = cup_of(BOTS[:bots], rounds=1, stages=[stage]), Watcher()
    end = run_tournament(cup, file_of(cup), tmp_path, around(observe=watcher))
    champions = [it.champion for it in watcher.of(TableDecided) if it.champion is not None]
    assert champions == [end.plan.standings[0].name]
    text = io.StringIO()
    show_summary(Console(file=text, width=80), end)
    assert text.getvalue().count("champion") == 2  # at its last table and in the ranking


def test_in_a_league_nobody_is_marked_as_going_on(tmp_path: Path) -> None:
    cup = cup_of(rounds=1, stages=[{"format": "swiss", "rounds": 2}])
    run_tournament(cup, file_of(cup), tmp_path, around())
    assert "advances |" not in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ([{"format": "swiss", "rounds": 8}], r"stages\[0\]: rounds: 8 bots can play at most 7"),
        ([{"format": "groups", "groups": 5}], r"stages\[0\]: groups: 8 bots do not fill 5 groups"),
        (
            [{"format": "groups", "groups": 2}, {"format": "final-table"}],
            r"stages\[0\]: advance: missing; how many go on",
        ),
        ([{"format": "elimination"}, {"format": "final-table"}], r"stages\[0\]: format: it leaves one bot"),
        ([{"format": "swiss", "advance": 8}, {"format": "final-table"}], r"stages\[0\]: advance: 8 would go on"),
        ([{"format": "elimination", "qualify": 4}], r"stages\[0\]: qualify: 4 would be left, and no stage follows"),
        (
            [{"format": "elimination", "qualify": 3}, {"format": "final-table"}],
            r"stages\[0\]: qualify: 3 are never left of 8 bots; after each stage before the final: 4",
        ),
    ],
)
def test_stages_that_cannot_follow_each_other_are_refused(stages: list[dict[str, Any]], words: str) -> None:
    found = impossible([format_from(stage, "test") for stage in stages], 8)
    assert re.match(words, str(found))


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ({"format": "elimination", "table_size": 9}, "table_size: expected a whole number of at most 8, got 9"),
        ({"format": "elimination", "table_size": 1}, "table_size: expected a whole number of at least 2, got 1"),
        ({"format": "elimination", "advance": 4}, "advance: expected less than table_size = 4, got 4"),
        ({"format": "elimination", "advance": 0}, "advance: expected a whole number of at least 1, got 0"),
        ({"format": "elimination", "extra_limit": -1}, "extra_limit: expected a whole number of at least 0, got -1"),
        ({"format": "elimination", "extra_rounds": 0}, "extra_rounds: expected a whole number of at least 1, got 0"),
        ({"format": "elimination", "qualify": 1}, "qualify: expected a whole number of at least 2, got 1"),
        ({"format": "elimination", "third_place": True}, "third_place: is played for at tables of two"),
        (
            {"format": "elimination", "table_size": 2, "advance": 1, "third_place": True, "qualify": 4},
            "third_place: is played for beside the final",
        ),
        ({"format": "double-elimination", "advance": 2}, "advance: expected less than table_size = 2, got 2"),
        ({"format": "swiss", "table_size": 9}, "table_size: expected a whole number of at most 8, got 9"),
        ({"format": "swiss", "rounds": 0}, "rounds: expected a whole number of at least 1, got 0"),
        ({"format": "groups", "groups": 1}, "groups: expected a whole number of at least 2, got 1"),
        ({"format": "groups"}, "groups: missing; expected a whole number"),
        ({"format": "gauntlet", "cycles": 0}, "cycles: expected a whole number of at least 1, got 0"),
    ],
)
def test_keys_that_no_field_can_play_are_refused(stage: dict[str, Any], words: str) -> None:
    with pytest.raises((ArenaError, TypedError), match=f"^test: {re.escape(words)}"):
        format_from(stage, "test")


STORED = (
    '{"extra_rounds":20,"extra_limit":3,"format":"elimination","table_size":4,"advance":2,"qualify":null,'
    '"third_place":false,"tie_breaks":["extra-rounds","seeding"]}',
    '{"extra_rounds":20,"extra_limit":0,"format":"elimination","table_size":2,"advance":1,"qualify":null,'
    '"third_place":true,"tie_breaks":["wins","seeding"]}',
    '{"extra_rounds":20,"extra_limit":3,"format":"double-elimination","table_size":2,"advance":1,"reset":true}',
    '{"extra_rounds":20,"extra_limit":3,"format":"swiss","table_size":2,"rounds":null,"advance":null,'
    '"criteria":["buchholz","sonneborn-berger","head-to-head","water","seeding"]}',
    '{"extra_rounds":20,"extra_limit":3,"format":"round-robin","table_size":2,"cycles":1,"advance":null,'
    '"criteria":["head-to-head","sonneborn-berger","water","wins","seeding"]}',
    '{"extra_rounds":20,"extra_limit":3,"format":"groups","table_size":2,"cycles":1,"advance":null,'
    '"criteria":["head-to-head","sonneborn-berger","water","wins","seeding"],"groups":3}',
    '{"extra_rounds":20,"extra_limit":3,"format":"gauntlet","newcomer":null,"table_size":2,"cycles":1}',
    '{"extra_rounds":20,"extra_limit":3,"format":"final-table"}',
)
"""As the first version of the store wrote them."""


@pytest.mark.parametrize("text", STORED)
def test_a_format_is_stored_as_it_always_was_and_comes_back(text: str) -> None:
    whole = json.loads(text)
    assert msgspec.json.encode(format_from(whole, "test")).decode() == text
    least = {key: value for key, value in whole.items() if value is not None}
    assert format_from(least, "test") == format_from(whole, "test")


def test_every_format_answers_to_its_name() -> None:
    required = {"groups": {"groups": 2}}
    for name, kind in FORMATS.items():
        found = format_from({"format": name, **required.get(name, {})}, "test")
        assert isinstance(found, kind)
        assert found.format == name
        assert f'"format":"{name}"' in "".join(STORED)


def test_a_final_table_seats_eight_at_most() -> None:
    assert impossible([format_from({"format": "final-table"}, "test")], 9) is not None
    assert impossible([format_from({"format": "final-table"}, "test")], 8) is None


def test_a_format_is_suggested_by_the_name_it_has_elsewhere() -> None:
    with pytest.raises(ArenaError, match='unknown format "single-elimination"; did you mean "elimination"'):
        format_from({"format": "single-elimination"}, "test")


def test_nothing_follows_a_final_table() -> None:
    stages = [format_from({"format": name}, "test") for name in ("final-table", "elimination")]
    assert str(impossible(stages, 4)).startswith("stages[0]: format: a final table ranks everybody")
