"""Who sits where: simple players are told apart from those who arrange well, and met as what they are."""

from collections.abc import Callable

import numpy as np
import pytest

from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.arranger.learning.__main__ import SHARES
from arena.shisanshui.arranger.opponents import Opponents
from arena.shisanshui.arranger.population import Shares
from arena.shisanshui.evaluation import evaluate
from benchmarks.strength import players
from tests.arena.shisanshui.arranger.hands import back_first, dealt, rules

Lay = Callable[[list[int]], list[int]]
ROUNDS = 60


def best(cards: list[int]) -> list[int]:
    return arranger(rules("standard")).choose(cards).cards


def as_dealt(cards: list[int]) -> list[int]:
    """Three rows anyhow, the legal ones of a hand in its order."""
    by_rank = sorted(cards)
    return by_rank[:3] + by_rank[3:8] + by_rank[8:]


def shown(opponents: Opponents, seat: int, lay: Lay, rounds: int, seed: int = 1) -> None:
    """What somebody laid that neither fouled nor was special."""
    for hand in dealt("standard", rounds, seed):
        laid = lay(hand)
        if evaluate(rules("standard"), laid).outcome == "plain":
            opponents.saw({seat: laid})


def test_who_lays_the_best_back_first_is_known_at_once() -> None:
    opponents = Opponents(rules("standard"), 4)
    shown(opponents, 2, back_first, 3)
    assert [opponents.kind(seat) for seat in range(4)] == ["other", "other", "greedy", "other"]


def test_who_looks_at_each_row_by_itself_is_known_in_time() -> None:
    opponents = Opponents(rules("standard"), 4)
    shown(opponents, 1, players(rules("standard"))["balanced"](1).arrange, ROUNDS)
    assert opponents.kind(1) == "row-by-row"


@pytest.mark.parametrize("lay", [best, as_dealt])
def test_anybody_else_is_not_taken_for_a_simple_player(lay: Lay) -> None:
    opponents = Opponents(rules("standard"), 4)
    shown(opponents, 1, lay, ROUNDS)
    assert opponents.kind(1) == "other"


def test_one_who_turns_from_simple_to_good_is_no_longer_taken_for_simple() -> None:
    opponents = Opponents(rules("standard"), 4)
    shown(opponents, 1, back_first, 3)
    shown(opponents, 1, best, ROUNDS, seed=2)
    assert opponents.kind(1) == "other"


def test_the_others_are_met_in_shares() -> None:
    opponents = Opponents(rules("standard"), 4)
    assert opponents.shares(0) == SHARES
    assert opponents.arranger(0) is arranger(rules("standard"), 4)
    for seat in (1, 2):
        shown(opponents, seat, back_first, 3)
    assert opponents.shares(0).greedy == pytest.approx((2 + SHARES.greedy) / 3)
    assert opponents.shares(0).row_by_row == pytest.approx(SHARES.row_by_row / 3)
    assert opponents.shares(1).greedy == pytest.approx((1 + 2 * SHARES.greedy) / 3)
    shown(opponents, 3, back_first, 3)
    assert opponents.shares(0) == Shares(greedy=1.0, row_by_row=0.0)


def test_meeting_greedy_players_as_such_pays() -> None:
    """By the arranger's own estimate against nothing but greedy players."""
    opponents = Opponents(rules("standard"), 4)
    for seat in (1, 2, 3):
        shown(opponents, seat, back_first, 3)
    met = opponents.arranger(0)
    hands = np.array(dealt("standard", 100, seed=21), np.uint8)
    usual = met.table.value(arranger(rules("standard")).choose_rows(hands)[0])
    assert met.choose_rows(hands)[1].mean() > usual.mean() + 0.5


def test_hands_with_jokers_tell_nothing() -> None:
    opponents = Opponents(rules("wild"), 4)
    hands = [hand for hand in dealt("wild", 20) if max(hand) >= 52]
    assert hands
    for hand in hands:
        opponents.saw({1: hand})
    assert opponents.kind(1) == "other"


@pytest.mark.parametrize(("name", "seats"), [("common", 2), ("tianmei", 3), ("two-packs", 8)])
def test_every_table_can_be_read(name: str, seats: int) -> None:
    opponents = Opponents(rules(name), seats)
    for hand in dealt(name, 4):
        opponents.saw({1: back_first(hand)})
    assert opponents.kind(1) == "greedy"
    assert opponents.arranger(0).table.players == seats
