"""What the match machine makes of late, wrong and unasked answers, driven by hand."""

from typing import Any

import pytest

from arena.match.events import Faulted, Lagged
from protocol.messages import Bye
from tests.arena.match.scripted import Table
from tests.arena.match.toy_game import ToyGame


def test_a_late_answer_is_dropped_and_tells_by_how_much() -> None:
    table = Table(decision_ms=1000, grace_ms=50)
    table.hello_all()
    first = table.asked(0)
    table.answer(1, 5)
    table.answer(2, 3)
    table.expire()
    assert table.asked(0).request != first.request
    table.answer(0, 9, after=0.199, request=first.request)
    for _ in range(2):
        table.round(1, 5, 3)
    result = table.finish()
    (strike,) = result.strikes
    assert (strike.code, strike.late_ms, strike.request) == ("late", 200, first.request)
    assert result.legs[0].rounds[0].seats[0].code == "late"
    assert ToyGame().unpack(result.legs[0].rounds[0].seats[0].action) == [0]
    assert result.stale == [0, 0, 0]
    told = [event for event in table.events(0) if event["type"] == "strike"]
    assert [(event["code"], event["late_ms"]) for event in told] == [("late", None)]


def test_an_answer_read_after_its_deadline_is_late_even_before_a_tick() -> None:
    table = Table(decision_ms=1000, grace_ms=50)
    table.hello_all()
    table.answer(0, 9, after=1.06)
    table.answer(1, 5, after=-1.06)
    table.answer(2, 3)
    for _ in range(2):
        table.round(1, 5, 3)
    (strike,) = table.finish().strikes
    assert (strike.code, strike.late_ms) == ("late", 10)


def test_the_grace_forgives_and_the_bank_is_spent_first() -> None:
    table = Table(decision_ms=1000, grace_ms=50, bank_ms=500, rounds=2)
    table.hello_all()
    table.answer(0, 9, after=1.3)
    table.answer(1, 5, after=-1.3)
    table.answer(2, 3)
    assert table.asked(0).bank_ms == pytest.approx(200, abs=1)
    assert table.asked(1).bank_ms == 500
    table.answer(0, 9, after=1.249)
    table.answer(1, 5, after=-1.249)
    table.answer(2, 3)
    assert table.finish().strikes == []


def test_a_clock_that_never_started_runs_for_nobody() -> None:
    table = Table(rounds=1)
    table.hello_all()
    table.match.handed(0, float("inf"))
    table.round(1, 5, 3)
    assert table.finish().strikes == []
    assert table.finish().legs[0].rounds[0].seats[0].micros == 0


def test_an_answer_that_never_comes_is_no_answer_in_strike_and_record() -> None:
    table = Table()
    table.hello_all()
    table.answer(1, 5)
    table.answer(2, 3)
    table.expire()
    for _ in range(2):
        table.round(1, 5, 3)
    assert table.codes(0) == ["no-answer"]
    assert table.finish().legs[0].rounds[0].seats[0].code == "no-answer"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"request": 77}, 'an answer came with "request" 77; the open decide has {open}'),
        ({"match": "another"}, 'an answer came with another "match" than the open decide has'),
    ],
)
def test_what_was_wrong_with_the_answer_that_came_instead_is_told(wrong: dict[str, Any], words: str) -> None:
    table = Table()
    table.hello_all()
    asked = table.asked(0).request
    table.answer(0, 5, **wrong)
    table.answer(1, 5)
    table.answer(2, 3)
    table.expire()
    for _ in range(2):
        table.round(1, 5, 3)
    (strike,) = table.finish().strikes
    assert (strike.code, strike.request) == ("no-answer", asked)
    assert strike.message.endswith("; " + words.format(open=asked))
    assert table.finish().stale == [1, 0, 0]


def test_an_overrun_while_the_referee_lagged_is_void_and_asked_again_once() -> None:
    table = Table(decision_ms=1000, grace_ms=50, rounds=1)
    table.hello_all()
    first = table.asked(0)
    table.answer(1, 5)
    table.answer(2, 3)
    table.tell(Lagged(60_000, culprit=None))
    table.expire()
    again = table.asked(0)
    assert again.request != first.request
    assert again.items == first.items
    table.answer(0, 8, request=first.request)
    table.tell(Lagged(60_000, culprit=None))
    table.expire()
    result = table.finish()
    assert [strike.code for strike in result.strikes] == ["no-answer"]
    assert result.legs[0].voided == 1
    assert result.legs[0].worst_lag_us == 60_000
    assert result.stale[0] == 0


def test_a_lag_of_its_own_making_excuses_nobody() -> None:
    table = Table(rounds=1)
    table.hello_all()
    table.tell(Lagged(60_000, culprit=0))
    table.answer(1, 5)
    table.answer(2, 3)
    table.expire()
    assert table.codes(0) == ["no-answer"]


def test_an_illegal_action_is_a_strike_and_forfeits_that_round_only() -> None:
    table = Table()
    table.hello_all()
    table.round(99, 5, 3)
    table.round(9, 5, 3)
    table.round(9, 5, 3)
    result = table.finish()
    (strike,) = result.strikes
    assert (strike.code, strike.round) == ("illegal", 1)
    assert "expected a bid from 0 to 9, got 99" in strike.message
    assert [played.seats[0].code for played in result.legs[0].rounds] == ["illegal", "", ""]
    assert ToyGame().unpack(result.legs[0].rounds[0].seats[0].action) == [-1]


def test_null_takes_the_default_without_a_strike() -> None:
    table = Table(rounds=1)
    table.hello_all()
    table.answer(0, None)
    table.answer(1, 5)
    table.answer(2, 3)
    assert table.finish().strikes == []
    assert ToyGame().unpack(table.finish().legs[0].rounds[0].seats[0].action) == [0]


def test_everybody_is_told_of_a_stand_in() -> None:
    table = Table(rounds=2, on_late="stand-in")
    table.hello_all()
    table.answer(1, 5)
    table.answer(2, 3)
    table.expire()
    table.round(1, 5, 3)
    assert {"type": "seat", "seat": 0, "state": "stand-in"} in table.events(2)
    assert table.codes(0) == ["no-answer"]


def test_the_wrong_number_of_actions_is_malformed() -> None:
    table = Table(rounds=1)
    table.hello_all()
    table.answer(0, 1, 2)
    table.answer(1, 5)
    table.answer(2, 3)
    assert table.codes(0) == ["malformed"]


def test_a_message_that_cannot_be_read_takes_the_default_and_the_rest_goes_on() -> None:
    table = Table()
    table.hello_all()
    table.tell(Faulted(0, "malformed", "not msgpack"))
    table.answer(1, 5)
    table.answer(2, 3)
    for _ in range(2):
        table.round(9, 5, 3)
    result = table.finish()
    assert table.codes(0) == ["malformed"]
    assert result.legs[0].rounds[0].seats[0].code == "malformed"
    assert result.legs[0].rounds[1].water == [2, -1, -1]


def test_stale_messages_are_counted_and_are_no_strikes() -> None:
    table = Table()
    table.hello_all()
    table.answer(0, 9, match="another")
    table.answer(0, 9, request=77)
    table.answer(0, 1)
    table.answer(0, 2)
    table.answer(1, 5)
    table.answer(2, 3)
    for _ in range(2):
        table.round(1, 5, 3)
    assert table.finish().stale == [3, 0, 0]
    assert table.finish().strikes == []
    assert table.finish().legs[0].rounds[0].water == [-1, 2, -1]


def test_a_flood_of_messages_ends_the_bot_without_restart() -> None:
    table = Table()
    table.hello_all()
    for _ in range(1001):
        table.answer(0, 9, request=77)
    for _ in range(3):
        table.answer(1, 5)
        table.answer(2, 3)
    assert table.codes(0) == ["flooding"]
    assert table.expelled[0].at_once
    assert len(table.launches) == 3


def test_the_eleventh_strike_disqualifies() -> None:
    table = Table(rounds=14)
    table.hello_all()
    for _ in range(11):
        table.round(99, 5, 3)
    assert isinstance(table.sent[0][-1], Bye)
    for _ in range(3):
        table.answer(1, 5)
        table.answer(2, 3)
    assert table.codes(0) == ["illegal"] * 11 + ["disqualified"]
    codes = [played.seats[0].code for played in table.finish().legs[0].rounds]
    assert codes == ["illegal"] * 11 + ["disqualified"] * 3


def test_one_strike_a_message_however_many_items() -> None:
    table = Table(rounds=3, batch=3)
    table.hello_all(batch=3)
    table.answer(0, 99, 1, 99)
    table.answer(1, 1, 1, 1)
    table.answer(2, 1, 1, 1)
    assert table.codes(0) == ["illegal"]
    codes = [played.seats[0].code for played in table.finish().legs[0].rounds]
    assert codes == ["illegal", "", "illegal"]
