"""Swiss at tables of three to eight: everybody sits, few meet again, points at a table differ little."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tournaments.formats.entrants import Entrants
from tournaments.formats.leagues.schedule import Round
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.leagues.swiss_tables import gather
from tournaments.formats.plan import Plan, Stage, TableResult
from tournaments.formats.shape import split

FIELDS = st.tuples(st.one_of(st.integers(2, 20), st.integers(2, 70)), st.integers(3, 8))
SMALL = st.tuples(st.integers(2, 20), st.integers(3, 8))


def rounds_of(plan: Plan) -> list[Stage]:
    return [stage for stage in plan.stages if stage.title.startswith("Round")]


@settings(max_examples=15, deadline=None)
@given(FIELDS, st.integers(), st.sampled_from([2, 1000]))
def test_everybody_sits_at_one_legal_table_in_every_round(field: tuple[int, int], seed: int, spread: int) -> None:
    count, size = field
    plan, _ = play(Swiss(table_size=size), bots(count), at_random(seed, spread))
    assert len(rounds_of(plan)) == (count - 1).bit_length()
    for stage in rounds_of(plan):
        tables = [planned.table.seats for planned in stage.tables]
        assert sorted(itertools.chain(*tables)) == bots(count)
        assert sorted(map(len, tables), reverse=True) == list(split(count, size))
        assert stage.byes == ()
    assert sorted(standing.place for standing in plan.standings) == list(range(1, count + 1))


@pytest.mark.parametrize("size", [4, 8])
def test_two_hundred_are_seated_without_a_rematch(size: int) -> None:
    plan, _ = play(Swiss(table_size=size), bots(200), at_random(size, 1000))
    met = Counter(
        pair
        for stage in rounds_of(plan)
        for it in stage.tables
        for pair in itertools.combinations(sorted(it.table.seats), 2)
    )
    assert set(met.values()) == {1}


@given(st.integers(2, 200), st.integers(3, 8))
@settings(max_examples=60, deadline=None)
def test_the_first_round_is_dealt_in_pots(count: int, size: int) -> None:
    tables = gather((0,) * count, (), size)
    pots = [{player // len(tables) for player in seats} for seats in tables]
    assert all(len(pot) == len(seats) for pot, seats in zip(pots, tables, strict=True))
    assert sorted(map(len, tables), reverse=True) == list(split(count, size))


def seatings(players: list[str], sizes: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    """All ways to seat the players at tables of those sizes."""
    if not players:
        yield []
        return
    first, *rest = players
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for mates in itertools.combinations(rest, size - 1):
            for others in seatings([it for it in rest if it not in mates], left):
                yield [(first, *mates), *others]


def price(tables: Sequence[Sequence[str]], met: Counter[frozenset[str]], points: Counter[str]) -> tuple[int, int]:
    """Former meetings at the tables, and the sum of differences in points."""
    pairs = [pair for seats in tables for pair in itertools.combinations(seats, 2)]
    return sum(met[frozenset(pair)] for pair in pairs), sum(abs(points[one] - points[other]) for one, other in pairs)


@pytest.mark.parametrize(("count", "size"), [(6, 3), (7, 3), (8, 3), (7, 4), (8, 4), (9, 4), (10, 5)])
def test_rematches_and_then_floats_are_the_fewest_of_all_seatings(count: int, size: int) -> None:
    """As many rounds as there are opponents, so that rematches cannot be avoided."""
    all_seatings = list(seatings(bots(count), split(count, size)))
    for seed in range(2):
        plan, results = play(Swiss(table_size=size, rounds=count - 1), bots(count), at_random(seed, 1000))
        points: Counter[str] = Counter()
        met: Counter[frozenset[str]] = Counter()
        for stage in rounds_of(plan):
            drawn = [it.table.seats for it in stage.tables]
            assert price(drawn, met, points) == min(price(it, met, points) for it in all_seatings)
            for it in stage.tables:
                met.update(map(frozenset, itertools.combinations(it.table.seats, 2)))
                won = results[it.table.id].totals
                for bot, other in itertools.permutations(won, 2):
                    points[bot] += (1 + (won[bot] > won[other]) - (won[bot] < won[other])) * 12 // (len(won) - 1)


def test_who_has_met_twice_is_kept_apart_before_who_has_met_once() -> None:
    """Of four who must sit two and two, three pairs have met: the one that did so twice is parted."""
    twice: tuple[Round, ...] = (((0, 1),), ((0, 1),), ((2, 3),), ((0, 2),), ((1, 3),), ((0, 3),), ((1, 2),))
    assert gather((0,) * 4, twice, 3) != ((0, 1), (2, 3))


def test_a_float_is_the_nearest() -> None:
    """Groups of three, three and two at tables of four: one comes up from the second group, none jumps over it."""
    assert gather((9, 9, 9, 5, 5, 5, 1, 1), (), 4) == ((0, 1, 2, 3), (4, 5, 6, 7))


@settings(max_examples=12, deadline=None)
@given(SMALL, st.integers(), st.data())
def test_who_has_left_is_in_no_round_drawn_later(field: tuple[int, int], seed: int, data: st.DataObject) -> None:
    count, size = field
    left = data.draw(st.dictionaries(st.sampled_from(bots(count)), st.integers(0, 4)))
    plan, _ = play(Swiss(table_size=size), bots(count), at_random(seed, 1000), left=left)
    for stage in rounds_of(plan):
        there = [bot for bot in bots(count) if left.get(bot, stage.number) >= stage.number]
        field_now = there if len(there) > 1 else bots(count)
        tables = [planned.table.seats for planned in stage.tables]
        assert sorted(itertools.chain(*tables)) == field_now
        assert sorted(map(len, tables), reverse=True) == list(split(len(field_now), size))


@settings(max_examples=10, deadline=None)
@given(SMALL, st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_reports_does_not_matter(field: tuple[int, int], seed: int, shuffle: random.Random) -> None:
    count, size = field
    form, totals = Swiss(table_size=size), at_random(seed, 3)
    whole, _ = play(form, bots(count), totals)
    results: dict[str, TableResult] = {}
    gather.cache_clear()
    while (plan := form.plan(Entrants(bots(count)), results)).to_play:
        table = shuffle.choice(plan.to_play)
        scored = sorted(totals(table).items(), key=lambda _: shuffle.random())
        results[table.id] = TableResult(dict(scored))
    assert msgspec.json.encode(plan) == msgspec.json.encode(whole)


@pytest.mark.parametrize(("count", "size"), [(16, 4), (13, 4), (24, 8)])
def test_chalk_is_won_by_the_first_seed(count: int, size: int) -> None:
    plan, _ = play(Swiss(table_size=size), bots(count), chalk)
    assert plan.standings[0].name == "b001"


def test_impossible_fields_are_refused() -> None:
    assert Swiss(table_size=4, rounds=8).refuses(8) == "rounds: 8 bots can play at most 7 rounds, got 8"
    assert Swiss(table_size=4, rounds=7).refuses(8) is None
