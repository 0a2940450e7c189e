"""Round-robin schedules by number."""

import itertools
from collections import Counter

import pytest

from tournaments.formats.leagues.even_tables import even_tables
from tournaments.formats.leagues.schedule import Round, pairs
from tournaments.formats.shape import split


def meetings(rounds: tuple[Round, ...]) -> Counter[tuple[int, int]]:
    return Counter(pair for tables in rounds for table in tables for pair in itertools.combinations(sorted(table), 2))


@pytest.mark.parametrize("players", range(2, 61))
def test_every_pair_meets_once_and_every_round_is_a_perfect_matching(players: int) -> None:
    rounds = pairs(players)
    assert len(rounds) == players - 1 + players % 2
    for tables in rounds:
        seated = [player for table in tables for player in table]
        assert len(set(seated)) == len(seated) == players - players % 2
    assert meetings(rounds) == Counter(dict.fromkeys(itertools.combinations(range(players), 2), 1))


@pytest.mark.parametrize("players", range(2, 41))
@pytest.mark.parametrize("cycles", [1, 2, 3])
def test_everybody_is_first_as_often_as_second_or_once_more(players: int, cycles: int) -> None:
    rounds = pairs(players, cycles)
    first = Counter(table[0] for tables in rounds for table in tables)
    second = Counter(table[1] for tables in rounds for table in tables)
    assert all(abs(first[player] - second[player]) <= 1 for player in range(players))
    assert set(meetings(rounds).values()) == {cycles}


@pytest.mark.parametrize(("players", "size"), [(5, 3), (7, 4), (9, 3), (10, 4), (12, 4), (13, 5), (16, 4), (24, 8)])
def test_larger_tables_seat_everybody_in_every_round(players: int, size: int) -> None:
    for tables in even_tables(players, size, 6):
        assert sorted(player for table in tables for player in table) == list(range(players))
        assert sorted(map(len, tables), reverse=True) == list(split(players, size))


def test_nine_at_tables_of_three_meet_once_each_as_kirkman_found() -> None:
    assert set(meetings(even_tables(9, 3, 4)).values()) == {1}


@pytest.mark.parametrize(("players", "size"), [(8, 4), (12, 4), (16, 4), (10, 3), (20, 5)])
def test_at_larger_tables_all_meet_about_as_often(players: int, size: int) -> None:
    """Over three times as many rounds as one meeting each would need: nobody more than twice off the mean."""
    rounds = 3 * -(-(players - 1) // (size - 1))
    met = meetings(even_tables(players, size, rounds))
    mean = sum(met.values()) / (players * (players - 1) / 2)
    counts = [met[pair] for pair in itertools.combinations(range(players), 2)]
    assert mean - 2 <= min(counts)
    assert max(counts) <= mean + 2


@pytest.mark.parametrize(("players", "size", "squares"), [(40, 8, 1294), (60, 8, 2302), (100, 4, 5616), (100, 8, 6540)])
def test_large_fields_are_as_even_as_a_search_by_single_exchanges_made_them(
    players: int, size: int, squares: int
) -> None:
    """In the sum of squares of how often each pair has met."""
    met = meetings(even_tables(players, size, -(-(players - 1) // (size - 1))))
    assert sum(times**2 for times in met.values()) <= squares


def test_the_same_schedule_is_made_again() -> None:
    first = even_tables(14, 4, 5)
    even_tables.cache_clear()
    assert even_tables(14, 4, 5) == first
