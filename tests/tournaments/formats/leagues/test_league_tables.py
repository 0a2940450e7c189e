"""Points and tie-breaks as they are shown."""

from types import MappingProxyType

from tests.tournaments.formats.playing import bots, chalk, play
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.chain import Chain
from tournaments.formats.entrants import Entrants, Left
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.plan import Format, LeagueTable, TableResult
from tournaments.formats.standings import league_table


def tables(
    form: Format, count: int, results: dict[str, TableResult], left: Left = MappingProxyType({})
) -> list[LeagueTable]:
    plan = form.plan(Entrants(bots(count), left=left), results)
    return [league_table(league, plan.stages, results) for league in plan.leagues]


def test_a_bye_is_a_point_and_an_opponent_with_the_bots_own_points() -> None:
    """b1 beats b2 and then rests or plays b3, who rested; of three bots in two rounds."""
    form = Swiss(rounds=2)
    plan, results = play(form, bots(3), chalk)
    assert [(stage.byes, [it.table.seats for it in stage.tables]) for stage in plan.stages] == [
        (("b003",), [("b001", "b002")]),
        (("b002",), [("b001", "b003")]),
    ]
    [table] = tables(form, 3, results)
    assert (table.title, table.stage, table.finished) == ("Swiss · 瑞士制", 2, True)
    assert [(it.place, it.name, it.points) for it in table.lines] == [(1, "b001", 2), (2, "b002", 1), (3, "b003", 1)]
    # b001 met b002 and b003, a point each; the others met b001, of two points, and their bye counts as their own one
    assert [it.criteria["buchholz"] for it in table.lines] == [2, 3, 3]
    assert [it.criteria["sonneborn-berger"] for it in table.lines] == [2, 0, 0]
    assert [it.criteria["water"] for it in table.lines] == [-2, -2, -3]
    assert [it.criteria.get("head-to-head") for it in table.lines] == [None, 0, 0]


def test_groups_have_a_table_each_and_an_interim_one_before_the_end() -> None:
    form = Chain((Groups(groups=2, advance=1), FinalTable()))
    first = form.plan(Entrants(bots(6)), {}).to_play[0]
    [one, two] = tables(form, 6, {first.id: TableResult(chalk(first))})
    assert (one.title, two.title) == ("Group 1 · 第一组", "Group 2 · 第二组")
    assert {it.name for it in one.lines} == {"b001", "b004", "b005"}
    assert not one.finished
    assert sum(it.points for it in (*one.lines, *two.lines)) == 1
    plan, results = play(form, bots(6), chalk)
    [one, two] = tables(form, 6, results)
    assert [(it.name, it.points) for it in one.lines] == [("b001", 2), ("b004", 1), ("b005", 0)]
    assert one.finished
    assert [it.name for it in plan.standings[:2]] == ["b001", "b002"]


def test_points_at_a_table_of_four_are_those_behind() -> None:
    form = RoundRobin(table_size=4)
    _, results = play(form, bots(4), chalk)
    [table] = tables(form, 4, results)
    assert table.title == "Round robin · 循环赛"
    assert [it.points for it in table.lines] == [3, 2, 1, 0]
    assert [it.criteria["wins"] for it in table.lines] == [1, 0, 0, 0]


def test_who_has_left_is_last_whatever_its_points() -> None:
    form, left = RoundRobin(), {"b001": 3}
    _, results = play(form, bots(4), chalk, left=left)
    [table] = tables(form, 4, results, left)
    assert [(it.place, it.name, it.points) for it in table.lines] == [
        (1, "b002", 2),
        (2, "b003", 1),
        (3, "b004", 0),
        (4, "b001", 3),
    ]
