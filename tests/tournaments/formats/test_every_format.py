"""What holds for every format and for chains of them, whatever the field, the results and their order."""

import itertools
import random

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, play, ranks_all
from tests.tournaments.formats.strategies import FIELDS, FORMATS
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, Plan, Table, TableResult


@settings(max_examples=80, deadline=None)
@given(FORMATS, FIELDS, st.integers(), st.sampled_from([1, 2, 10**9]))
def test_everybody_is_ranked_and_at_one_table_of_a_stage(form: Format, count: int, seed: int, spread: int) -> None:
    assume(form.refuses(count) is None)
    plan, results = play(form, bots(count), at_random(seed, spread))
    assert ranks_all(plan, bots(count))
    assert {standing.stage for standing in plan.standings} <= {stage.number for stage in plan.stages}
    for stage in plan.stages:
        busy = list(itertools.chain(stage.byes, *(it.table.seats for it in stage.tables)))
        assert len(set(busy)) == len(busy) or stage.title.startswith("Gauntlet")  # whose newcomer is at every table
        assert all(len(it.table.seats) >= 2 for it in stage.tables)
    tables = [table for stage in plan.stages for it in stage.tables for table in (it.table, *it.extra)]
    assert sorted(table.id for table in tables) == sorted(results)


@settings(max_examples=50, deadline=None)
@given(FORMATS, FIELDS, st.integers(), st.sampled_from([2, 10**9]), st.randoms(use_true_random=False))
def test_places_once_given_stay_and_the_order_of_reports_does_not_matter(
    form: Format, count: int, seed: int, spread: int, chance: random.Random
) -> None:
    assume(form.refuses(count) is None)
    totals = at_random(seed, spread)
    whole, _ = play(form, bots(count), totals)
    results: dict[str, TableResult] = {}
    known: dict[str, int] = {}
    while (plan := form.plan(Entrants(bots(count)), results)).to_play:
        places = {standing.name: standing.place for standing in plan.standings}
        assert known.items() <= places.items()
        known = places
        for table in chance.sample(plan.to_play, chance.randint(1, len(plan.to_play))):
            scored = list(totals(table).items())
            chance.shuffle(scored)
            results[table.id] = TableResult(dict(scored))
    assert known.items() <= {standing.name: standing.place for standing in plan.standings}.items()
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)
    assert msgspec.json.decode(msgspec.json.encode(plan), type=Plan) == plan


@settings(max_examples=50, deadline=None)
@given(FORMATS, FIELDS, st.integers(), st.randoms(use_true_random=False))
def test_what_is_taken_back_is_asked_for_again_and_leaves_what_was_before(
    form: Format, count: int, seed: int, chance: random.Random
) -> None:
    assume(form.refuses(count) is None)
    whole, results = play(form, bots(count), at_random(seed, 3))
    undone = chance.choice(sorted(results))
    plan = form.plan(Entrants(bots(count)), {match: it for match, it in results.items() if match != undone})
    assert undone in {table.id for table in plan.to_play}
    assert not plan.finished
    stage = int(undone[1:].split("t")[0])
    assert [(it.tables, it.byes) for it in plan.stages if it.number < stage] == [
        (it.tables, it.byes) for it in whole.stages if it.number < stage
    ]


@settings(max_examples=50, deadline=None)
@given(FORMATS, FIELDS, st.integers(), st.floats(0, 1))
def test_void_matches_and_absences_end_in_a_ranking_too(form: Format, count: int, seed: int, part: float) -> None:
    """A part of the bots leaves after its first table, and a part of the matches cannot be played."""
    assume(form.refuses(count) is None)
    chance = random.Random(seed)
    leaving = {bot for bot in bots(count) if chance.random() < part}
    seen: set[str] = set()
    results: dict[str, TableResult] = {}

    def result(table: Table) -> TableResult:
        absent = [bot for bot in table.seats if bot in leaving & seen]
        there = {bot: chance.randrange(3) for bot in table.seats if bot not in absent}
        seen.update(table.seats)
        if len(there) > 1 and chance.random() < part / 2:
            return TableResult({}, void=True, absent=tuple(absent))
        behind = {bot: -place for place, bot in enumerate(absent, start=1)}
        return TableResult(there | behind, absent=tuple(absent))

    while (plan := form.plan(Entrants(bots(count)), results)).to_play:
        results |= {table.id: result(table) for table in plan.to_play}
    assert plan.finished
    assert ranks_all(plan, bots(count))
    for planned in (it for stage in plan.stages for it in stage.tables):
        gone = results[planned.table.id].absent
        last_there = max((at for bot, at in planned.places.items() if bot not in gone), default=0)
        assert all(planned.places[bot] > last_there for bot in gone)
