"""What the match machine makes of a bot that is known by its key, driven by hand."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from arena.match.events import Faulted, Gone, Returned
from protocol.messages import Bye, Decide, End, MatchStart, Refused, Welcome
from tests.arena.match.scripted import Table


def table_of(**settings: Any) -> Table:
    given: dict[str, Any] = {"remote": {0}, "decision_ms": 1000, "grace_ms": 50, "bank_ms": 400} | settings
    table = Table(**given)
    table.hello(0, token="")
    for seat in (1, 2):
        table.hello(seat)
    return table


def come_back(table: Table, seat: int = 0) -> None:
    table.tell(Returned(seat, table.now))


def test_a_key_stands_for_the_token_of_its_own_seat_alone() -> None:
    table = Table(remote={0})
    table.hello(0, token="")
    assert isinstance(table.sent[0][0], Welcome)
    table.hello(1, token="")
    refused = table.sent[1][0]
    assert isinstance(refused, Refused)
    assert refused.code == "bad-token"


def test_an_answer_that_never_came_tells_how_often_the_connection_was_lost_meanwhile() -> None:
    table = table_of(rounds=1)
    for _ in range(2):
        come_back(table)
    for seat in (1, 2):
        table.answer(seat, 3)
    table.expire()
    (strike,) = table.finish().strikes
    assert strike.message == (
        "no answer within 1450 ms, in which its connection was lost 2 times; one cause is a message of more than"
        " 131,072 bytes, which closes it"
    )


def test_the_open_request_is_asked_again_with_the_time_that_is_left() -> None:
    table = table_of()
    first = table.asked(0)
    table.now += 0.25
    come_back(table)
    again = table.asked(0)
    assert again is not first
    assert (again.match, again.request, again.kind) == (first.match, first.request, first.kind)
    assert again.items == first.items
    assert (first.decision_ms, first.bank_ms) == (1000, 400)
    assert (again.decision_ms, again.bank_ms) == (750, 400)
    table.now += 0.875
    come_back(table)
    assert (table.asked(0).decision_ms, table.asked(0).bank_ms) == (0, 275)
    # the clock was never set back
    assert table.match.due == 100.0 + 1.0 + 0.4 + 0.05
    for seat in (1, 2):
        table.answer(seat, 3)
    table.answer(0, 5, after=0.125)
    assert table.asked(0).bank_ms == 150
    for _ in range(2):
        table.round(5, 3, 3)
    assert table.codes(0) == []
    assert table.finish().stale == [0, 0, 0]


def test_a_request_that_was_sent_over_the_new_connection_is_not_repeated() -> None:
    table = table_of()
    asked = len(table.decides(0))
    table.tell(Returned(0, table.now - 1.0))
    assert len(table.decides(0)) == asked


def test_what_may_not_have_been_heard_is_told_again_once_in_order() -> None:
    table = table_of(rounds=5)
    table.round(5, 3, 3)
    lost = table.asked(0)
    assert [event["round"] for event in events_of(lost) if event["type"] == "settled"] == [1]
    for seat in (1, 2):
        table.answer(seat, 3)
    table.expire()
    come_back(table)
    again = table.asked(0)
    assert [(event["type"], event.get("round")) for event in events_of(again)] == [
        ("settled", 1),
        ("strike", None),
        ("settled", 2),
    ]
    come_back(table)
    assert events_of(table.asked(0)) == events_of(again)
    table.round(5, 3, 3)
    assert [event["round"] for event in events_of(table.asked(0))] == [3]
    come_back(table)
    assert [event["round"] for event in events_of(table.asked(0))] == [3]


def test_a_bot_that_nothing_is_asked_hears_it_with_the_next_request() -> None:
    table = table_of(thinking="serial", rounds=3)
    table.round(5, 3, 3)
    table.expire()
    assert table.match.due < float("inf")
    come_back(table)
    table.answer(1, 3)
    table.answer(2, 3)
    told = events_of(table.asked(0))
    assert [event["round"] for event in told if event["type"] == "settled"] == [1, 2]


def test_a_new_process_is_told_the_match_and_what_is_open() -> None:
    table = table_of()
    first = table.asked(0)
    table.now += 0.25
    table.hello(0, token="", events="none")
    welcome, start, again = table.sent[0][-3:]
    assert isinstance(welcome, Welcome)
    assert isinstance(start, MatchStart)
    assert isinstance(again, Decide)
    assert start.match == first.match
    assert (again.request, again.decision_ms) == (first.request, 750)
    table.round(5, 3, 3)
    assert events_of(table.asked(0)) == []


def test_hellos_without_end_are_a_flood() -> None:
    table = table_of()
    for _ in range(1001):
        table.hello(0, token="")
    for _ in range(3):
        for seat in (1, 2):
            table.answer(seat, 3)
    assert table.codes(0) == ["flooding"]
    assert table.finish().stale == [0, 0, 0]


def test_an_answer_from_before_the_connection_was_lost_is_no_bad_hello() -> None:
    table = table_of(restarts=1)
    asked = table.asked(0)
    table.tell(Gone(0, "disconnected", "gone"))
    table.answer(0, 5, request=asked.request)
    table.tell(Faulted(0, "malformed", "half a message"))
    table.hello(0, token="")
    for _ in range(2):
        for seat in (1, 2):
            table.answer(seat, 3)
        if table.result is None:
            table.answer(0, 5)
    for seat in (1, 2):
        table.answer(seat, 3)
    result = table.finish()
    assert table.codes(0) == ["disconnected"]
    assert result.stale == [2, 0, 0]
    assert [played.seats[0].code for played in result.legs[0].rounds] == ["disconnected", "", ""]


def test_a_bot_that_stays_is_told_the_end_and_no_goodbye() -> None:
    table = table_of(stay=True, rounds=1)
    table.round(5, 3, 3)
    assert isinstance(table.sent[0][-1], End)
    assert not any(isinstance(message, Bye) for message in table.sent[0])
    assert isinstance(table.sent[1][-1], Bye)
    assert table.finish().reason == "completed"


def test_a_bot_that_stays_and_is_out_is_told_why() -> None:
    table = table_of(stay=True, strikes=0)
    table.tell(Faulted(0, "malformed", "half a message"))
    end = table.sent[0][-1]
    assert isinstance(end, End)
    assert end.reason == "disqualified"
    assert [event["code"] for event in events_of(end)] == ["malformed"]


def test_only_bots_that_are_known_by_key_stay() -> None:
    table = Table(remote=(), stay=True, rounds=1)
    table.hello_all()
    table.round(5, 3, 3)
    assert all(isinstance(messages[-1], Bye) for messages in table.sent.values())


def events_of(message: Decide | End) -> list[dict[str, Any]]:
    return [msgspec.msgpack.decode(event) for event in message.events]


MOVES = st.sampled_from(["back", "hello", "answer", "again", "garbage", "lost", "expire", "wait"])


@given(st.lists(MOVES, max_size=40), st.booleans(), st.integers(0, 2))
def test_whatever_a_connection_does_the_others_play_every_round(moves: list[str], stay: bool, restarts: int) -> None:
    table = Table(remote={0}, stay=stay, restarts=restarts, rounds=4, decision_ms=1000, grace_ms=50)
    table.hello(1)
    table.hello(2)
    for move in moves:
        if table.result is not None:
            break
        _move(table, move)
        _others_answer(table)
    while table.result is None:
        table.expire()
        _others_answer(table)
    result = table.finish()
    assert len(result.legs[0].rounds) == 4
    assert all(played.seats[seat].code == "" for played in result.legs[0].rounds for seat in (1, 2))
    assert [strike for strike in result.strikes if strike.bot != 0] == []
    asked: dict[int, Decide] = {}
    for decide in table.decides(0):
        first = asked.setdefault(decide.request, decide)
        assert (decide.items, decide.match) == (first.items, first.match)
        assert decide.decision_ms <= first.decision_ms
    told = [event["round"] for event in table.events(0) if event["type"] == "settled"]
    assert sorted(set(told)) == list(dict.fromkeys(told)), "a round is told for the first time after a later one"


def _move(table: Table, move: str) -> None:
    """What seat 0 does next, where it can."""
    asked = table.decides(0)
    if move == "back":
        come_back(table)
    elif move == "hello":
        table.hello(0, token="")
    elif move == "garbage":
        table.tell(Faulted(0, "malformed", "no message"))
    elif move == "lost":
        table.tell(Gone(0, "disconnected", "gone"))
    elif move == "wait":
        table.now += 0.2
    elif move == "expire":
        table.expire()
    elif asked:
        which = asked[0] if move == "again" else asked[-1]
        table.answer(0, 5, request=which.request)


def _others_answer(table: Table) -> None:
    """Every request to seats 1 and 2 that is open, and those that follow from that."""
    while table.result is None:
        asked = [(seat, table.decides(seat)[-1]) for seat in (1, 2) if table.decides(seat)]
        waiting = [(seat, decide) for seat, decide in asked if decide.request not in table.answered]
        if not waiting:
            return
        for seat, decide in waiting:
            table.answered.add(decide.request)
            table.answer(seat, 3, request=decide.request)
