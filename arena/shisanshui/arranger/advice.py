"""Advice on a hand: the best arrangements, their expected results, and what makes the difference."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.choice import Arranger, Choice
from arena.shisanshui.arranger.removal import Given

PARTS: Final = (
    ("the front", "头墩"),
    ("the middle", "中墩"),
    ("the back", "尾墩"),
    ("guns and home runs", "打枪与通杀"),
)
"""The parts of expected water, in English and Chinese."""
_NOTHING: Final = 0.005
"""Water that makes no difference."""


class Expectation(NamedTuple):
    """The expected results of plain rows against the other hands."""

    win: tuple[float, float, float]
    """The chance to win front, middle and back against one opponent; ties are not won."""
    gun: float
    """The chance to gun one opponent (打枪)."""
    home_run: float
    """The chance to beat all of them (通杀)."""
    parts: tuple[float, ...]
    """The water from each of `PARTS`."""


class Advice(NamedTuple):
    """One arrangement, and its expected results if its rows are played."""

    choice: Choice
    expectation: Expectation | None


class Reason(NamedTuple):
    """Why one arrangement is better than another: the margin, the gains and the costs."""

    margin: float
    gains: list[tuple[int, float]]
    """Parts (indices into `PARTS`) and water, the largest first."""
    costs: list[tuple[int, float]]


def advise(arranger: Arranger, cards: Sequence[int], most: int) -> list[Advice]:
    """Return the best arrangements of thirteen cards, best first.

    >>> from arena.shisanshui.arranger.choice import arranger
    >>> from arena.shisanshui.cards import cards
    >>> from arena.shisanshui.ruleset import load_rules
    >>> table = arranger(load_rules("standard"), 4)
    >>> best = advise(table, cards("As Kd Qh 9h 9s 8c 7h 6d 5h 5c 4h 3h 2h".split()), 1)[0]
    >>> best.choice.arrangement().front, round(best.choice.water, 2)
    (['As', 'Kd', 'Qh'], 0.6)
    """
    given = arranger.given(cards)
    scale = arranger.horse_scale(cards)
    return [Advice(choice, _expected(given, choice, scale)) for choice in arranger.ranked(cards, most)]


def judge(arranger: Arranger, action: Arrangement) -> Advice:
    """Return an arrangement as it was laid with what it can expect. Its cards must have been checked."""
    choice = arranger.judge(action)
    return Advice(choice, _expected(arranger.given(choice.cards), choice, arranger.horse_scale(choice.cards)))


def reason(better: Advice, worse: Advice) -> Reason:
    """Return what makes `better` better; gains and costs are empty unless both play their rows."""
    margin = better.choice.water - worse.choice.water
    if better.expectation is None or worse.expectation is None:
        return Reason(margin, [], [])
    pairs = zip(better.expectation.parts, worse.expectation.parts, strict=True)
    differences = sorted(enumerate(one - other for one, other in pairs), key=lambda part: -abs(part[1]))
    return Reason(
        margin,
        [(part, water) for part, water in differences if water >= _NOTHING],
        [(part, -water) for part, water in differences if water <= -_NOTHING],
    )


def _expected(given: Given, choice: Choice, scale: float) -> Expectation | None:
    if choice.outcome != "plain":
        return None
    classes = np.array([choice.classes], np.uint16)
    chances = given.chances(classes)
    front, middle, back = chances.win[0].tolist()
    parts = tuple((scale * given.parts(classes)[0]).tolist())
    return Expectation((front, middle, back), float(chances.gun[0]), float(chances.home_run[0]), parts)
