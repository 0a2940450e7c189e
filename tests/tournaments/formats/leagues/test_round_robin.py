"""Round robin and groups as formats."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import StageFormat
from tournaments.formats.leagues.groups import Groups
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.plan import TableResult


def test_all_tables_can_be_played_at_once_and_chalk_ranks_by_seeding() -> None:
    form = RoundRobin()
    assert len(form.plan(Entrants(bots(6)), {}).to_play) == 15
    plan, results = play(form, bots(6), chalk)
    assert len(results) == 15
    assert [(it.place, it.name) for it in plan.standings] == list(enumerate(bots(6), start=1))
    assert [stage.title for stage in plan.stages][:2] == ["Round 1 · 第一轮", "Round 2 · 第二轮"]


def test_with_an_odd_field_one_rests_in_each_round() -> None:
    plan = RoundRobin().plan(Entrants(bots(7)), {})
    assert sorted(stage.byes for stage in plan.stages) == [(bot,) for bot in bots(7)]


def test_groups_are_snaked_and_play_side_by_side() -> None:
    form = Groups(groups=2, advance=2)
    plan, _ = play(form, bots(8), chalk)
    assert len(plan.stages) == 3
    assert plan.stages[0].title == "Groups, round 1 · 小组赛第一轮"
    first = {bot for planned in plan.stages[0].tables[:2] for bot in planned.table.seats}
    assert first == {"b001", "b004", "b005", "b008"}
    assert [(it.place, it.name) for it in plan.standings] == [
        (1, "b001"), (1, "b002"), (3, "b004"), (3, "b003"), (5, "b005"), (5, "b006"), (7, "b008"), (7, "b007"),
    ]  # fmt: skip
    assert form.qualifiers(8) == 4


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 14), st.integers(1, 3), st.integers(2, 5), st.integers(1, 2), st.integers())
def test_any_results_rank_everybody(count: int, groups: int, table_size: int, cycles: int, seed: int) -> None:
    form: StageFormat = RoundRobin(table_size=table_size, cycles=cycles)
    if groups > 1:
        form = Groups(groups=groups, table_size=table_size, cycles=cycles)
    if form.refuses(count):
        return
    plan, _ = play(form, bots(count), at_random(seed, 4))
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    for stage in plan.stages:
        if not stage.title.startswith("Play-off"):
            seated = [bot for planned in stage.tables for bot in planned.table.seats]
            assert sorted([*seated, *stage.byes]) == bots(count)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 9), st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(count: int, seed: int, shuffle: random.Random) -> None:
    form, totals = RoundRobin(), at_random(seed, 3)
    whole, _ = play(form, bots(count), totals)
    results: dict[str, TableResult] = {}
    while (plan := form.plan(Entrants(bots(count)), results)).to_play:
        table = shuffle.choice(plan.to_play)
        results[table.id] = TableResult(totals(table))
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)


def beats(*wins: str) -> dict[str, TableResult]:
    """Results of a round robin of three, "b001>b002" or "b001=b002", whoever sits where."""
    results = {}
    for stage in RoundRobin().plan(Entrants(bots(3)), {}).stages:
        [planned] = stage.tables
        for win in wins:
            one, other = win[:4], win[5:]
            if {one, other} == set(planned.table.seats):
                results[planned.table.id] = TableResult({one: int(win[4] == ">"), other: 0})
    return results


def test_three_in_a_ring_play_off_for_the_first_place() -> None:
    ring = beats("b001>b002", "b002>b003", "b003>b001")
    plan = RoundRobin(extra_rounds=7).plan(Entrants(bots(3)), ring)
    [table] = plan.to_play
    assert (table.id, table.seats, table.rounds) == ("s4t1", tuple(bots(3)), 7)
    assert not plan.finished
    ring["s4t1"] = TableResult({"b001": 1, "b002": 3, "b003": 2})
    plan = RoundRobin(extra_rounds=7).plan(Entrants(bots(3)), ring)
    assert [it.name for it in plan.standings] == ["b002", "b003", "b001"]


def test_without_extra_tables_seeding_parts_the_ring_and_says_so() -> None:
    plan = RoundRobin(extra_limit=0).plan(Entrants(bots(3)), beats("b001>b002", "b002>b003", "b003>b001"))
    assert [it.name for it in plan.standings] == bots(3)
    [ruling] = plan.stages[-1].rulings
    assert (ruling.decided_by, ruling.bots, ruling.where) == ("seeding", tuple(bots(3)), "s3")


def test_a_tie_away_from_the_cut_is_not_played_off() -> None:
    plan = RoundRobin().plan(Entrants(bots(3)), beats("b003>b001", "b003>b002", "b001=b002"))
    assert plan.finished
    assert [it.name for it in plan.standings] == ["b003", "b001", "b002"]


def test_a_void_match_counts_as_level() -> None:
    results = beats("b003>b001", "b003>b002")
    [void] = RoundRobin().plan(Entrants(bots(3)), results).to_play
    results[void.id] = TableResult({}, void=True)
    plan = RoundRobin().plan(Entrants(bots(3)), results)
    assert [it.name for it in plan.standings] == ["b003", "b001", "b002"]
    assert "void" in [it.decided_by for stage in plan.stages for table in stage.tables for it in table.rulings]


def test_bots_of_one_author_are_put_into_different_groups() -> None:
    authors = {"b001": "ann", "b004": "ann"}
    plan = Groups(groups=2).plan(Entrants(bots(8), authors=authors), {})
    group = {bot for planned in plan.stages[0].tables[:2] for bot in planned.table.seats}
    assert ("b001" in group) != ("b004" in group)


@pytest.mark.parametrize(
    ("form", "count", "message"),
    [
        (RoundRobin(), 1, "groups: 1 bots do not fill 1 groups of at least 2"),
        (Groups(groups=4), 7, "groups: 7 bots do not fill 4 groups of at least 2"),
        (Groups(groups=2, advance=2), 5, "the smallest group has 2 bots"),
    ],
)
def test_impossible_fields_are_refused(form: RoundRobin | Groups, count: int, message: str) -> None:
    assert message in str(form.refuses(count))
