"""How many hands a second the arranger lays on one core, beside what it spares: looking at every arrangement."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.choice import Arranger, arranger
from arena.shisanshui.arranger.classes import HandRows, hand_rows
from arena.shisanshui.arranger.greedy import greedy
from arena.shisanshui.arranger.subsets import subsets
from arena.shisanshui.ruleset import load_rules
from benchmarks.figures import Figure

HANDS: Final = 256
FEWER_HANDS: Final = 32
PASSES: Final = 20

Cards = NDArray[np.uint8]


def figures() -> Iterator[Figure]:
    """The best of several passes, since anything else running only ever adds to it."""
    chance = np.random.default_rng(13)
    cards = np.array([chance.permutation(52)[:13] for _ in range(HANDS)], np.uint8)
    expert = arranger(load_rules("standard"))
    subsets()
    best = _rate(expert.choose_rows, cards)
    with_removal = _rate(lambda some: [expert.choose(hand) for hand in some.tolist()], cards[:FEWER_HANDS])
    brute = _rate(lambda some: _brute_force(expert, some), cards[:FEWER_HANDS])
    yield Figure("arrange: best undominated by table value", best, "hands/s", at_least=2000)
    yield Figure("arrange: the same by brute force in numpy", brute, "hands/s", brute / best, "of it")
    yield Figure("arrange: one by one, own cards removed", with_removal, "hands/s", with_removal / best, "of it")
    yield Figure("arrange: plain greedy", _rate(greedy, cards), "hands/s", at_least=50_000)


def _rate(arrange: Callable[[Cards], object], cards: Cards) -> float:
    def once() -> float:
        began = perf_counter()
        arrange(cards)
        return perf_counter() - began

    return len(cards) / min(once() for _ in range(PASSES))


def _brute_force(expert: Arranger, cards: Cards) -> list[int]:
    """Every one of 72,072 arrangements a hand, the legal ones valued by their rows alone, the greatest taken."""
    rows = hand_rows(cards)
    return [_best_of_all(expert, rows.of(number)) for number in range(len(cards))]


def _best_of_all(expert: Arranger, rows: HandRows) -> int:
    front, middle, back = expert.table.rows
    fronts, middles = rows.threes.take(subsets().fronts), rows.fives.take(subsets().middles)
    backs = rows.fives[:, np.newaxis]
    value = front.take(rows.threes).take(subsets().fronts)
    value += middle.take(rows.fives).take(subsets().middles)
    value += back.take(rows.fives)[:, np.newaxis]
    value[(fronts > middles) | (middles > backs)] = -np.inf
    return int(value.argmax())
