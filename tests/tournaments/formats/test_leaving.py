"""Who has left is no champion, goes on nowhere, and is behind those who are there to the end."""

from collections.abc import Mapping

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, ranks_all
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.chain import Chain
from tournaments.formats.entrants import Entrants, Left
from tournaments.formats.keys import StageFormat
from tournaments.formats.leagues.gauntlet import Gauntlet
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.leaving import with_stage_reached
from tournaments.formats.plan import Format, Plan, Table, TableResult

Results = dict[str, TableResult]


def result_without(table: Table, totals: Mapping[str, int], out: Mapping[str, int] | set[str]) -> TableResult:
    """The table's result if `out` are absent."""
    absent = tuple(bot for bot in table.seats if bot in out)
    there = {bot: totals[bot] for bot in table.seats if bot not in absent}
    worst = min(there.values(), default=0)
    return TableResult(there | {bot: worst - at for at, bot in enumerate(absent, start=1)}, absent=absent)


def go_on(
    form: Format, count: int, results: Results, out: Mapping[str, int] | set[str], left: Left | None = None
) -> Plan:
    """Play to the end, chalk, without those who are `out`; the format is told of those who have `left`."""
    while (plan := form.plan(Entrants(bots(count), left=left or {}), results)).to_play:
        results |= {table.id: result_without(table, chalk(table), out) for table in plan.to_play}
    assert plan.finished
    return plan


def placed(plan: Plan) -> list[tuple[int, str]]:
    return [(standing.place, standing.name) for standing in plan.standings]


def round_one() -> Results:
    """Of four bots' Swiss."""
    return {"s1t1": TableResult({"b001": 9, "b003": -9}), "s1t2": TableResult({"b002": -9, "b004": 9})}


OUT = {"b001": 2, "b004": 2}


def test_who_won_round_one_of_a_swiss_and_then_left_is_behind_those_who_are_there() -> None:
    form = Swiss(rounds=2)
    assert form.plan(Entrants(bots(4), left=OUT), round_one()).to_play[0].seats == ("b001", "b004")
    plan = go_on(form, 4, round_one(), OUT, OUT)
    # one point each; b004 beat b002, who won its second round, b001 beat b003, who did not
    assert placed(plan) == [(1, "b002"), (2, "b003"), (3, "b004"), (4, "b001")]
    assert [it.bots for it in plan.stages[-1].rulings if it.decided_by == "left"] == [("b001", "b004")]


def test_who_has_left_a_league_takes_no_place_in_the_final() -> None:
    form = Chain((Swiss(rounds=2, advance=2), FinalTable()))
    plan = go_on(form, 4, round_one(), OUT, OUT)
    assert [it.table.seats for it in plan.stages[-1].tables] == [("b002", "b003")]
    assert placed(plan) == [(1, "b002"), (2, "b003"), (3, "b004"), (4, "b001")]


def test_of_groups_who_is_there_is_before_who_is_not_whatever_the_group() -> None:
    out = {"b001": 3, "b004": 3, "b005": 3}
    form = Chain((Groups(groups=2, advance=2), Elimination(table_size=2, advance=1)))
    plan = go_on(form, 8, {}, out, out)
    # b008 is all that is there of the first group, so that the third of the other takes the seat that is free
    assert {bot for it in plan.stages[3].tables for bot in it.table.seats} == {"b002", "b003", "b006", "b008"}
    assert {it.name for it in plan.standings[-3:]} == out.keys()
    assert ranks_all(plan, bots(8))


def test_who_left_after_the_groups_keeps_its_seat_and_is_absent() -> None:
    out = {"b001": 4}
    form = Chain((Groups(groups=2, advance=2), FinalTable()))
    results: Results = {}
    while (plan := form.plan(Entrants(bots(8), left=out), results)).stages[-1].number < 4:
        results |= {table.id: TableResult(chalk(table)) for table in plan.to_play}
    end = go_on(form, 8, results, out, out)
    assert "b001" in end.stages[-1].tables[0].table.seats
    assert [it.name for it in end.standings][3] == "b001"


def test_fewer_go_on_from_heats_of_which_a_winner_has_left_and_nobody_moves_up() -> None:
    """It left after its own heat, when the other one was still to be played."""
    out = {"b001": 1}
    chain = Chain((Elimination(table_size=4, advance=2, qualify=4), FinalTable()))
    heats = {table.id: TableResult(chalk(table)) for table in chain.plan(Entrants(bots(8), left=out), {}).to_play}
    end = go_on(chain, 8, heats, out, out)
    assert [it.table.seats for it in end.stages[-1].tables] == [("b002", "b003", "b004")]
    assert placed(end)[:4] == [(1, "b002"), (2, "b003"), (3, "b004"), (4, "b001")]
    assert ranks_all(end, bots(8))


def test_two_who_have_left_share_the_third_place() -> None:
    """Both lose their semi-finals by walkover."""
    form = Elimination(table_size=2, advance=1, third_place=True)
    results = {table.id: TableResult(chalk(table)) for table in form.plan(Entrants(bots(8)), {}).to_play}
    plan = go_on(form, 8, results, {"b001", "b003"})
    assert placed(plan)[:4] == [(1, "b002"), (2, "b004"), (3, "b001"), (3, "b003")]
    assert [it.advanced for it in plan.stages[-1].tables] == [("b002",), ()]
    assert {it.place for it in plan.standings[4:]} == {5}


def test_who_won_the_third_place_and_left_while_the_final_was_open_keeps_it() -> None:
    form = Elimination(table_size=2, advance=1, third_place=True)
    entrants = Entrants(bots(4), left={"b003": 2})
    results = {table.id: TableResult(chalk(table)) for table in form.plan(entrants, {}).to_play}
    _, third = form.plan(entrants, results).to_play
    results[third.id] = TableResult(chalk(third))
    assert placed(form.plan(entrants, results)) == [(3, "b003"), (4, "b004")]


def test_who_won_the_final_and_left_while_the_third_place_was_open_is_no_champion() -> None:
    form = Elimination(table_size=2, advance=1, third_place=True)
    entrants = Entrants(bots(4), left={"b001": 2})
    results = {table.id: TableResult(chalk(table)) for table in form.plan(entrants, {}).to_play}
    final, third = form.plan(entrants, results).to_play
    results |= {table.id: TableResult(chalk(table)) for table in (final, third)}
    assert placed(form.plan(entrants, results)) == [(1, "b002"), (2, "b001"), (3, "b003"), (4, "b004")]


@pytest.mark.parametrize("form", [FinalTable(), DoubleElimination(table_size=4, advance=2)])
def test_where_all_leave_the_final_table_nobody_wins_it(form: Format) -> None:
    plan = go_on(form, 4, {}, set(bots(4)))
    assert {it.place for it in plan.standings} == {1}
    assert plan.stages[-1].tables[0].advanced == ()


def test_a_final_that_the_winners_champion_has_left_is_not_played_a_second_time() -> None:
    form = DoubleElimination()
    results: Results = {}
    while (plan := form.plan(Entrants(bots(4)), results)).stages[-1].title != "Grand final · 总决赛":
        results |= {table.id: TableResult(chalk(table)) for table in plan.to_play}
    end = go_on(form, 4, dict(results), {"b001"})
    assert end.stages[-1].title == "Grand final · 总决赛"
    assert placed(end)[:2] == [(1, "b002"), (2, "b001")]
    nobody = go_on(form, 4, dict(results), {"b001", "b002"})
    assert placed(nobody)[:2] == [(1, "b001"), (1, "b002")]
    assert nobody.stages[-1].tables[0].advanced == ()


def test_who_left_a_gauntlet_after_its_table_is_behind_who_is_there() -> None:
    plan = go_on(Gauntlet(), 4, {}, set(), {"b001": 1})
    assert placed(plan) == [(1, "b002"), (2, "b003"), (3, "b004"), (4, "b001")]


def test_the_stage_reached_is_the_one_in_which_a_bot_went_out() -> None:
    left = {"b001": 1, "b002": 1, "b004": 2}
    form = Swiss(rounds=3)
    first = form.plan(Entrants(bots(8), left=left), {})
    results = {table.id: result_without(table, chalk(table), {"b001"}) for table in first.to_play}
    plan = with_stage_reached(go_on(form, 8, results, {"b001", "b002", "b004"}, left), results, left)
    stages = {it.name: it.stage for it in plan.standings}
    assert (stages["b001"], stages["b002"], stages["b004"], stages["b003"]) == (1, 1, 2, 3)


def forms() -> st.SearchStrategy[Format]:
    """Every format, and every chain of one after another that stops."""
    first: st.SearchStrategy[StageFormat] = st.sampled_from(
        [
            Swiss(rounds=2, advance=4),
            Swiss(table_size=4, rounds=2, advance=3),
            Groups(groups=2, advance=2),
            Elimination(table_size=4, advance=2, qualify=4),
        ]
    )
    last: st.SearchStrategy[StageFormat] = st.sampled_from(
        [
            Swiss(),
            RoundRobin(),
            Gauntlet(),
            FinalTable(),
            Elimination(table_size=2, advance=1, third_place=True),
            Elimination(),
            DoubleElimination(),
        ]
    )
    return st.one_of(
        first.filter(lambda it: not isinstance(it, Elimination)),
        last,
        st.builds(lambda a, b: Chain((a, b)), first, last),
    )


@settings(max_examples=150, deadline=None)
@given(st.integers(4, 9), st.integers(), st.sampled_from([2, 10**9]), st.data())
def test_nobody_who_has_left_wins_and_no_place_once_given_is_lost(
    count: int, seed: int, spread: int, data: st.DataObject
) -> None:
    """Bots leave one after another between two results, as a director has it: the plan is then asked anew."""
    left: dict[str, int] = {}
    entrants = Entrants(bots(count), left=left)  # which sees who leaves, as the map is the same
    form = data.draw(forms())
    assume(form.refuses(count) is None)
    # the two of the final change places where its winner leaves while the third place is played for
    last = form.formats[-1] if isinstance(form, Chain) else form
    turning = 2 if isinstance(last, Elimination) and last.third_place else 0
    totals = at_random(seed, spread)
    results: Results = {}
    known: dict[str, int] = {}
    while (plan := form.plan(entrants, results)).to_play:
        places = {it.name: it.place for it in plan.standings}
        assert {it for it in known.items() if it[1] > turning} <= places.items()
        assert known.keys() <= places.keys()
        known = places
        if data.draw(st.integers(0, 3)) == 0:
            left.setdefault(data.draw(st.sampled_from(bots(count))), plan.stages[-1].number)
            again = form.plan(entrants, results)
            assert [stage.tables for stage in again.stages] == [stage.tables for stage in plan.stages]
        table = data.draw(st.sampled_from(plan.to_play))
        results[table.id] = result_without(table, totals(table), left)
    assert plan.finished
    assert ranks_all(plan, bots(count))
    winners = {it.name for it in plan.standings if it.place == 1}
    if winners & left.keys():  # then nobody is there who could be it
        assert winners <= left.keys()
        assert {bot for it in plan.stages[-1].tables[:1] for bot in it.table.seats} <= left.keys()
