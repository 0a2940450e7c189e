"""How many five-card rows are evaluated in a second: in batch, one by one, and by poker evaluators in the same run."""

from collections.abc import Callable, Iterator
from importlib import import_module
from time import process_time
from typing import Any

import numpy as np

from arena.shisanshui.batch import evaluate_rows
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rows import row_value
from benchmarks.figures import Figure

BATCH = 500_000
SINGLE = 10_000
PASSES = 20


def figures() -> Iterator[Figure]:
    """The best of several passes in processor time: one core's own work, whatever else takes turns on it.

    A peer that is not installed is left out. None of them ranks A2345 second or knows rows of three cards.
    """
    generator = np.random.default_rng(13)
    decks = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (BATCH // 10, 1)), axis=1)
    rows = np.ascontiguousarray(decks[:, :50].reshape(-1, 5))
    batch = _rate(lambda: evaluate_rows(rows), len(rows))
    yield Figure("rows of five in batch", batch, "rows/s", at_least=5_000_000)
    few = rows[:SINGLE].tolist()
    yield _beside(batch, "rows of five one by one", row_value, few)
    for name, peer in (("eval7", _eval7), ("phevaluator", _phevaluator), ("treys", _treys)):
        try:
            evaluate, cards = peer(few)
        except ModuleNotFoundError:
            continue
        yield _beside(batch, f"{name}, one by one", evaluate, cards)


def _beside(batch: float, name: str, evaluate: Callable[[Any], object], rows: list[Any]) -> Figure:
    def all_rows() -> None:
        for row in rows:
            evaluate(row)

    rate = _rate(all_rows, len(rows))
    return Figure(name, rate, "rows/s", rate / batch, "of the batch")


def _rate(work: Callable[[], object], rows: int) -> float:
    work()
    best = float("inf")
    for _ in range(PASSES):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return rows / best


Peer = tuple[Callable[[Any], object], list[Any]]


def _eval7(rows: list[list[int]]) -> Peer:
    module = import_module("eval7")
    return module.evaluate, [[module.Card(TEXTS[card]) for card in row] for row in rows]


def _phevaluator(rows: list[list[int]]) -> Peer:
    evaluate = import_module("phevaluator").evaluate_cards
    return lambda row: evaluate(*row), rows


def _treys(rows: list[list[int]]) -> Peer:
    module = import_module("treys")
    evaluator = module.Evaluator()
    cards = [[module.Card.new(TEXTS[card]) for card in row] for row in rows]
    return lambda row: evaluator.evaluate(row[:2], row[2:]), cards
