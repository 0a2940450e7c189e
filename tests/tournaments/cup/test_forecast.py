"""A dry run: the stages, and times that follow from the settings by hand."""

import io
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from arena.records.result import Leg
from tests.tournaments.scripted import around, cup_of, file_of
from tournaments.cup.cup import Cup, CupMatchSection
from tournaments.cup.forecast import LEG_END_S, LEG_START_S, ROUND_S, forecast
from tournaments.cup.sequential import Until
from tournaments.reports.numbers import duration
from tournaments.reports.terminal.forecast import show_forecast
from tournaments.results.summary import Summary
from tournaments.run.session import run_tournament
from tournaments.store.store import Store


def timed(**match: object) -> Cup:
    section = msgspec.convert(
        {"rounds": 10, "decision": "1s", "grace": "100ms", "startup": "10s"} | match, CupMatchSection
    )
    return msgspec.structs.replace(cup_of(), match=section)


def test_stages_tables_legs_and_rounds() -> None:
    first, final = forecast(timed(), slots=1, think=0.1)
    assert (first.tables, first.bots, first.legs, first.rounds) == (2, 8, 8, 80)
    assert (final.tables, final.bots, final.legs, final.rounds) == (1, 4, 4, 40)


def test_expected_times() -> None:
    first, final = forecast(timed(), slots=1, think=0.1)
    table = 4 * (LEG_START_S + 10 * (0.1 + ROUND_S))
    assert first.expected == pytest.approx(2 * table)
    assert final.expected == pytest.approx(table)
    assert forecast(timed(), slots=2, think=0.1)[0].expected == pytest.approx(table)
    serial = forecast(timed(thinking="serial"), slots=2, think=0.1)[0].expected
    assert serial == pytest.approx(4 * (LEG_START_S + 10 * (0.4 + ROUND_S)))


def test_the_worst_case_counts_restarts_and_extra_rounds() -> None:
    final = forecast(timed(bank="2s"), slots=1, think=0.1)[-1]
    fixed = 10 * (1 + 4) + 2 + LEG_END_S
    assert final.worst == pytest.approx(4 * (fixed + 10 * 1.1) + 4 * (fixed + 1 * 1.1))


@pytest.mark.parametrize("count", [2, 3, 5, 7, 9, 16])
def test_the_forecast_is_what_is_played(count: int, tmp_path: Path) -> None:
    names = [f"{letter}{count}" for letter in "abcdefghijklmnop"[:count]]
    cup = cup_of(names, rounds=1, stage={"extra_limit": 0})
    played = run_tournament(cup, file_of(cup), tmp_path, around())
    found = forecast(cup, slots=1, think=0.0)
    assert [stage.tables for stage in found] == [len(stage.tables) for stage in played.plan.stages]
    rounds = {name: sum(len(leg.rounds) for leg in stored.result.legs) for name, stored in played.matches.items()}
    assert sum(stage.legs for stage in found) == sum(len(stored.seats) for stored in played.matches.values())
    assert rounds.keys() == played.matches.keys()


def test_the_worst_case_counts_every_block_up_to_the_limit() -> None:
    once, blocks = (forecast(timed(until=until), slots=1, think=0.1)[-1] for until in (None, {"max_rounds": 25}))
    extra = 4 * (10 * (1 + 4) + LEG_END_S + 1 * 1.1)
    assert blocks.worst - extra == pytest.approx(3 * (once.worst - extra))
    assert blocks.expected == once.expected


def test_a_limit_below_a_block_is_what_is_played(tmp_path: Path) -> None:
    cup = cup_of(("ada", "bea", "cyd"), rounds=10, until=Until(max_rounds=2), stages=[{"format": "final-table"}])
    (final,) = forecast(cup, slots=1, think=0.1)
    played = run_tournament(cup, file_of(cup), tmp_path, around())
    assert final.rounds == sum(len(leg.rounds) for leg in legs_of(tmp_path, played)) == 6
    assert final.expected == pytest.approx(3 * (LEG_START_S + 2 * (0.1 + ROUND_S)))
    less = msgspec.structs.replace(cup, match=msgspec.structs.replace(cup.match, rounds=2))
    assert final == forecast(less, slots=1, think=0.1)[0]


def legs_of(folder: Path, played: Summary) -> list[Leg]:
    with Store.read(folder) as store:
        matches = [store.match(match.match) for match in played.matches.values()]
    return [leg for stored in matches if stored is not None for leg in stored.result.legs]


@pytest.mark.parametrize(
    "stage",
    [{"format": "gauntlet"}, {"format": "gauntlet", "table_size": 3}, {"format": "round-robin", "table_size": 2}],
)
def test_a_bot_at_several_tables_of_a_stage_is_one(stage: dict[str, object]) -> None:
    for found in forecast(cup_of(("ada", "bea", "cyd", "dan", "eve"), stages=[stage]), slots=1, think=0.1):
        assert found.bots == 5


def test_it_fits_80_columns() -> None:
    text = io.StringIO()
    cup = cup_of()
    show_forecast(Console(file=text, width=80), cup, forecast(cup, 2, 0.1), 2, 0.1)
    assert "Round of 8" in text.getvalue()
    assert "Nothing was started" in text.getvalue()
    assert max(map(len, text.getvalue().splitlines())) <= 80


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.04, "40 ms"), (12.4, "12 s"), (180, "3 min"), (7500, "2 h 05 min"), (7190, "2 h 00 min")]
)
def test_durations_as_people_read_them(seconds: float, text: str) -> None:
    assert duration(seconds) == text
