"""The game as the arena sees it."""

import re
from collections.abc import Callable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.match.game import Game
from arena.shisanshui.arrangement import Absent, Action, Arrangement, StandIn
from arena.shisanshui.cards import cards
from arena.shisanshui.legality import IllegalArrangement, laid_cards
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import data_of, load_rules, rules_from
from tests.arena.shisanshui.simple_arranger import simple_arrangement

SEED = b"a deal seed"
GAME: Game[Action] = Shisanshui(load_rules("standard"))


def arranged(game: Game[Action], seats: int = 4, number: int = 1) -> dict[int, Action]:
    state = game.start(SEED, number, seats)
    rules = rules_from(game.rules())
    return {seat: simple_arrangement(rules, cards(state.observe(seat)["hand"])) for seat in range(seats)}


def test_the_seam() -> None:
    assert GAME.name == "shisanshui"
    assert GAME.rules() == data_of(load_rules("standard"))
    assert GAME.refuses(4) is None
    assert "serves 4" in str(GAME.refuses(5))


def test_every_seat_is_asked_at_once_for_its_own_hand() -> None:
    state = GAME.start(SEED, 3, 4)
    decisions = state.pending()
    assert [decision.seat for decision in decisions] == [0, 1, 2, 3]
    assert {(decision.kind, decision.default, decision.budget) for decision in decisions} == {
        ("arrange", Absent.FORFEIT, 1)
    }
    assert decisions[0].legal is None
    seen = [state.observe(seat) for seat in range(4)]
    assert all(view.keys() == {"round", "hand"} and view["round"] == 3 for view in seen)
    assert len({card for view in seen for card in view["hand"]}) == 52
    assert (state.events(0, "full"), state.ledger(), state.water()) == ((), (), [0, 0, 0, 0])


def test_a_stand_in_lays_a_legal_hand_for_who_does_not_answer() -> None:
    game = Shisanshui(load_rules("standard"), on_late="stand-in")
    state = game.start(SEED, 1, 4)
    defaults = {decision.seat: decision.default for decision in state.pending()}
    assert all(isinstance(action, StandIn) and state.check(seat, action) is None for seat, action in defaults.items())
    event = state.apply(defaults).events(0, "full")[0]
    assert all(seat["outcome"] != "foul" for seat in event["seats"])


def test_a_stand_in_of_ones_own() -> None:
    asked: list[int] = []

    def as_dealt(hand: Sequence[int]) -> Arrangement:
        return Arrangement.of(list(hand), decline=True)

    def at(rules: object, players: int) -> Callable[[Sequence[int]], Arrangement]:
        asked.append(players)
        return as_dealt

    game = Shisanshui(load_rules("standard"), on_late="stand-in", stand_in=at)
    for number in (1, 2):
        default = game.start(SEED, number, 3).pending()[0].default
    assert asked == [3]
    assert isinstance(default, StandIn)
    assert default.decline


HAND = "As Ah Kd Qd Qc 9s 8h 7h 7d 5s 4c 3h 2d"
DEALT = sorted(cards(HAND.split()), reverse=True)


@pytest.mark.parametrize(
    ("front", "middle", "back", "words"),
    [
        ("3h 2d 4c", "7h 7d 5s 8h 9s", "As Ah Kd Qd Qc", None),
        ("As Ah Kd", "7h 7d 5s 8h 9s", "3h 2d 4c Qd Qc", None),
        ("3h 2d", "4c 7h 7d 5s 8h 9s", "As Ah Kd Qd Qc", "front has 2 cards, 3 are expected"),
        ("3h 2d 4c", "7h 7d 5s 8h 9s", "As Ah Kd Qd Qs", "Qs: not dealt; Qc: dealt but not laid"),
        ("3h 2d 4c", "7h 7d 5s 8h 9s", "As Ah Kd Qd Qd", "Qd: laid more often than dealt; Qc: dealt but not laid"),
        ("3h 2d 4c", "7h 7d 5s 8h 9s", "As Ah Kd Qd Q", "'Q' is no card; a rank of"),
        ("3h 2d 4c", "7h 7d 5s 8h", "As Ah Kd Qd Qc", "middle has 4 cards, 5 are expected"),
        ("", "", "", "front has 0 cards, 3 are expected"),
    ],
)
def test_the_author_is_told_what_is_wrong(front: str, middle: str, back: str, words: str | None) -> None:
    arrangement = Arrangement(front.split(), middle.split(), back.split())
    if words is None:
        assert laid_cards(arrangement, DEALT) == arrangement.cards()
    else:
        with pytest.raises(IllegalArrangement, match=f"^{re.escape(words)}"):
            laid_cards(arrangement, DEALT)


def test_rows_in_the_wrong_order_are_no_fault_but_a_foul() -> None:
    state = GAME.start(SEED, 1, 2)
    actions = arranged(GAME, 2)
    best = actions[0]
    assert isinstance(best, Arrangement)
    wrong = Arrangement(best.front, best.back, best.middle)
    assert state.check(0, wrong) is None
    assert state.apply({**actions, 0: wrong}).events(0, "water")[0]["seats"][0]["outcome"] == "foul"


def test_a_round_is_settled_once_and_over() -> None:
    state = GAME.start(SEED, 1, 4)
    actions = arranged(GAME)
    over = state.apply(actions)
    assert over.pending() == []
    assert sum(over.water()) == 0
    assert over.check(0, actions[0]) == "the round is over"
    assert over.observe(2) == {"round": 1}
    assert over.apply(actions) is over
    moved = [0, 0, 0, 0]
    for transfer in over.ledger():
        assert transfer.source is not None
        assert transfer.target is not None
        moved[transfer.source] -= transfer.amount
        moved[transfer.target] += transfer.amount
    assert moved == over.water()
    assert state.pending() != []


def test_events_tell_what_was_laid_and_in_full_who_paid_whom() -> None:
    state = GAME.start(SEED, 1, 3)
    actions = {**arranged(GAME, 3), 1: Absent.ESCAPE, 2: Absent.FORFEIT}
    over = state.apply(actions)
    [short], [full] = over.events(0, "water"), msgspec.msgpack.decode(msgspec.msgpack.encode(over.events(0, "full")))
    first = actions[0]
    assert isinstance(first, Arrangement)
    assert short == {
        "type": "settled",
        "round": 1,
        "water": [4, -18, -2],
        "seats": [
            {"outcome": "plain", "special": None, "front": first.front, "middle": first.middle, "back": first.back},
            {"outcome": "escaped", "special": None, "front": None, "middle": None, "back": None},
            {"outcome": "foul", "special": None, "front": None, "middle": None, "back": None},
        ],
    }
    assert full == {**short, "transfers": full["transfers"]}
    assert {"from": 1, "to": None, "water": 18, "reason": "escape"} in full["transfers"]
    assert {"from": 2, "to": 0, "water": 1, "reason": "front"} in full["transfers"]


def test_seatings_of_a_deal_may_be_settled_one_after_the_other() -> None:
    """What is kept from one seating changes nothing in the next."""
    state = GAME.start(SEED, 1, 2)
    actions = arranged(GAME, 2)
    first = list(state.apply(actions).water())
    assert list(state.apply({**actions, 0: Absent.FORFEIT}).water()) == [-3, 3]
    assert list(state.apply(actions).water()) == first


@given(st.permutations(range(54)), st.booleans(), st.booleans())
def test_actions_are_packed_into_fourteen_bytes(deck: list[int], decline: bool, stand_in: bool) -> None:
    kind = StandIn if stand_in else Arrangement
    action = kind.of(deck[:13], decline)
    data = GAME.pack([action])
    assert len(data) == 14
    assert GAME.unpack(data) == [action]
    assert type(GAME.unpack(data)[0]) is kind


def test_rounds_without_rows_are_packed_into_one_byte() -> None:
    for action in (Absent.ESCAPE, Absent.FORFEIT):
        assert len(GAME.pack([action])) == 1
        assert GAME.unpack(GAME.pack([action]))[0] is action


@pytest.mark.parametrize("data", [b"", b"X", bytes(13), bytes([*range(13), 4]), bytes([54, *range(12), 0])])
def test_bytes_that_are_no_action(data: bytes) -> None:
    with pytest.raises(ValueError, match="is no packed action"):
        GAME.unpack(data)


def test_the_wire_cannot_say_what_only_the_referee_may() -> None:
    wires: list[object] = [{"foul": True}, {"escaped": True}, "escaped", {"front": []}]
    for data in wires:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(data, GAME.action_type)


@pytest.mark.parametrize("name", ["standard", "tianmei", "two-packs", "wild"])
def test_the_simple_arrangement_is_legal(name: str) -> None:
    game = Shisanshui(load_rules(name))
    for number in range(12):
        state = game.start(SEED, number, 4)
        settled = state.apply(arranged(game, 4, number)).events(0, "water")[0]
        assert all(seat["outcome"] != "foul" for seat in settled["seats"])
