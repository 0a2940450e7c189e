"""Online table Elo: what holds for one table and for a replay."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings.online import expected, replay, update

TABLES = st.integers(2, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.floats(500, 2500), min_size=n, max_size=n), st.lists(st.integers(-3, 3), min_size=n, max_size=n)
    )
)


@given(TABLES, st.floats(1, 64))
def test_a_table_sums_to_zero_and_moves_nobody_by_more_than_k(table: tuple[list[float], list[int]], k: float) -> None:
    ratings, scores = table
    moves = [after - before for before, after in zip(ratings, update(ratings, scores, k), strict=True)]
    assert sum(moves) == pytest.approx(0, abs=1e-9)
    assert all(abs(move) <= k + 1e-9 for move in moves)


@given(TABLES, st.randoms(use_true_random=False))
def test_seats_do_not_matter(table: tuple[list[float], list[int]], shuffle) -> None:  # type: ignore[no-untyped-def]
    ratings, scores = table
    order = list(range(len(ratings)))
    shuffle.shuffle(order)
    seated = update([ratings[i] for i in order], [scores[i] for i in order])
    assert seated == pytest.approx([update(ratings, scores)[i] for i in order])


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=8))
def test_equals_are_moved_in_the_order_of_their_scores(scores: list[int]) -> None:
    moved = update([1500.0] * len(scores), scores)
    for (rating, score), (other, its_score) in itertools.combinations(zip(moved, scores, strict=True), 2):
        if score == its_score:
            assert rating == pytest.approx(other)
        else:
            assert (rating > other) == (score > its_score)


def test_two_at_a_table_is_ordinary_elo() -> None:
    assert expected(1600, 1200) == pytest.approx(10 / 11)
    assert update([1600, 1200], [0, 1], k=22) == pytest.approx([1600 - 20, 1200 + 20])
    assert update([1600, 1200], [1, 1], k=22) == pytest.approx([1600 - 9, 1200 + 9])


def test_a_replay_takes_each_table_from_where_the_last_one_left() -> None:
    first = update([1500, 1600], [5, -5])
    second = update([first[1], 1500], [1, 0])
    assert replay([(("a", "b"), (5, -5)), (("b", "c"), (1, 0))], {"b": 1600}) == pytest.approx(
        {"a": first[0], "b": second[0], "c": second[1]}
    )
