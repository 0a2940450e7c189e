"""Shapes and waits against a slow reading of the same clauses, and what holds of every hand."""

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.mahjong.shapes import fitting, shapes_of
from arena.mahjong.tiles import COPIES, HONOURS, KINDS, counts_of
from arena.mahjong.wins import Held, legal_shapes, waits

WALL = [kind for kind in range(len(KINDS)) for _ in range(COPIES)]
SETS = [(kind,) * 3 for kind in range(len(KINDS))]
SETS += [(kind, kind + 1, kind + 2) for kind in range(HONOURS) if kind % 9 < 7]


def hands(size: int) -> st.SearchStrategy[list[int]]:
    """Hands of some size; half of them near a win, which few are by chance."""
    chance = st.permutations(WALL).map(lambda wall: sorted(wall[:size]))
    near = st.tuples(
        st.lists(st.sampled_from(SETS), min_size=size // 3, max_size=size // 3), st.sampled_from(range(34))
    )
    built = near.map(lambda parts: [kind for each in parts[0] for kind in each] + [parts[1]])
    return chance | built.filter(lambda tiles: max(counts_of(tiles)) <= COPIES)


def is_shape(tiles: list[int]) -> bool:
    """Whether the tiles are a pair and sets, by trying every set."""
    if len(tiles) == 2:
        return tiles[0] == tiles[1]
    first = min(tiles)
    for each in SETS:
        if first in each:
            left = list(tiles)
            try:
                for kind in each:
                    left.remove(kind)
            except ValueError:
                continue
            if is_shape(left):
                return True
    if tiles.count(first) >= 2:
        left = list(tiles)
        left.remove(first)
        left.remove(first)
        return all_sets(left)
    return False


def all_sets(tiles: list[int]) -> bool:
    if not tiles:
        return True
    for each in SETS:
        if min(tiles) in each:
            left = list(tiles)
            try:
                for kind in each:
                    left.remove(kind)
            except ValueError:
                continue
            if all_sets(left):
                return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([1, 4, 7, 10]).flatmap(hands))
def test_the_kinds_that_fit_are_those_with_which_there_is_a_shape(tiles: list[int]) -> None:
    counts = counts_of(tiles)
    slowly = [kind for kind in range(len(KINDS)) if counts[kind] < COPIES and is_shape([*tiles, kind])]
    assert [kind for kind in fitting(counts) if counts[kind] < COPIES] == slowly


@settings(max_examples=100, deadline=None)
@given(hands(13))
def test_a_hand_waits_for_what_wins_it_and_for_nothing_else(tiles: list[int]) -> None:
    held = Held(tiles)
    before = list(held.counts)
    winning = [kind for kind in range(len(KINDS)) if held.held[kind] < COPIES and legal_shapes(held, kind)[0] == 5]
    assert waits(held) == winning
    assert held.counts == before
    for kind in winning:
        _, shapes = legal_shapes(held, kind)
        for shape in shapes:
            again = [shape.pair] * 2
            for lowest, triplet in shape.sets:
                again += [lowest] * 3 if triplet else [lowest, lowest + 1, lowest + 2]
            assert sorted(again) == sorted([*tiles, kind])


def test_every_way_of_a_suit_is_found_once() -> None:
    counts = counts_of([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3])
    shapes = list(shapes_of(counts))
    assert len(shapes) == len(set(shapes)) == 3
