"""Field sizes: for every field, table size and number that goes on, every stage is legal and the next is smaller."""

import itertools

import pytest

from tournaments.formats.shape import Shape, shape, split

TABLES = [(size, advance) for size in range(2, 9) for advance in range(1, size)]


def stages(field: int, table_size: int, advance: int) -> list[tuple[int, Shape]]:
    """Every stage's field and shape, down to the final."""
    found: list[tuple[int, Shape]] = []
    while not found or not found[-1][1].final:
        found.append((field, shape(field, table_size, advance)))
        field = found[-1][1].next_field
    return found


@pytest.mark.parametrize(("table_size", "advance"), TABLES)
def test_every_stage_is_legal_and_makes_progress(table_size: int, advance: int) -> None:
    for entrants in range(2, 201):
        for field, cut in stages(entrants, table_size, advance):
            assert cut.byes + sum(cut.sizes) == field
            assert cut.sizes[0] - cut.sizes[-1] <= 1
            assert cut.sizes[-1] >= 2
            assert cut.sizes[0] <= table_size
            assert cut.advance < cut.sizes[-1]
            assert len(cut.sizes) == -(-(field - cut.byes) // table_size)
            assert cut.next_field < field
            assert cut.final == (field <= table_size)
            assert field - cut.next_field == sum(size - cut.advance for size in cut.sizes)


@pytest.mark.parametrize(("table_size", "advance"), [it for it in TABLES if it[0] > 2])
def test_nobody_rests_without_need(table_size: int, advance: int) -> None:
    for field in range(table_size + 1, 201):
        cut = shape(field, table_size, advance)
        assert all(split(field - byes, table_size)[-1] <= advance for byes in range(cut.byes))


def test_head_to_head_rests_in_the_first_round_only_and_takes_log2_rounds() -> None:
    for entrants in range(2, 201):
        found = stages(entrants, 2, 1)
        rounds = (entrants - 1).bit_length()
        assert len(found) == rounds
        assert found[0][1].byes == 2**rounds - entrants
        assert all(cut.byes == 0 for _, cut in found[1:])


@pytest.mark.parametrize("power", range(2, 9))
def test_tables_of_four_with_two_advancing_halve_the_field(power: int) -> None:
    entrants = 2**power
    found = stages(entrants, 4, 2)
    assert len(found) == power - 1
    assert sum(len(cut.sizes) for _, cut in found) == entrants // 2 - 1


def test_rounds_stay_within_the_logarithmic_bound() -> None:
    """A field shrinks at least by the share that a full table loses, until few enough are left for one table."""
    for (table_size, advance), entrants in itertools.product(TABLES, range(2, 201)):
        found = stages(entrants, table_size, advance)
        for (field, cut), (after, _) in itertools.pairwise(found):
            seated = field - cut.byes
            assert after - cut.byes <= -(-seated * advance // (advance + 1)), (entrants, table_size, advance)
        assert len(found) <= 1 + entrants.bit_length() * (advance + 1)
