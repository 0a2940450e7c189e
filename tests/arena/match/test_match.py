"""The match machine, driven by hand."""

import msgspec
import pytest

from arena.match.events import Crowded, Fading, Gone, Tick
from arena.records.chain import head_of
from protocol.codec import encode
from protocol.messages import Bye, Decide, End, MatchStart, Refused, Welcome
from tests.arena.match.scripted import Table
from tests.arena.match.toy_game import ToyGame


def test_a_plain_match_asks_settles_tells_and_ends() -> None:
    table = Table()
    table.hello_all()
    table.round(1, 5, 3)
    table.round(9, 0, 0)
    table.round(2, 2, 2)
    result = table.finish()
    assert result.reason == "completed"
    assert [played.water for played in result.legs[0].rounds] == [[-1, 2, -1], [2, -1, -1], [0, 0, 0]]
    assert result.water() == [1.0, 1.0, -2.0]
    assert result.places() == [1, 1, 3]
    assert result.strikes == []
    kinds = [type(message) for message in table.sent[0]]
    assert kinds == [Welcome, MatchStart, Decide, Decide, Decide, End, Bye]
    assert [event["round"] for event in table.events(0)] == [1, 2, 3]


def test_nobody_is_asked_before_everybody_has_joined() -> None:
    table = Table()
    table.hello(0)
    table.hello(1)
    assert table.decides(0) == []
    table.hello(2)
    assert len(table.decides(0)) == 1


def test_each_message_asks_with_what_happened_before_it() -> None:
    table = Table()
    table.hello_all()
    table.round(1, 5, 3)
    (event,) = msgspec.msgpack.decode(encode(table.asked(2)))["events"]
    head = event.pop("head")
    assert event == {"type": "settled", "round": 1, "water": [-1, 2, -1], "detail": "full"}
    for _ in range(2):
        table.round(1, 5, 3)
    (leg,) = table.finish().legs
    assert head == head_of(b"seed", 0, [leg.rounds[0]])
    assert leg.head == head_of(b"seed", 0, leg.rounds) == table.events(0)[-1]["head"]


def test_a_bot_chooses_how_much_it_is_told() -> None:
    table = Table()
    table.hello(0, events="none")
    table.hello(1, events="water")
    table.hello(2)
    for _ in range(3):
        table.round(1, 5, 3)
    assert table.events(0) == []
    assert {event["detail"] for event in table.events(1)} == {"water"}
    assert {event["detail"] for event in table.events(2)} == {"full"}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"protocol": [2]}, "bad-protocol"),
        ({"token": "guessed"}, "bad-token"),
        ({"games": ["chess"]}, "bad-hello"),
    ],
)
def test_a_hello_that_does_not_fit_is_refused_and_escapes_every_round(fields: dict[str, object], code: str) -> None:
    table = Table()
    table.hello(0, **fields)
    assert isinstance(table.sent[0][-1], Refused)
    table.hello(1)
    table.hello(2)
    for _ in range(3):
        table.answer(1, 5)
        table.answer(2, 3)
    assert table.codes(0) == [code]
    assert table.finish().states == [code, "playing", "playing"]
    assert all(played.seats[0].code == code for played in table.finish().legs[0].rounds)


def test_a_bot_that_never_says_hello_escapes_the_leg_and_the_others_play() -> None:
    table = Table(startup_ms=2000)
    table.hello(1)
    table.hello(2)
    table.expire()
    for _ in range(3):
        table.answer(1, 5)
        table.answer(2, 3)
    assert table.codes(0) == ["no-hello"]
    assert table.finish().reason == "completed"


def test_when_no_bot_comes_the_match_still_ends() -> None:
    table = Table(startup_ms=2000)
    table.expire()
    assert table.finish().states == ["no-hello"] * 3
    assert len(table.finish().legs[0].rounds) == 3


def test_a_bot_that_dies_is_started_again_and_only_the_broken_round_escapes() -> None:
    table = Table()
    table.hello_all()
    table.answer(1, 5)
    table.answer(2, 3)
    table.tell(Gone(0, "exited", "the process ended with status 3", 40))
    assert len(table.launches) == 4
    assert table.launches[3].token != table.launches[0].token
    assert len(table.decides(1)) == 1
    table.hello(0)
    assert isinstance(table.sent[0][-2], MatchStart)
    for _ in range(2):
        table.round(9, 5, 3)
    result = table.finish()
    assert table.codes(0) == ["exited"]
    assert [played.seats[0].code for played in result.legs[0].rounds] == ["exited", "", ""]
    assert result.states == ["playing"] * 3
    assert {"type": "seat", "seat": 0, "state": "restarted"} in table.events(1)
    assert result.legs[0].processor_ms == [40, 0, 0]


def test_a_bot_that_dies_again_escapes_the_rest_of_the_leg() -> None:
    table = Table()
    table.hello_all()
    table.tell(Gone(0, "exited", "status 3"))
    table.hello(0)
    table.answer(1, 5)
    table.answer(2, 3)
    table.tell(Gone(0, "exited", "status 3"))
    table.answer(1, 5)
    table.answer(2, 3)
    table.answer(1, 5)
    table.answer(2, 3)
    assert table.codes(0) == ["exited", "exited"]
    assert table.finish().states[0] == "exited"
    assert {"type": "seat", "seat": 0, "state": "escaped"} in table.events(1)


def test_the_clock_of_a_bot_that_has_ended_stops_until_it_is_known_how() -> None:
    table = Table(restarts=0, rounds=1)
    table.hello_all()
    table.tell(Fading(0))
    table.tell(Tick(), after=10.0)
    table.answer(1, 5, after=-10.0)
    table.answer(2, 3)
    table.tell(Gone(0, "exited", "status 3"))
    assert table.codes(0) == ["exited"]


def test_the_next_leg_starts_every_bot_afresh() -> None:
    table = Table(rounds=1, duplicate=True, seats=2)
    table.hello_all()
    table.tell(Gone(0, "exited", "x"))
    table.tell(Gone(0, "exited", "x"))
    table.answer(1, 3)
    assert [launch.leg for launch in table.launches] == [0, 0, 0, 1, 1]
    table.hello_all()
    table.round(1, 2)
    result = table.finish()
    assert [leg.seating for leg in result.legs] in ([[0, 1], [1, 0]], [[1, 0], [0, 1]])
    assert result.seatings == 2


def test_water_on_the_way_is_on_the_scale_of_the_result() -> None:
    """Two legs of a round each: what both have brought is halved, as the result is the mean of its seatings."""
    table = Table(rounds=1, duplicate=True, seats=2)
    table.hello_all()
    table.round(1, 5)
    first = table.match.progress()
    assert (first.played, first.total, first.water_a_leg()) == (1, 2, [float(water) for water in first.water])
    assert any(first.water)
    table.hello_all()
    table.round(1, 5)
    result, last = table.finish(), table.match.progress()
    assert (last.played, last.total) == (2, 2)
    assert last.water_a_leg() == result.water()


def test_a_crowded_start_is_not_charged_until_it_happens_again_and_again() -> None:
    table = Table(rounds=1)
    for _ in range(3):
        table.tell(Crowded(0))
    table.hello_all()
    table.round(1, 5, 3)
    assert table.finish().strikes == []
    table = Table(rounds=1)
    for _ in range(4):
        table.tell(Crowded(0))
    table.hello(1)
    table.hello(2)
    table.answer(1, 5)
    table.answer(2, 3)
    assert table.codes(0) == ["bad-hello"]


def test_batches_ask_each_seat_for_as_many_as_it_takes_and_settle_in_order() -> None:
    table = Table(rounds=5, batch=4)
    table.hello(0, batch=64)
    table.hello(1, batch=3)
    table.hello(2)
    assert [len(table.asked(seat).items) for seat in range(3)] == [4, 3, 1]
    table.answer(0, 9, 1, 1, 1)
    table.answer(1, 0, 9, 0)
    table.answer(1, 0)
    for _ in range(4):
        assert len(table.asked(2).items) == 1
        table.answer(2, 0)
    assert [len(table.asked(seat).items) for seat in range(3)] == [1, 1, 1]
    table.round(1, 2, 3)
    assert [played.number for played in table.finish().legs[0].rounds] == [1, 2, 3, 4, 5]
    assert [event["round"] for event in table.events(2)] == [1, 2, 3, 4, 5]


def test_thinking_in_series_asks_seat_after_seat() -> None:
    table = Table(rounds=1, thinking="serial")
    table.hello_all()
    assert [len(table.decides(seat)) for seat in range(3)] == [1, 0, 0]
    table.answer(0, 1)
    assert [len(table.decides(seat)) for seat in range(3)] == [1, 1, 0]
    table.answer(1, 1)
    table.answer(2, 2)
    assert table.finish().strikes == []


def test_a_game_of_turns_fits_the_same_machine() -> None:
    table = Table(rounds=2, game=ToyGame(in_turns=True))
    table.hello_all()
    for _ in range(2):
        for seat, bid in enumerate((1, 7, 3)):
            assert table.asked(seat).items[0]["hand"] is not None
            table.answer(seat, bid)
    assert [played.water for played in table.finish().legs[0].rounds] == [[-1, 2, -1]] * 2


def test_a_tick_with_nothing_due_changes_nothing() -> None:
    table = Table()
    table.hello_all()
    before = {seat: list(messages) for seat, messages in table.sent.items()}
    table.tell(Tick())
    assert table.sent == before
