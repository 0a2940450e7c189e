"""The expert is as strong as `docs/strength.md` says; the figures themselves take minutes."""

import numpy as np
import pytest

from arena.shisanshui.rule_model import RuleSet
from benchmarks.best_responder import TRUSTS, exploitability, gains
from benchmarks.strength import arrangers, hands_of, laid_by, margin
from tests.arena.shisanshui.arranger.hands import rules


def margins(found: RuleSet, one: str, three: str, deals: int) -> tuple[float, float]:
    bots, dealt = arrangers(found), hands_of(found, deals)
    return margin(found, laid_by(found, bots[one], dealt), laid_by(found, bots[three], dealt))


def test_the_expert_beats_greedy_bots_clearly() -> None:
    water, error = margins(rules("standard"), "expert", "greedy", 50)
    assert water > 1.5
    assert error < 2.5


def test_one_who_lays_as_the_three_do_wins_nothing() -> None:
    bots, dealt = arrangers(rules("standard")), hands_of(rules("standard"), 20)
    laid = laid_by(rules("standard"), bots["greedy"], dealt)
    assert margin(rules("standard"), laid, laid).water == 0


def test_the_responder_is_measured_from_what_the_expert_lays() -> None:
    found = gains(rules("standard"), 3)
    assert found.shape == (3, len(TRUSTS))
    trust, best = exploitability(np.arange(12.0).reshape(2, 6))
    assert (trust, best.water) == (TRUSTS[-1], 8)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_figures_of_the_documentation() -> None:
    against_greedy, error = margins(rules("standard"), "expert", "greedy", 2000)
    assert against_greedy + error > 5.5
    against_balanced, _ = margins(rules("standard"), "expert", "balanced", 2000)
    assert against_balanced > 0.1
    _, best = exploitability(gains(rules("standard"), 400))
    assert best.water <= 0.3
