"""How sure a cup's result will be, where it can be worked out by hand."""

import io
from math import atan, pi, sqrt

import numpy as np
import pytest
from rich.console import Console

from protocol.text import Said
from tests.tournaments.scripted import cup_of
from tournaments.cup.chances import (
    Answer,
    Chances,
    Luck,
    RecordedLuck,
    StatedLuck,
    Strengths,
    answer,
    enough,
    numbers_to_try,
)
from tournaments.cup.cup import Cup
from tournaments.reports.terminal.chances import answered, bar, show_chances

DUEL = cup_of(("ada", "bea"), stages=[{"format": "final-table"}])


def simulated(cup: Cup, strengths: Strengths, luck: Luck, deals: int, cups: int = 600) -> Chances:
    found = answer(cup, strengths, luck, [deals], cups=cups, seed=3, wanted=0.9, progress=lambda _: None)
    return found.chances[0]


@pytest.mark.parametrize("deals", [25, 400])
def test_of_two_bots_the_better_wins_as_often_as_the_formula_says(deals: int) -> None:
    """Two normal variables in a known proportion have the same sign with 1/2 + atan(σ/τ)/π (Sheppard 1899)."""
    luck = StatedLuck(2.0, seats=2, grows=False)
    found = simulated(DUEL, Strengths.alike(2, 20.0), luck, deals, cups=1000)
    apart, noise = sqrt(2) * 20 / 100 * sqrt(deals), 2.0
    assert found.best_wins == pytest.approx(1 / 2 + atan(apart / noise) / pi, abs=0.045)
    assert found.best_wins == found.in_order
    assert found.best_in_three == 1
    assert found.best_wins95 < 0.035


def test_without_luck_the_best_bot_wins_and_everybody_is_in_order_in_a_league() -> None:
    league = cup_of(stages=[{"format": "round-robin"}])
    found = simulated(league, Strengths.alike(8, 20.0), StatedLuck(0.0, 2, grows=False), deals=10, cups=20)
    assert (found.best_wins, found.best_in_three, found.in_order) == (1, 1, 1)


def test_of_equal_bots_each_wins_as_often_as_another() -> None:
    level = simulated(cup_of(), Strengths.alike(8, 0.0001), StatedLuck(2.0, 4, grows=False), deals=10, cups=500)
    assert level.best_wins == pytest.approx(1 / 8, abs=0.05)
    assert level.in_order == pytest.approx(1 / 2, abs=0.03)


def test_the_same_seed_gives_the_same_answer_and_progress_counts_every_cup() -> None:
    done: list[int] = []
    luck = StatedLuck.of(cup_of())
    found = [answer(cup_of(), Strengths.alike(8, 20.0), luck, [10, 20], 20, 5, 0.9, done.append) for _ in range(2)]
    assert found[0] == found[1]
    assert sum(done) == 2 * 2 * 20
    assert found[0].chances[0].deals == 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_luck_adds_up_to_nothing_and_is_as_large_as_stated(seats: int) -> None:
    rng = np.random.default_rng(1)
    for luck, wanted in (
        (StatedLuck(3.0, 4, grows=True), 3.0 * sqrt((seats - 1) / 3)),
        (StatedLuck(3.0, 4, grows=False), 3.0),
        (RecordedLuck({2: np.array([[5.0, -5.0], [1.0, -1.0]])}), sqrt(13) * sqrt(seats - 1)),
    ):
        drawn = np.array([luck.draw(rng, 50, seats) for _ in range(1000)])
        assert np.abs(drawn.sum(axis=1)).max() < 1e-9
        assert np.abs(drawn.mean(axis=0)).max() < 5 * wanted * sqrt(50 / 1000)
        assert drawn.std() == pytest.approx(wanted * sqrt(50), rel=0.06)


def test_the_answer_lies_between_the_numbers_that_were_tried() -> None:
    tried = [Chances(deals, share, 0.0, 1.0, 1.0) for deals, share in ((10, 0.5), (100, 0.8), (1000, 1.0))]
    assert enough(tried, 0.5) == 10
    assert enough(tried, 0.9) == round(100 * sqrt(10))
    assert enough(tried[:2], 0.9) is None


def test_the_files_own_rounds_are_among_the_numbers() -> None:
    assert numbers_to_try(25, 100) == [10, 20, 25, 40, 80, 100]
    assert numbers_to_try(5000, 5) == [5, 5000]


def test_the_answer_on_a_narrow_terminal() -> None:
    chances = (Chances(10, 0.5, 0.05, 0.9, 0.7), Chances(20, 0.95, 0.02, 1.0, 0.8))
    out = io.StringIO()
    found = Answer(0.9, 18, 400, 1, chances)
    show_chances(Console(file=out, width=60), DUEL, found, Said("Taken: nothing."))
    assert "from about 18 deals a table on" in " ".join(out.getvalue().split())
    assert "95 ± 2 %" in out.getvalue()
    assert max(map(len, out.getvalue().splitlines())) <= 60
    assert "does not win" in str(answered(Answer(0.99, None, 400, 1, chances)))
    assert bar(1.0) == "█" * 20
    assert bar(0.5).rstrip() == "█" * 10
    assert len(bar(0.03)) == 20
