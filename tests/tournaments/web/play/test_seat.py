"""What the seat shows and takes, without a process or a clock."""

import json
import re
from typing import Any

import pytest

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.dealing import deal
from arena.shisanshui.legality import IllegalArrangement
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from tests.tournaments.web.play.playing import rows_of
from tournaments.web.play.seat import Closed, Lay, Seat

RULES = load_rules("standard")
HANDS = [[TEXTS[card] for card in hand] for hand in deal(RULES.deck, b"seed", 1, 3)]
HAND = HANDS[0]


def lay_of(number: int, hand: list[str]) -> Lay:
    front, middle, back = rows_of(hand).values()
    return Lay(number, front, middle, back)


def seated(ms: int = 20_000) -> Seat:
    seat = Seat(RULES)
    seat.hear({"type": "match", "seat": 0, "seats": ["Ann", "x", "y"], "rounds": 2}, 0.0)
    seat.hear({"type": "decide", "round": 1, "hand": HAND, "ms": ms}, 100.0)
    return seat


def settled(number: int = 1) -> dict[str, Any]:
    state = Shisanshui(RULES).start(b"seed", number, 3)
    rows = [[TEXTS[card] for card in hand] for hand in deal(RULES.deck, b"seed", number, 3)]
    laid = [[card for row in rows_of(hand).values() for card in row] for hand in rows]
    over = state.apply({seat: Arrangement.of(cards(hand)) for seat, hand in enumerate(laid)})
    return over.events(0, "water")[0]


def test_it_shows_the_own_hand_and_no_other_until_the_round_is_settled() -> None:
    seat = seated()
    shown = set(re.findall(r'"([2-9TJQKA][shdc])"', json.dumps(seat.view(101.0))))
    assert shown == set(HAND)
    seat.hear(settled(), 130.0)
    assert seat.view(131.0)["settled"]["seats"][1]["front"] == rows_of(HANDS[1])["front"]


def test_the_time_left_is_counted_from_when_the_hand_came() -> None:
    seat = seated()
    assert [seat.view(now)["left_ms"] for now in (100.0, 107.5, 200.0)] == [20_000, 12_500, 0]


def test_rows_count_once_and_only_while_their_round_is_open() -> None:
    seat = seated()
    lay = lay_of(1, HAND)
    with pytest.raises(Closed):
        seat.lay(lay_of(2, HAND))
    assert seat.lay(lay)
    assert seat.view(101.0)["phase"] == "laid"
    assert not seat.lay(lay)
    seat.hear(settled(), 102.0)
    seat.hear({"type": "decide", "round": 2, "hand": HANDS[1], "ms": 1000}, 102.0)
    assert not seat.lay(lay), "sent again because the answer was lost"
    assert seat.view(102.0)["phase"] == "arranging"


def test_cards_that_are_not_the_hand_never_reach_the_referee() -> None:
    seat = seated()
    with pytest.raises(IllegalArrangement):
        seat.lay(lay_of(1, HANDS[1]))
    assert seat.view(101.0)["phase"] == "arranging"


def test_a_match_that_was_broken_off_stays_so() -> None:
    seat = seated()
    seat.end("", "interrupted")
    seat.hear({"type": "end", "water": [0, 0, 0], "places": [1, 1, 1], "reason": "interrupted"}, 130.0)
    view = seat.view(131.0)
    assert (view["phase"], view["hand"], view["fault"]) == ("ended", [], "interrupted")


def test_a_hint_marks_its_round_and_no_other() -> None:
    seat = seated()
    with pytest.raises(Closed):
        seat.assist(2)
    seat.assist(1)
    assert seat.view(101.0)["assisted"]
    seat.hear(settled(), 130.0)
    seat.hear({"type": "decide", "round": 2, "hand": HANDS[1], "ms": 1000}, 130.0)
    view = seat.view(130.0)
    assert view["settled"]["assisted"]
    assert not view["assisted"]
