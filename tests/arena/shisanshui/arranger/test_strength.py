"""The expert is as strong as `docs/strength.md` says; the figures themselves take minutes."""

from collections.abc import Mapping

import numpy as np
import pytest

from benchmarks import strength
from benchmarks.best_responder import TRUSTS, exploitability, gains
from benchmarks.strength import SEATS, Margin, hands_of, margin, players
from tests.arena.shisanshui.arranger.hands import back_first, rules


def against(one: str, three: str, deals: int) -> Margin:
    seated = players(rules("standard"))
    return margin(rules("standard"), seated[one], seated[three], hands_of(rules("standard"), deals))


def test_the_expert_beats_greedy_bots_clearly() -> None:
    water, error = against("expert", "greedy", 50)
    assert water > 1.5
    assert error < 2.5


def test_one_who_lays_as_the_three_do_wins_nothing() -> None:
    assert against("greedy", "greedy", 20).water == 0


def test_a_bot_sees_what_the_others_laid_and_sits_down_anew_for_each_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "ROUNDS", 3)
    seen: list[set[int]] = []

    class Watcher:
        def __init__(self, seat: int) -> None:
            self.seen: set[int] = set()
            seen.append(self.seen)

        def arrange(self, hand: list[int]) -> list[int]:
            return back_first(hand)

        def saw(self, laid: Mapping[int, list[int]]) -> None:
            self.seen.update(laid)

    margin(rules("standard"), Watcher, Watcher, hands_of(rules("standard"), 7))
    assert len(seen) == SEATS * SEATS * 3
    assert all(each == set(range(SEATS)) for each in seen)


def test_the_responder_is_measured_from_what_the_expert_lays() -> None:
    found = gains(rules("standard"), 3)
    assert found.shape == (3, len(TRUSTS))
    trust, best = exploitability(np.arange(14.0).reshape(2, 7))
    assert (trust, best.water) == (TRUSTS[-1], 9.5)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_figures_of_the_documentation() -> None:
    against_greedy, error = against("expert", "greedy", 2000)
    assert against_greedy + error > 6.8
    without_eyes, error = against("arranger", "greedy", 2000)
    assert without_eyes + error > 5.5
    against_balanced, error = against("expert", "balanced", 2000)
    assert against_balanced + error > 0.25
    _, best = exploitability(gains(rules("standard"), 400))
    assert best.water <= 0.3
