"""The strikes of a leg: their order, and when a late one is written."""

from arena.match.strikes import StrikeSheet
from arena.records.result import Strike
from tests.arena.match.scripted import Table

LATE = Strike(0, 1, 3, "late", "no answer within 10 ms", request=7)


def sheet_with_a_late_answer() -> StrikeSheet:
    sheet = StrikeSheet(leg=1)
    sheet.charge_late(0, 3, "no answer within 10 ms", 7)
    sheet.charge(1, 3, "illegal", "round 3: no", 8)
    return sheet


def test_an_answer_that_may_still_come_is_late_without_a_time() -> None:
    assert sheet_with_a_late_answer().strikes()[0] == LATE


def test_a_late_answer_that_came_keeps_its_place_and_says_how_late() -> None:
    sheet = sheet_with_a_late_answer()
    sheet.came(7, 250)
    first, second = sheet.strikes()
    assert (first.code, first.late_ms) == ("late", 250)
    assert first.message == "no answer within 10 ms; it came 250 ms after that"
    assert second.code == "illegal"


def test_an_answer_that_never_came_is_no_answer() -> None:
    sheet = sheet_with_a_late_answer()
    assert sheet.never_came(7)
    assert [(strike.code, strike.late_ms) for strike in sheet.strikes()] == [("no-answer", None), ("illegal", None)]


def test_a_strike_that_is_written_stays_as_it_is() -> None:
    sheet = sheet_with_a_late_answer()
    sheet.came(7, 250)
    written = sheet.strikes()
    sheet.came(7, 900)
    assert not sheet.never_came(7)
    assert sheet.strikes() == written


def test_nothing_is_written_for_a_request_that_was_not_charged() -> None:
    sheet = StrikeSheet(leg=0)
    sheet.came(5, 100)
    assert not sheet.never_came(5)
    assert sheet.strikes() == []


def test_a_match_that_is_abandoned_while_an_answer_is_awaited_says_late() -> None:
    table = Table()
    table.hello_all()
    table.expire()
    abandoned = table.match.abandon("interrupted")
    assert [(strike.bot, strike.code, strike.late_ms) for strike in abandoned.strikes] == [
        (seat, "late", None) for seat in range(3)
    ]


def test_a_finished_match_that_is_abandoned_counts_each_strike_once() -> None:
    table = Table(rounds=1)
    table.hello_all()
    table.round(99, 5, 3)
    assert table.match.abandon("interrupted").strikes == table.finish().strikes
