"""Recorded rounds of a game of several turns played again."""

from typing import Any

import msgspec
import pytest

from arena.match.replaying import replayed
from arena.records.round_log import PlayedRound
from tests.arena.match.claim_game import ClaimGame
from tests.arena.match.scripted import Table


@pytest.fixture(scope="module")
def record() -> list[PlayedRound]:
    """Three rounds, each of which begins with how the one before it ended."""
    turns = Table(game=ClaimGame())
    turns.hello_all(games=["claim"])
    turns.answer(0, 4)
    turns.answer(1, 7)
    for _ in range(2):
        turns.answer(1, 3)
        turns.answer(2, 0)
        turns.answer(0, 0)
    (leg,) = turns.finish().legs
    return list(leg.rounds)


def test_the_record_leads_to_the_same_end(record: list[PlayedRound]) -> None:
    again = list(replayed(ClaimGame(), b"seed", record, 3, duplicate=False))
    assert [list(each.over.water()) for each in again] == [played.water for played in record]
    assert [[sorted(step.actions) for step in each.steps] for each in again] == [
        [[0], [1]],
        [[1], [0, 2]],
        [[1], [0, 2]],
    ]


@pytest.mark.parametrize(
    ("seat", "actions", "words"),
    [
        (0, [4, 4], "seat 0 has done more than it was asked for"),
        (1, [], "seat 1 has done less than it was asked for"),
        (1, [None], "a seat did nothing where its decision counted"),
    ],
)
def test_a_record_of_other_than_was_asked_is_refused(
    record: list[PlayedRound], seat: int, actions: list[Any], words: str
) -> None:
    first = msgspec.structs.replace(record[0], seats=list(record[0].seats))
    first.seats[seat] = msgspec.structs.replace(first.seats[seat], action=ClaimGame().pack(actions))
    with pytest.raises(ValueError, match=words):
        list(replayed(ClaimGame(), b"seed", [first], 3, duplicate=False))
