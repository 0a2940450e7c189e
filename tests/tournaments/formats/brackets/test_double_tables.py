"""Double elimination at tables of three to eight."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Plan, TableResult

SIZES = st.integers(3, 8).flatmap(lambda size: st.tuples(st.just(size), st.integers(1, size - 1)))


def form(sizes: tuple[int, int]) -> DoubleElimination:
    return DoubleElimination(table_size=sizes[0], advance=sizes[1], extra_limit=1)


def failures(plan: Plan) -> Counter[str]:
    """How often each bot failed to go on, before the final table."""
    return Counter(
        bot
        for stage in plan.stages[:-1]
        for planned in stage.tables
        for bot in planned.table.seats
        if bot not in (planned.advanced or ())
    )


@settings(max_examples=25, deadline=None)
@given(st.one_of(st.integers(2, 20), st.integers(2, 80)), SIZES, st.integers(), st.sampled_from([2, 10**9]))
def test_who_fails_twice_is_out_and_the_others_meet_at_the_final_table(
    count: int, sizes: tuple[int, int], seed: int, spread: int
) -> None:
    plan, _ = play(form(sizes), bots(count), at_random(seed, spread))
    failed = failures(plan)
    [final] = plan.stages[-1].tables
    assert 2 <= len(final.table.seats) <= sizes[0]
    assert all(failed[bot] == (2 if bot not in final.table.seats else min(failed[bot], 1)) for bot in bots(count))
    assert {standing.name for standing in plan.standings[: len(final.places)]} == set(final.places)
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 60), SIZES, st.integers())
def test_every_table_is_legal_and_nobody_sits_twice_in_a_stage(count: int, sizes: tuple[int, int], seed: int) -> None:
    plan, _ = play(form(sizes), bots(count), at_random(seed, 1000))
    out = {standing.name: standing.stage for standing in plan.standings}
    for stage in plan.stages:
        seated = [bot for planned in stage.tables for bot in planned.table.seats]
        left = [bot for bot in bots(count) if out[bot] >= stage.number]
        assert sorted([*seated, *stage.byes]) == left
        for planned in stage.tables:
            assert 2 <= len(planned.table.seats) <= sizes[0]
            assert len(planned.advanced or ()) < len(planned.table.seats)


@pytest.mark.parametrize(("count", "table_size", "advance"), [(16, 4, 2), (32, 4, 2), (64, 8, 4), (27, 3, 1)])
def test_chalk_gives_the_order_of_seeding(count: int, table_size: int, advance: int) -> None:
    plan, _ = play(form((table_size, advance)), bots(count), chalk)
    place = {standing.name: standing.place for standing in plan.standings}
    assert all(place[better] <= place[worse] for better, worse in zip(bots(count), bots(count)[1:], strict=False))


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 30), SIZES, st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter_and_places_stay(
    count: int, sizes: tuple[int, int], seed: int, shuffle: random.Random
) -> None:
    totals = at_random(seed, 3)
    whole, _ = play(form(sizes), bots(count), totals)
    results: dict[str, TableResult] = {}
    known: dict[str, int] = {}
    while (plan := form(sizes).plan(Entrants(bots(count)), results)).to_play:
        places = {standing.name: standing.place for standing in plan.standings}
        assert known.items() <= places.items()
        known = places
        table = shuffle.choice(plan.to_play)
        results[table.id] = TableResult(totals(table))
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)


def test_a_cup_of_sixteen_in_fours() -> None:
    plan, _ = play(form((4, 2)), bots(16), chalk)
    assert [(stage.title.split(" · ")[0], len(stage.tables)) for stage in plan.stages] == [
        ("Winners' round 1", 4),
        ("Winners' round 2, Losers' round 1", 4),
        ("Winners' round 3, Losers' round 2", 3),
        ("Losers' round 3", 2),
        ("Losers' round 4", 1),
        ("Grand final", 1),
    ]
