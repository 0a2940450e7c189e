"""Formats one after another."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.chain import Chain
from tournaments.formats.entrants import Entrants
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.plan import TableResult

CUP = Chain((Groups(groups=4, advance=2), Elimination(table_size=4, advance=2)))


def test_groups_lead_into_a_bracket_whose_stages_are_numbered_on() -> None:
    plan, results = play(CUP, bots(16), chalk)
    assert [stage.number for stage in plan.stages] == [1, 2, 3, 4, 5]
    assert [stage.title for stage in plan.stages[3:]] == ["Round of 8 · 八强", "Final · 决赛"]
    assert {bot for planned in plan.stages[3].tables for bot in planned.table.seats} == set(bots(8))
    assert [it.name for it in plan.standings[:4]] == bots(4)
    assert len(results) == 4 * 6 + 2 + 1


@pytest.mark.parametrize("seed", range(5))
def test_two_of_one_group_do_not_meet_again_at_once(seed: int) -> None:
    plan, _ = play(CUP, bots(16), at_random(seed, 10**9))
    group_of = CUP.formats[0].groups_of(Entrants(bots(16)), plan)
    for planned in plan.stages[3].tables:
        assert sorted(group_of[bot] for bot in planned.table.seats) == [f"group {number}" for number in (1, 2, 3, 4)]


@pytest.mark.parametrize("seed", range(5))
def test_in_a_bracket_the_two_of_one_group_can_meet_in_the_final_only(seed: int) -> None:
    """The classic cup: four groups of four, then quarter-finals of a winner and a second of another group."""
    cup = Chain((Groups(groups=4, advance=2), Elimination(table_size=2, advance=1)))
    plan, _ = play(cup, bots(16), at_random(seed, 10**9))
    group_of = cup.formats[0].groups_of(Entrants(bots(16)), plan)
    quarters = [planned.table.seats for planned in plan.stages[3].tables]
    upper = [bot for seats in (quarters[0], quarters[3]) for bot in seats]
    assert sorted(group_of[bot] for bot in upper) == [f"group {number}" for number in (1, 2, 3, 4)]


@settings(max_examples=30, deadline=None)
@given(st.integers(9, 20), st.integers(), st.sampled_from([2, 10**9]))
def test_everybody_has_one_place_and_nobody_out_is_before_who_went_on(count: int, seed: int, spread: int) -> None:
    chain = Chain((Swiss(advance=8), Groups(groups=2, advance=2), FinalTable()))
    assert chain.refuses(count) is None
    plan, _ = play(chain, bots(count), at_random(seed, spread))
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    finalists = {bot for planned in plan.stages[-1].tables for bot in planned.table.seats}
    assert {standing.name for standing in plan.standings if standing.place <= 4} == finalists
    matches = [planned.table.id for stage in plan.stages for planned in stage.tables]
    assert len(set(matches)) == len(matches)


@settings(max_examples=8, deadline=None)
@given(st.integers(9, 40), st.integers(), st.sampled_from([2, 10**9]))
def test_heats_can_lead_into_what_is_not_elimination(count: int, seed: int, spread: int) -> None:
    """Who was sent home in a heat keeps that place; who is left plays for the others."""
    heats = Elimination(table_size=4, advance=2)
    alone, _ = play(heats, bots(count), at_random(seed, spread))
    left = sum(len(it.advanced or ()) for it in alone.stages[0].tables) + len(alone.stages[0].byes)
    for last in (Swiss(table_size=3), RoundRobin(), Swiss(rounds=1, advance=2)):
        formats = (msgspec.structs.replace(heats, qualify=left), last, *((FinalTable(),) if last.advance else ()))
        chain = Chain(formats)
        assert chain.refuses(count) is None
        plan, _ = play(chain, bots(count), at_random(seed, spread))
        out = {it.name: it.place for it in alone.standings if it.place > left}
        assert {it.name: it.place for it in plan.standings if it.place > left} == out
        assert len(plan.standings) == count
        assert plan.standings[0].place == 1
        assert [stage.number for stage in plan.stages] == list(range(1, len(plan.stages) + 1))


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_two_of_one_heat_or_group_do_not_meet_in_the_swiss_that_follows(seed: int, size: int) -> None:
    for first in (Elimination(table_size=4, advance=2, qualify=8), Groups(groups=4, advance=2)):
        plan, _ = play(Chain((first, Swiss(table_size=size, rounds=2))), bots(16), at_random(seed, 10**9))
        start = len(plan.stages) - 2
        on = {bot for it in plan.stages[start].tables for bot in it.table.seats}
        before = plan.stages[start - 1].tables
        group_of = {bot: it.table.id for it in before for bot in it.table.seats}
        if isinstance(first, RoundRobin):
            group_of = dict(first.groups_of(Entrants(bots(16)), plan))
        assert len(on) == 8
        for it in plan.stages[start].tables:
            assert len({group_of[bot] for bot in it.table.seats}) == len(it.table.seats)


@pytest.mark.parametrize("seed", range(5))
def test_two_of_one_heat_are_parted_in_the_groups_that_follow(seed: int) -> None:
    chain = Chain((Elimination(qualify=8), Groups(groups=2)))
    plan, _ = play(chain, bots(16), at_random(seed, 10**9))
    group = {bot for it in plan.stages[1].tables[:2] for bot in it.table.seats}
    assert [len(group & set(it.advanced or ())) for it in plan.stages[0].tables] == [1, 1, 1, 1]


def test_two_of_one_group_are_parted_after_heats_and_groups_too() -> None:
    """The groups are those that were drawn, in which bots of one heat had been parted."""
    chain = Chain((Elimination(qualify=8), Groups(groups=2, advance=2), Elimination(table_size=2, advance=1)))
    for seed in range(20):
        plan, _ = play(chain, bots(16), at_random(seed, 10**9))
        met = {frozenset(it.table.seats) for stage in plan.stages[1:4] for it in stage.tables}
        assert all(frozenset(it.table.seats) not in met for it in plan.stages[4].tables)


@settings(max_examples=15, deadline=None)
@given(st.integers(), st.data())
def test_who_is_out_keeps_the_place(seed: int, data: st.DataObject) -> None:
    totals = at_random(seed, 5)
    results: dict[str, TableResult] = {}
    known: dict[str, int] = {}
    while (plan := CUP.plan(Entrants(bots(12)), results)).to_play:
        for table in data.draw(st.lists(st.sampled_from(plan.to_play), min_size=1, unique=True)):
            results[table.id] = TableResult(totals(table))
        places = {standing.name: standing.place for standing in plan.standings}
        assert known.items() <= places.items()
        known = places
    whole, _ = play(CUP, bots(12), totals)
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)


@pytest.mark.parametrize(
    ("chain", "count", "message"),
    [
        (CUP, 7, "stages[0]: groups: 7 bots do not fill 4 groups of at least 2"),
        (Chain((Swiss(advance=9), FinalTable())), 12, "stages[1]: bots: a final table seats 2 to 8, got 9"),
        (
            Chain((Elimination(table_size=3, advance=1, qualify=9), FinalTable())),
            27,
            "stages[1]: bots: a final table seats 2 to 8, got 9",
        ),
        (Chain((Elimination(qualify=5), FinalTable())), 18, "stages[0]: qualify: 5 are never left of 18 bots; after"),
        (Chain((Elimination(), FinalTable())), 12, "stages[1]: bots: a final table seats 2 to 8, got 1"),
    ],
)
def test_a_chain_is_refused_with_the_number_of_the_format_at_fault(chain: Chain, count: int, message: str) -> None:
    assert str(chain.refuses(count)).startswith(message)


def test_a_final_table_ranks_all_at_it() -> None:
    plan, _ = play(FinalTable(), bots(8), chalk)
    assert [(it.place, it.name) for it in plan.standings] == list(enumerate(bots(8), start=1))
    assert plan.stages[0].title == "Final · 决赛"
