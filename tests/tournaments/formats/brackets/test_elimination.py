"""Elimination as a whole: what holds for every field, every table size and every result."""

import itertools
import random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.brackets.elimination import Elimination, tables_of
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Plan, TableResult

SIZES = st.integers(2, 8).flatmap(lambda size: st.tuples(st.just(size), st.integers(1, size - 1)))
FIELDS = st.one_of(st.integers(2, 20), st.integers(2, 100))


def form(sizes: tuple[int, int]) -> Elimination:
    return Elimination(table_size=sizes[0], advance=sizes[1], extra_limit=2)


def check_structure(plan: Plan, entrants: list[str], sizes: tuple[int, int]) -> None:
    """Everybody but the champion leaves once, each stage is made of those whom the last sent on."""
    field = set(entrants)
    for stage in plan.stages:
        seated = [bot for planned in stage.tables for bot in planned.table.seats]
        assert sorted([*seated, *stage.byes]) == sorted(field)
        field = set(stage.byes)
        for planned in stage.tables:
            assert planned.advanced is not None
            last = stage is plan.stages[-1]
            assert len(planned.advanced) == (1 if last else sizes[1]) < len(planned.table.seats) <= sizes[0]
            assert sorted(planned.places.values()) == list(range(1, len(planned.table.seats) + 1))
            assert [planned.places[bot] for bot in planned.advanced] == list(range(1, len(planned.advanced) + 1))
            field |= set(planned.advanced)
    assert field == {plan.standings[0].name}


def check_ranking(plan: Plan, entrants: list[str]) -> None:
    """A competition ranking of everybody: each place is one more than the number of those before it."""
    places = [standing.place for standing in plan.standings]
    assert sorted(standing.name for standing in plan.standings) == sorted(entrants)
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert places.count(1) == 1


@settings(max_examples=25, deadline=None)
@given(FIELDS, SIZES, st.integers(), st.sampled_from([2, 5, 10_000]))
def test_any_results_give_a_whole_bracket(count: int, sizes: tuple[int, int], seed: int, spread: int) -> None:
    entrants = bots(count)
    random.Random(seed).shuffle(entrants)
    plan, _ = play(form(sizes), entrants, at_random(seed, spread))
    check_structure(plan, entrants, sizes)
    check_ranking(plan, entrants)


@settings(max_examples=25, deadline=None)
@given(FIELDS, SIZES)
def test_chalk_gives_the_order_of_seeding(count: int, sizes: tuple[int, int]) -> None:
    entrants = bots(count)
    plan, _ = play(form(sizes), entrants, chalk)
    place = {standing.name: standing.place for standing in plan.standings}
    assert all(place[better] <= place[worse] for better, worse in itertools.pairwise(entrants))
    assert entrants[0] in plan.stages[-1].tables[0].table.seats
    for stage, after in itertools.pairwise(plan.stages):
        stayed = len(after.byes) + sum(len(planned.table.seats) for planned in after.tables)
        assert {bot for planned in after.tables for bot in planned.table.seats} | set(after.byes) == set(
            entrants[:stayed]
        )
        assert stage.byes == tuple(entrants[: len(stage.byes)])


@pytest.mark.parametrize("count", range(2, 201))
def test_head_to_head_is_the_standard_bracket(count: int) -> None:
    entrants = bots(count)
    plan, _ = play(Elimination(table_size=2, advance=1), entrants, chalk)
    rounds = (count - 1).bit_length()
    assert len(plan.stages) == rounds
    assert sum(len(stage.tables) for stage in plan.stages) == count - 1
    assert plan.stages[0].byes == tuple(entrants[: 2**rounds - count])
    for stage in plan.stages:
        slots = 2 * (len(stage.tables) + len(stage.byes))
        for planned in stage.tables:
            first, second = (int(bot[1:]) for bot in planned.table.seats)
            assert first + second == slots + 1


@given(st.integers(2, 64), st.integers())
@settings(max_examples=25, deadline=None)
def test_head_to_head_keeps_the_bracket_whatever_happens(count: int, seed: int) -> None:
    """The winner of a pair takes over the better seed's line, so the best 2^r are apart until 2^r are left."""
    entrants = bots(count)
    plan, _ = play(Elimination(table_size=2, advance=1), entrants, at_random(seed, 1000))
    line = {bot: seed for seed, bot in enumerate(entrants, 1)}
    for stage in plan.stages:
        slots = 2 * (len(stage.tables) + len(stage.byes))
        for planned in stage.tables:
            lines = [line[bot] for bot in planned.table.seats]
            assert sum(lines) == slots + 1
            assert planned.advanced is not None
            line[planned.advanced[0]] = min(lines)


@settings(max_examples=25, deadline=None)
@given(FIELDS, st.integers(3, 8), st.integers(1, 7), st.integers())
def test_a_stage_is_drawn_anew_from_places_and_parts_those_who_met(
    count: int, table_size: int, advance: int, seed: int
) -> None:
    sizes = (table_size, min(advance, table_size - 1))
    entrants = bots(count)
    plan, _ = play(form(sizes), entrants, at_random(seed, 1000))
    for before, stage in itertools.pairwise(plan.stages):
        places = {bot: planned.places[bot] for planned in before.tables for bot in planned.advanced or ()}
        field = [*stage.byes, *(bot for planned in stage.tables for bot in planned.table.seats)]
        order = sorted(field, key=lambda bot: (places.get(bot, 1), entrants.index(bot)))
        assert stage.byes == tuple(order[: len(stage.byes)])
        pots = {bot: place // len(stage.tables) for place, bot in enumerate(order[len(stage.byes) :])}
        met = tables_of(before.tables)
        for planned in stage.tables:
            seats = planned.table.seats
            assert len({pots[bot] for bot in seats}) == len(seats)
            tables = [met[bot] for bot in seats if bot in met]
            share = -(-sizes[1] // len(stage.tables))
            assert all(tables.count(table) <= share for table in tables)


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 40), SIZES, st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(
    count: int, sizes: tuple[int, int], seed: int, shuffle: random.Random
) -> None:
    """Reported one at a time in any order, seats in any order, the plan ends in the same bytes."""
    entrants, elimination, totals = bots(count), form(sizes), at_random(seed, 3)
    whole, all_results = play(elimination, entrants, totals)
    results: dict[str, TableResult] = {}
    while (plan := elimination.plan(Entrants(entrants), results)).to_play:
        table = shuffle.choice(plan.to_play)
        scored = list(totals(table).items())
        shuffle.shuffle(scored)
        results[table.id] = TableResult(dict(scored))
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)
    assert results == all_results
    assert msgspec.json.encode(msgspec.json.decode(msgspec.json.encode(plan), type=Plan)) == msgspec.json.encode(whole)


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 60), SIZES, st.integers(), st.data())
def test_a_standing_once_given_never_changes(
    count: int, sizes: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    entrants, elimination, totals = bots(count), form(sizes), at_random(seed, 5)
    results: dict[str, TableResult] = {}
    known: dict[str, int] = {}
    while (plan := elimination.plan(Entrants(entrants), results)).to_play:
        for standing in plan.standings:
            assert known.setdefault(standing.name, standing.place) == standing.place
        known = {standing.name: standing.place for standing in plan.standings}
        for table in data.draw(st.lists(st.sampled_from(plan.to_play), min_size=1, unique=True)):
            results[table.id] = TableResult(totals(table))
    assert {standing.name: standing.place for standing in plan.standings}.items() >= known.items()


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 60), SIZES, st.integers(), st.data())
def test_taking_a_result_back_takes_back_only_what_followed(
    count: int, sizes: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    entrants, elimination, totals = bots(count), form(sizes), at_random(seed, 1000)
    _, results = play(elimination, entrants, totals)
    undone = data.draw(st.sampled_from(sorted(results)))
    del results[undone]
    plan = elimination.plan(Entrants(entrants), results)
    assert [table.id for table in plan.to_play] == [undone]
    stage = int(undone[1:].split("t")[0])
    assert [it.number for it in plan.stages] == list(range(1, stage + 1))


@given(st.integers(2, 60), SIZES)
def test_a_further_bottom_seed_never_gives_a_better_one_more_betters_at_its_table(
    count: int, sizes: tuple[int, int]
) -> None:
    """Where nobody rests; a rest that falls away with one more entrant does cost the one who had it."""

    def betters(entrants: int) -> dict[str, int]:
        [stage] = form(sizes).plan(Entrants(bots(entrants)), {}).stages
        assume(not stage.byes)
        return {bot: above for planned in stage.tables for above, bot in enumerate(planned.table.seats)}

    before, after = betters(count), betters(count + 1)
    assume(count > sizes[0])
    assert all(after[bot] <= above for bot, above in before.items())


def test_stage_numbers_can_start_where_another_format_ended() -> None:
    plan, _ = play(Elimination(), bots(8), chalk, first_stage=3)
    assert [stage.number for stage in plan.stages] == [3, 4]
    assert plan.stages[1].tables[0].table.id == "s4t1"


@pytest.mark.parametrize(
    ("field", "table_size", "titles"),
    [
        (8, 4, ["Round of 8 · 八强", "Final · 决赛"]),
        (16, 2, ["Round of 16 · 十六强", "Round of 8 · 八强", "Semi-finals · 半决赛", "Final · 决赛"]),
        (128, 8, ["Round of 128 · 128强", "Round of 16 · 十六强", "Final · 决赛"]),
        (40, 8, ["Round of 40 · 四十强", "Final · 决赛"]),
    ],
)
def test_titles(field: int, table_size: int, titles: list[str]) -> None:
    plan, _ = play(Elimination(table_size=table_size, advance=1), bots(field), chalk)
    assert [stage.title for stage in plan.stages] == titles


def test_a_field_of_one_is_refused() -> None:
    assert Elimination().refuses(1) == "bots: elimination needs at least 2, got 1"
    assert Elimination().refuses(2) is None


@pytest.mark.parametrize("count", range(2, 40))
def test_the_third_place_is_played_for_where_two_lose_a_semi_final(count: int) -> None:
    entrants = bots(count)
    plan, results = play(Elimination(table_size=2, advance=1, third_place=True), entrants, at_random(count, 10**9))
    check_ranking(plan, entrants)
    final = plan.stages[-1]
    assert len(results) == count - 1 + (count > 3)
    if count > 3:
        third = final.tables[1]
        assert third.table.id == f"s{final.number}t2"
        assert third.advanced is not None
        places = {standing.place: standing.name for standing in plan.standings[:4]}
        assert [places[1], places[3]] == [final.tables[0].advanced[0], third.advanced[0]]  # type: ignore[index]
        semi = [bot for planned in plan.stages[-2].tables for bot in planned.table.seats]
        assert sorted(places.values()) == sorted(semi)


def test_who_lost_a_semi_final_has_no_place_before_the_match_for_it() -> None:
    form, results = Elimination(table_size=2, advance=1, third_place=True), {}
    for table in form.plan(Entrants(bots(4)), {}).to_play:
        results[table.id] = TableResult(chalk(table))
    plan = form.plan(Entrants(bots(4)), results)
    assert plan.standings == ()
    assert [table.seats for table in plan.to_play] == [("b001", "b002"), ("b003", "b004")]


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 64), SIZES, st.integers(2, 6), st.integers())
def test_bots_of_one_author_are_drawn_apart(count: int, sizes: tuple[int, int], share: int, seed: int) -> None:
    """At the first stage no author has more bots at a table than it must; the bracket is whole as ever."""
    entrants = bots(count)
    names = [f"author-{number // share}" for number in range(count)]
    random.Random(seed).shuffle(names)
    authors = dict(zip(entrants, names, strict=True))
    plan, _ = play(form(sizes), entrants, at_random(seed, 1000), authors=authors)
    check_structure(plan, entrants, sizes)
    check_ranking(plan, entrants)
    first = plan.stages[0]
    if sizes[0] == 2 or first.byes:
        return
    for name in set(names):
        seats = [sum(authors[bot] == name for bot in planned.table.seats) for planned in first.tables]
        assert max(seats) <= -(-names.count(name) // len(first.tables))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 100), SIZES, st.integers(), st.data())
def test_it_stops_where_so_many_are_left_and_is_the_same_until_then(
    count: int, sizes: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    entrants, totals = bots(count), at_random(seed, 5)
    whole, _ = play(form(sizes), entrants, totals)
    fields = [len(stage.byes) + sum(len(it.table.seats) for it in stage.tables) for stage in whole.stages[1:]]
    assume(fields)
    left = data.draw(st.sampled_from(fields))
    stopping = msgspec.structs.replace(form(sizes), qualify=left)
    assert stopping.refuses(count) is None
    assert stopping.qualifiers(count) == left
    plan, _ = play(stopping, entrants, totals)
    assert plan.stages == whole.stages[: fields.index(left) + 1]
    after = whole.stages[len(plan.stages)]
    assert {it.name for it in plan.standings[:left]} == {
        *after.byes,
        *(bot for it in after.tables for bot in it.table.seats),
    }
    assert plan.standings[left:] == tuple(it for it in whole.standings if it.place > left)
    assert {(it.place, it.stage) for it in plan.standings[:left]} == {(1, plan.stages[-1].number)}
    places = {bot: it.places[bot] for it in plan.stages[-1].tables for bot in it.advanced or ()}
    order = [(places.get(it.name, 1), entrants.index(it.name)) for it in plan.standings[:left]]
    assert order == sorted(order)


@pytest.mark.parametrize(
    ("keys", "count", "message"),
    [
        (
            {"qualify": 8},
            20,
            "qualify: 8 are never left of 20 bots; after each stage before the final: 10, then 6, then 4",
        ),
        ({"qualify": 2}, 4, "qualify: 2 would be left, but 4 bots play the final at once"),
        ({"qualify": 8}, 8, "qualify: 8 are never left of 8 bots; after each stage before the final: 4"),
        ({"qualify": 8, "table_size": 2, "advance": 1}, 23, None),
    ],
)
def test_it_stops_only_at_a_number_that_is_reached(keys: dict[str, Any], count: int, message: str | None) -> None:
    assert Elimination(**keys).refuses(count) == message


def test_where_a_match_cannot_be_played_who_is_there_goes_on() -> None:
    void = TableResult({}, void=True, absent=("b001", "b004"))
    [planned] = Elimination().plan(Entrants(bots(4)), {"s1t1": void}).stages[0].tables
    assert planned.places == {"b002": 1, "b003": 2, "b001": 3, "b004": 4}


def test_a_bye_is_no_win_where_wins_break_a_tie() -> None:
    """Of seven the first seed rests; in its semi-final it is level with one that had to win its way there."""
    form = Elimination(table_size=2, advance=1, tie_breaks=("wins", "seeding"))
    plan = form.plan(Entrants(bots(7)), {})
    assert plan.stages[0].byes == ("b001",)
    results = {table.id: TableResult(chalk(table)) for table in plan.to_play}
    for table in form.plan(Entrants(bots(7)), results).to_play:
        results[table.id] = TableResult(dict.fromkeys(table.seats, 0))
    [semi] = [it for it in form.plan(Entrants(bots(7)), results).stages[1].tables if "b001" in it.table.seats]
    assert semi.advanced == ("b004",)
    assert [ruling.decided_by for ruling in semi.rulings] == ["wins"]


def test_a_tie_can_be_broken_by_what_was_won_on_the_way() -> None:
    """In the final all three are level; the first place goes to who won most water before."""
    elimination = Elimination(table_size=3, advance=1, tie_breaks=("water", "seeding"))
    results = {
        "s1t1": TableResult({"b001": 1, "b006": 0, "b007": -1}),
        "s1t2": TableResult({"b002": 4, "b005": -1, "b008": -3}),
        "s1t3": TableResult({"b003": 9, "b004": 0, "b009": -9}),
        "s2t1": TableResult({"b001": 0, "b002": 0, "b003": 0}),
    }
    plan = elimination.plan(Entrants(bots(9)), results)
    assert [standing.name for standing in plan.standings[:3]] == ["b003", "b002", "b001"]
    assert [ruling.decided_by for ruling in plan.stages[1].tables[0].rulings] == ["water"]
