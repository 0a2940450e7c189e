"""Swiss: no rematch that can be avoided, one bye each, floats as short as can be."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.entrants import Entrants
from tournaments.formats.leagues.pairing import REST, pair
from tournaments.formats.leagues.swiss import Swiss


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 24), st.integers(), st.sampled_from([2, 1000]))
def test_everybody_is_paired_or_rests_and_nobody_meets_twice(count: int, seed: int, spread: int) -> None:
    plan, _ = play(Swiss(), bots(count), at_random(seed, spread))
    rounds = [stage for stage in plan.stages if stage.title.startswith("Round")]
    assert len(rounds) == (count - 1).bit_length()
    met = [frozenset(planned.table.seats) for stage in rounds for planned in stage.tables]
    assert len(set(met)) == len(met)
    rested = [bot for stage in rounds for bot in stage.byes]
    assert len(set(rested)) == len(rested) == (len(rounds) if count % 2 else 0)
    for stage in rounds:
        seated = [bot for planned in stage.tables for bot in planned.table.seats]
        assert sorted([*seated, *stage.byes]) == bots(count)


def matchings(players: list[int]) -> list[list[tuple[int, int]]]:
    """All ways to pair an even number of players."""
    if not players:
        return [[]]
    first, *rest = players
    return [[(first, other), *others] for other in rest for others in matchings([it for it in rest if it != other])]


@pytest.mark.parametrize("count", [4, 6, 8])
def test_a_rematch_is_drawn_only_where_no_pairing_is_without_one(count: int) -> None:
    """To the last round that is possible: a greedy draw repeats a pair although the field can be paired without."""
    for seed in range(5):
        plan, _ = play(Swiss(rounds=count - 1), bots(count), at_random(seed, 1000))
        met: set[tuple[int, int]] = set()
        for stage in plan.stages[: count - 1]:
            drawn = {(int(one[1:]) - 1, int(other[1:]) - 1) for one, other in (it.table.seats for it in stage.tables)}
            fewest = min(len(met & set(pairing)) for pairing in matchings(list(range(count))))
            assert len(met & drawn) == fewest
            met |= drawn


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([2, 4, 6, 8]), st.data())
def test_rematches_and_then_floats_are_the_fewest_of_all_pairings(count: int, data: st.DataObject) -> None:
    points = tuple(sorted(data.draw(st.lists(st.integers(0, 6), min_size=count, max_size=count)), reverse=True))
    all_pairs = list(itertools.combinations(range(count), 2))
    met = frozenset(data.draw(st.sets(st.sampled_from(all_pairs))))

    def price(pairing: list[tuple[int, int]]) -> tuple[int, int]:
        return sum(edge in met for edge in pairing), sum(points[one] - points[other] for one, other in pairing)

    assert price(list(pair(points, met, frozenset()))) == min(map(price, matchings(list(range(count)))))


@given(st.integers(1, 5).map(lambda half: 2 * half + 1), st.data())
def test_the_last_who_has_not_rested_rests(count: int, data: st.DataObject) -> None:
    rested = frozenset(data.draw(st.sets(st.integers(0, count - 1), max_size=count - 1)))
    found = pair(tuple(range(count, 0, -1)), frozenset(), rested)
    assert [other for one, other in found if one == REST] == [max(set(range(count)) - rested)]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 16), st.integers(), st.data())
def test_who_has_left_is_in_no_round_drawn_later_and_all_others_are(count: int, seed: int, data: st.DataObject) -> None:
    left = data.draw(st.dictionaries(st.sampled_from(bots(count)), st.integers(0, 4)))
    plan, _ = play(Swiss(), bots(count), at_random(seed, 1000), left=left)
    rounds = [stage for stage in plan.stages if stage.title.startswith("Round")]
    met: Counter[frozenset[str]] = Counter()
    for stage in rounds:
        there = [bot for bot in bots(count) if left.get(bot, stage.number) >= stage.number]
        pairs = [planned.table.seats for planned in stage.tables]
        assert sorted([*itertools.chain(*pairs), *stage.byes]) == (there if len(there) > 1 else bots(count))
        met.update(map(frozenset, pairs))
    last = rounds[-1].number
    assert last == (count - 1).bit_length() or sum(left.get(bot, last + 1) > last for bot in bots(count)) < 2
    assert sorted(standing.name for standing in plan.standings) == bots(count)
    if 2 * len(rounds) <= count - len(left):  # Dirac: then there is always a pairing without a rematch
        assert max(met.values()) == 1


@settings(max_examples=12, deadline=None)
@given(st.integers(3, 16), st.integers(2, 4), st.integers(), st.data())
def test_who_leaves_changes_no_round_that_was_drawn(count: int, size: int, seed: int, data: st.DataObject) -> None:
    stage = data.draw(st.integers(1, (count - 1).bit_length()))
    gone = data.draw(st.lists(st.sampled_from(bots(count)), min_size=1, unique=True))
    whole, _ = play(Swiss(table_size=size), bots(count), at_random(seed, 1000))
    after, _ = play(Swiss(table_size=size), bots(count), at_random(seed, 1000), left=dict.fromkeys(gone, stage))
    drawn = [[(it.tables, it.byes) for it in plan.stages[:stage]] for plan in (after, whole)]
    assert drawn[0] == drawn[1]
    if stage == (count - 1).bit_length():  # all were drawn before: who is there is in the same order, before the others
        order = [it.name for it in whole.standings]
        assert [it.name for it in after.standings] == sorted(order, key=lambda bot: bot in gone)


def test_who_must_rest_twice_gets_both_points() -> None:
    """Three are left after round 1 of five: each of the others rests once before one does so again."""
    gone = {f"b{number:03d}": 1 for number in range(4, 21)}
    plan, results = play(Swiss(), bots(20), chalk, left=gone)
    rests = Counter(bot for stage in plan.stages for bot in stage.byes)
    assert sorted(rests.values()) == [1, 1, 2]
    won = Counter(max(it.totals, key=it.totals.__getitem__) for it in results.values())
    points = {bot: won[bot] + rests[bot] for bot in bots(3)}
    assert [it.name for it in plan.standings[:3]] == sorted(points, key=lambda bot: (-points[bot], bot))


@pytest.mark.parametrize("size", [2, 4])
def test_bots_of_one_author_do_not_meet_in_the_first_round(size: int) -> None:
    authors = {"b001": "ann", "b005": "ann", "b009": "ann", "b002": "bob", "b010": "bob"}
    first = Swiss(table_size=size).plan(Entrants(bots(16), authors=authors), {}).stages[0]
    for it in first.tables:
        named = [authors[bot] for bot in it.table.seats if bot in authors]
        assert len(set(named)) == len(named)
    assert Swiss().plan(Entrants(bots(16)), {}).stages[0].tables[0].table.seats == ("b001", "b009")


def test_equals_are_paired_upper_half_against_lower() -> None:
    assert pair((0,) * 8, frozenset(), frozenset()) == ((0, 4), (1, 5), (2, 6), (3, 7))


def test_a_large_field_is_drawn_from_the_cheapest_partners() -> None:
    points = tuple(sorted((number % 7 for number in range(120)), reverse=True))
    met = frozenset((one, one + 9) for one in range(110))
    found = pair(points, met, frozenset())
    assert sorted(player for edge in found for player in edge) == list(range(120))
    assert not met & set(found)
    odd_groups = sum(points.count(value) % 2 for value in range(7))
    assert sum(points[one] - points[other] for one, other in found) <= odd_groups


def test_chalk_is_won_by_the_first_seed_and_a_round_waits_for_the_last() -> None:
    plan, _ = play(Swiss(), bots(16), chalk)
    assert plan.standings[0].name == "b001"
    assert [standing.place for standing in plan.standings] == list(range(1, 17))
    assert [stage.number for stage in Swiss().plan(Entrants(bots(16), first_stage=4), {}).stages] == [4]


@pytest.mark.parametrize(
    ("form", "count", "message"),
    [
        (Swiss(rounds=8), 8, "rounds: 8 bots can play at most 7 rounds without a rematch, got 8"),
        (Swiss(advance=8), 8, "advance: 8 would go on, but there are only 8 bots"),
        (Swiss(), 1, "bots: swiss needs at least 2, got 1"),
    ],
)
def test_impossible_fields_are_refused(form: Swiss, count: int, message: str) -> None:
    assert form.refuses(count) == message
