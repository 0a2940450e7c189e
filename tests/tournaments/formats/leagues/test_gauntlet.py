"""One bot against the field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.entrants import Entrants
from tournaments.formats.leagues.gauntlet import Gauntlet
from tournaments.formats.plan import TableResult


@given(st.integers(2, 30), st.integers(2, 8), st.integers(1, 3), st.integers())
def test_the_newcomer_meets_everybody_at_legal_tables(count: int, table_size: int, cycles: int, seed: int) -> None:
    plan, _ = play(Gauntlet(newcomer="b001", table_size=table_size, cycles=cycles), bots(count), at_random(seed, 5))
    assert len(plan.stages) == cycles
    for stage in plan.stages:
        tables = [planned.table.seats for planned in stage.tables]
        assert all("b001" in seats and 2 <= len(seats) <= table_size for seats in tables)
        assert max(map(len, tables)) - min(map(len, tables)) <= 1
        assert sorted(bot for seats in tables for bot in seats if bot != "b001") == bots(count)[1:]
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    assert all(place == 1 + sum(other < place for other in places) for place in places)


def test_everybody_is_ranked_by_the_water_won_from_the_newcomer() -> None:
    form = Gauntlet()
    results = {
        "s1t1": TableResult({"b001": 30, "b004": -30}, seatings=2),
        "s1t2": TableResult({"b002": -8, "b004": 8}, seatings=2),
        "s1t3": TableResult({"b003": 0, "b004": 0}, seatings=2),
    }
    plan = form.plan(Entrants(bots(4)), results)
    assert [(it.place, it.name) for it in plan.standings] == [(1, "b001"), (2, "b003"), (2, "b004"), (4, "b002")]


def test_who_has_left_is_behind_whoever_played_more() -> None:
    """b002 missed its table, and b003 lost more than anybody who is absent is taken to have."""
    form = Gauntlet()
    results = {
        "s1t1": TableResult({"b001": -3, "b004": 3}),
        "s1t2": TableResult({"b004": 0, "b002": -1}, absent=("b002",)),
        "s1t3": TableResult({"b003": -30, "b004": 30}),
    }
    plan = form.plan(Entrants(bots(4)), results)
    assert [(it.place, it.name) for it in plan.standings] == [(1, "b004"), (2, "b001"), (3, "b003"), (4, "b002")]


def test_a_newcomer_who_has_left_is_last_and_what_was_won_before_counts() -> None:
    form = Gauntlet(newcomer="b001")
    results = {
        "s1t1": TableResult({"b001": -3, "b002": 3}),
        "s1t2": TableResult({"b003": 0, "b001": -1}, absent=("b001",)),
    }
    plan = form.plan(Entrants(bots(3)), results)
    assert [(it.place, it.name) for it in plan.standings] == [(1, "b002"), (2, "b003"), (3, "b001")]


def test_a_void_match_leaves_who_was_at_it_level_with_the_newcomer() -> None:
    form = Gauntlet(newcomer="b002")
    [table] = form.plan(Entrants(bots(2)), {}).to_play
    plan = form.plan(Entrants(bots(2)), {table.id: TableResult({}, void=True)})
    assert [(it.place, it.name) for it in plan.standings] == [(1, "b001"), (1, "b002")]


def test_the_last_seed_is_the_newcomer_where_none_is_named() -> None:
    plan, _ = play(Gauntlet(), bots(5), chalk)
    assert plan.standings[-1].name == "b005"
    assert plan.stages[0].title == "Gauntlet of b005 · b005 车轮战"


def test_a_newcomer_who_did_not_enter_is_an_error() -> None:
    with pytest.raises(ValueError, match='newcomer: no bot is called "zed"'):
        Gauntlet(newcomer="zed").plan(Entrants(bots(3)), {})
