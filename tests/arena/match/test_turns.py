"""A game of turns, windows and secrets on the match machine."""

from typing import Any

import msgspec

from arena.match.events import Gone, Tick
from protocol.messages import Decide
from tests.arena.match.claim_game import ClaimGame
from tests.arena.match.scripted import Table


def table(**settings: Any) -> Table:
    """Three seats that have said hello; seat 0 deals the first round."""
    dealt = Table(game=ClaimGame(), **settings)
    dealt.hello_all(games=["claim"])
    return dealt


def test_only_seats_with_a_choice_are_asked_and_each_sees_its_own_events() -> None:
    turns = table()
    assert [len(turns.decides(seat)) for seat in range(3)] == [1, 0, 0]
    turns.answer(0, 4)
    assert [turns.asked(seat).kind for seat in (1, 2)] == ["claim", "claim"]
    assert turns.asked(1).legal == [0, 5, 6, 7, 8, 9]
    assert [event["type"] for event in turns.events(1)] == ["draw", "show"]
    assert "drawn" in turns.events(0)[0]
    assert "drawn" not in turns.events(1)[0]
    assert "drawn" not in turns.asked(1).items[0]


def test_a_window_closes_as_soon_as_no_open_answer_counts() -> None:
    turns = table()
    turns.answer(0, 4)
    late = turns.asked(2).request
    turns.answer(1, 7)
    assert turns.asked(1).kind == "show", "seat 1 won and deals"
    turns.answer(2, 9, request=late)
    turns.answer(1, 1)
    for seat in (2, 0):
        turns.answer(seat, 0)
    turns.answer(1, 0)
    turns.answer(2, 5)
    result = turns.finish()
    assert result.strikes == []
    assert result.stale == [0, 0, 0], "an answer to a window that closed without it is not stale"
    assert [played.water for played in result.legs[0].rounds] == [[-1, 1, 0], [0, 0, 0], [0, -1, 1]]
    assert ClaimGame().unpack(result.legs[0].rounds[0].seats[2].action) == [None]


def test_the_clock_of_who_was_thinking_when_the_window_closed_begins_when_he_is_free() -> None:
    turns = table(decision_ms=1000)
    turns.answer(0, 4)
    late = turns.asked(2).request
    turns.answer(1, 7, after=0.1)
    turns.answer(1, 1, after=0.1)
    assert turns.asked(2).request != late
    turns.answer(0, 0, after=0.1)
    turns.now += 1.6
    turns.tell(Tick())
    assert turns.asked(2).kind == "claim", (
        "his time for the closed window is over after 1.05 s, then comes another 1.05 s"
    )
    turns.answer(2, 0)
    turns.answer(1, 1)
    turns.answer(0, 0)
    turns.answer(2, 0)
    assert turns.finish().strikes == []


def test_he_is_free_when_his_answer_to_the_closed_window_comes() -> None:
    turns = table(decision_ms=1000)
    turns.answer(0, 4)
    late = turns.asked(2).request
    turns.answer(1, 7, after=0.1)
    turns.answer(1, 1, after=0.1)
    turns.answer(2, 0, request=late, after=0.1)
    turns.now += 1.2
    turns.tell(Tick())
    turns.answer(0, 0)
    turns.answer(1, 1)
    turns.answer(0, 0)
    turns.answer(2, 0)
    assert turns.codes(2) == ["no-answer"]


def test_the_length_of_a_window_hides_who_had_a_choice() -> None:
    turns = table(window_floor_ms=300)
    turns.answer(0, 8)
    turns.answer(1, 0, after=0.1)
    turns.answer(2, 0, after=0.1)
    assert len(turns.decides(0)) == 1
    assert turns.match.due <= turns.now + 0.1001
    turns.tell(Tick(), after=0.11)
    assert len(turns.decides(0)) == 2


def test_a_window_in_which_nobody_has_a_choice_lasts_as_long() -> None:
    turns = table(window_floor_ms=300)
    turns.answer(0, 9)
    assert [len(turns.decides(seat)) for seat in range(3)] == [1, 0, 0]
    turns.tell(Tick(), after=0.2)
    assert len(turns.decides(0)) == 1
    assert turns.match.due <= turns.now + 0.1001
    turns.tell(Tick(), after=0.11)
    assert len(turns.decides(0)) == 2
    turns.answer(0, 9)
    turns.tell(Tick(), after=0.31)
    turns.answer(0, 9)
    turns.tell(Tick(), after=0.31)
    assert [played.water for played in turns.finish().legs[0].rounds] == [[0, 0, 0]] * 3


def test_a_seat_that_learns_nothing_of_the_end_is_told_the_head_of_the_chain() -> None:
    turns = table(rounds=1)
    turns.answer(0, 9)
    heads = [turns.events(seat)[-1]["head"] for seat in (0, 1, 2)]
    assert turns.events(2)[-1] == {"type": "head", "head": heads[0]}
    assert heads == [turns.finish().legs[0].head] * 3


def test_a_seat_whose_bot_is_gone_takes_the_escape_and_the_others_play_on() -> None:
    turns = table(restarts=0)
    turns.tell(Gone(0, "exited", "status 1", 0))
    for _ in range(3):
        turns.answer(1, 0)
        turns.answer(2, 0)
    result = turns.finish()
    assert result.states == ["exited", "playing", "playing"]
    assert [played.seats[0].code for played in result.legs[0].rounds] == ["exited"] * 3


def test_a_duplicate_match_settles_the_seatings_that_were_played() -> None:
    turns = table(duplicate=True, rounds=1)
    for leg in range(3):
        if leg:
            turns.hello_all(games=["claim"])
        turns.answer(1, 4)
        turns.answer(2, 5)
    result = turns.finish()
    assert result.seatings == 3
    assert result.sampled == [leg.seating for leg in result.legs]
    assert result.deals == [[0, 0, 0]], "every bot was dealer once and nearest once"


def test_batches_are_of_one() -> None:
    turns = table(batch=8)
    assert len(msgspec.structs.asdict(turns.asked(0))["items"]) == 1
    assert isinstance(turns.asked(0), Decide)


def test_who_looks_on_sees_a_deal_when_its_last_leg_is_played_and_not_before() -> None:
    turns = table(duplicate=True, rounds=2)
    for leg in range(3):
        if leg:
            turns.hello_all(games=["claim"])
        turns.answer(1, 4)
        turns.answer(2, 5)
        shown = turns.match.shown()
        assert [(each.leg, each.round) for each in shown] == ([(0, 1), (1, 1), (2, 1)] if leg == 2 else [])
        assert all([event["type"] for event in each.events] == ["draw", "show", "settled"] for each in shown)
        assert "drawn" not in str(shown)
        turns.answer(2, 4)
        turns.answer(0, 5)
