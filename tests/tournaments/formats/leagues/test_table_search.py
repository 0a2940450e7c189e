"""Exchanges of two: what a descent leaves no exchange betters, and no shake makes dearer."""

import itertools
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats.leagues.lots import lots
from tournaments.formats.leagues.table_search import Costs, Seating, descend, seats_of, shake, total


def world(players: int, tables: int, seed: int, highest: int) -> tuple[Seating, Costs]:
    """Players dealt at random, and what each two cost."""
    draws = random.Random(seed)
    half = np.array([[draws.randint(0, highest) for _ in range(players)] for _ in range(players)])
    np.fill_diagonal(half, 0)
    return np.array(draws.sample(range(players), players)) % tables, half + half.T


WORLDS = st.tuples(st.integers(2, 24), st.integers(1, 6), st.integers(), st.sampled_from([1, 3, 10**9])).filter(
    lambda it: it[0] >= it[1]
)


@settings(max_examples=40, deadline=None)
@given(WORLDS)
def test_no_exchange_betters_what_a_descent_leaves(it: tuple[int, int, int, int]) -> None:
    at, cost = world(*it)
    sizes, before = sorted(map(len, seats_of(at, len(at)))), total(at, cost)
    descend(at, cost)
    after = total(at, cost)
    assert sorted(map(len, seats_of(at, len(at)))) == sizes
    assert after <= before
    for one, other in itertools.combinations(range(len(at)), 2):
        swapped = at.copy()
        swapped[[one, other]] = swapped[[other, one]]
        assert total(swapped, cost) >= after


@settings(max_examples=40, deadline=None)
@given(WORLDS, st.binary(max_size=8) | st.none())
def test_a_shake_never_makes_dearer_and_leaves_its_argument_alone(
    it: tuple[int, int, int, int], seed: bytes | None
) -> None:
    at, cost = world(*it)
    kept = at.copy()
    found = shake(at, cost, lots(seed))
    assert (at == kept).all()
    assert total(found, cost) <= total(at, cost)
    assert sorted(map(len, seats_of(found, len(at)))) == sorted(map(len, seats_of(at, len(at))))
    assert (found == shake(at, cost, lots(seed))).all()


def test_two_that_must_not_meet_are_parted() -> None:
    cost = np.zeros((4, 4), dtype=np.int64)
    cost[0, 1] = cost[1, 0] = cost[2, 3] = cost[3, 2] = 1
    at = np.array([0, 0, 1, 1])
    descend(at, cost)
    assert seats_of(at, len(at)) in {((0, 2), (1, 3)), ((0, 3), (1, 2))}
