"""A match's id names its table, its block and its attempt."""

import pytest

from tournaments.store.match_ids import match_of, table_of


@pytest.mark.parametrize(("match", "table"), [("s1t1", "s1t1"), ("s1t1x2+3#4", "s1t1x2"), ("s1t1#2", "s1t1")])
def test_a_match_names_its_table(match: str, table: str) -> None:
    assert table_of(match) == table


def test_matches_are_named_by_block_and_by_how_often_it_was_void() -> None:
    assert [match_of("t", block, voided) for block, voided in ((1, 0), (2, 0), (1, 1), (3, 2))] == [
        *("t", "t+2", "t#2", "t+3#3")
    ]
