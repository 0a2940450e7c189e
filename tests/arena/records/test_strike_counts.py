"""How many strikes a bot got, wherever they are counted."""

from arena.records.result import MatchResult, Strike


def test_being_disqualified_for_strikes_is_not_one_more() -> None:
    strikes = [Strike(1, 0, 1, "illegal", "x"), Strike(1, 0, 2, "illegal", "x"), Strike(1, 0, 2, "disqualified", "x")]
    result = MatchResult("m1", "completed", [], strikes, [0, 0], ["playing", "disqualified"], deals=[], seatings=1)
    assert result.strike_counts() == [0, 2]
