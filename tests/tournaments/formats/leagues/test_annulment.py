"""What becomes of the results of a bot that leaves a round robin or groups."""

import msgspec
import pytest

from tests.tournaments.formats.playing import bots
from tests.tournaments.scripted import cup_of
from tournaments.formats.entrants import Annul, Entrants
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import AllMeetAll, RoundRobin
from tournaments.formats.plan import LeagueTable, Plan, TableResult
from tournaments.formats.standings import league_table

ONE, TWO, THREE, FOUR = bots(4)
FIELD = Entrants(bots(4))
WATER = {bot: -place for place, bot in enumerate(bots(8))}
"""At each table, so that the better seeding wins."""


def out_after(
    form: AllMeetAll, tables: int, *, beaten_by: str = "", field: Entrants = FIELD
) -> tuple[Plan, LeagueTable]:
    """The end of a league that FOUR left when it had played so many tables, all won but that against `beaten_by`."""
    drawn = form.plan(field, {})
    results: dict[str, TableResult] = {}
    played = 0
    for table in drawn.to_play:
        absent = FOUR in table.seats and played >= tables
        played += FOUR in table.seats
        totals = {bot: WATER[bot] for bot in table.seats}
        if FOUR in totals:
            totals[FOUR] = -99 if beaten_by in totals else 99
        results[table.id] = TableResult(totals, absent=(FOUR,) if absent else ())
    plan = form.plan(msgspec.structs.replace(field, left={FOUR: drawn.stages[-1].number}), results)
    assert plan.finished
    [league] = [league_table(league, plan.stages, results) for league in plan.leagues if FOUR in league.bots]
    return plan, league


def points(league: LeagueTable) -> dict[str, float]:
    return {line.name: line.points for line in league.lines}


def words(plan: Plan) -> list[str]:
    return [ruling.words for ruling in plan.stages[-1].rulings if ruling.decided_by == "left"]


def test_with_fewer_than_half_played_nothing_of_it_counts_for_anybody() -> None:
    plan, league = out_after(RoundRobin(), 1)
    assert points(league) == {ONE: 2, TWO: 1, THREE: 0, FOUR: 0}
    assert words(plan)[1] == f"left before the end, and the results do not count: {FOUR}"
    assert plan.leagues[0].annulled == (FOUR,)
    assert [standing.name for standing in plan.standings] == [ONE, TWO, THREE, FOUR]


def test_with_half_played_its_results_stand_and_the_rest_are_walkovers() -> None:
    plan, league = out_after(RoundRobin(), 2)
    assert sum(points(league).values()) == 6
    assert points(league)[FOUR] == 2
    assert words(plan) == [f"left before the end, so behind all others: {FOUR}"]
    assert plan.leagues[0].annulled == ()


@pytest.mark.parametrize(
    ("rule", "tables", "expected"),
    [
        ("always", 3, {ONE: 2, TWO: 1, THREE: 0, FOUR: 0}),
        ("always", 0, {ONE: 2, TWO: 1, THREE: 0, FOUR: 0}),
        ("never", 0, {ONE: 3, TWO: 2, THREE: 1, FOUR: 0}),
        ("never", 3, {ONE: 2, TWO: 1, THREE: 1, FOUR: 2}),
    ],
)
def test_the_file_chooses(rule: Annul, tables: int, expected: dict[str, float]) -> None:
    _, league = out_after(RoundRobin(annul=rule), tables, beaten_by=THREE)
    assert points(league) == expected
    assert league.lines[-1].name == FOUR


def test_at_a_larger_table_the_others_still_count_against_each_other() -> None:
    _, league = out_after(RoundRobin(annul="always", table_size=4), 1)
    assert points(league) == {ONE: 2, TWO: 1, THREE: 0, FOUR: 0}


def test_in_groups_only_the_bots_own_group_changes() -> None:
    field = Entrants(bots(8))
    plan, league = out_after(Groups(groups=2, advance=1, annul="always"), 1, field=field)
    assert FOUR in {line.name for line in league.lines}
    assert [league.annulled for league in plan.leagues].count(()) == 1


def test_who_has_not_left_is_never_annulled() -> None:
    form = RoundRobin(annul="always")
    results = {
        table.id: TableResult({bot: WATER[bot] for bot in table.seats}) for table in form.plan(FIELD, {}).to_play
    }
    assert form.plan(FIELD, results).leagues[0].annulled == ()


def test_a_cup_begun_by_an_older_arena_keeps_all_results() -> None:
    cup = cup_of(bots(4), stages=[{"format": "round-robin"}])
    assert cup.draw("").entrants.annul == "half"
    assert msgspec.structs.replace(cup, methods=3).draw("").entrants.annul == "never"
