"""How fast rounds of four are settled: in-process one by one, in batch, and through the JSON of `arena score`."""

import gc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import msgspec
import numpy as np

from arena.cli.score.score import Written, score_all
from arena.shisanshui import batch
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import RuleSet, load_rules
from arena.shisanshui.settlement import settle
from benchmarks.figures import Figure
from tests.arena.shisanshui.simple_arranger import simple_arrangement

ROUNDS = 500
SEATS = 4
PASSES = 20
COPIES = 100
"""How often the rounds are repeated for a batch."""


def figures() -> Iterator[Figure]:
    """The best of several passes in processor time: one core's own work, whatever else takes turns on it."""
    rules = load_rules("standard")
    dealt = [deal(rules.deck, bytes(32), number, SEATS) for number in range(1, ROUNDS + 1)]
    laid: list[list[Arrangement]] = [[simple_arrangement(rules, hand) for hand in hands] for hands in dealt]
    cards = [[arrangement.cards() for arrangement in hands] for hands in laid]
    best = min(_pass(rules, cards) for _ in range(PASSES))
    yield Figure("evaluate and settle a round of four", best / ROUNDS * 1e6, "µs", at_most=12, at_rest=True)
    many = np.tile(np.array(cards, np.uint8), (COPIES, 1, 1))
    best = min(_batch_pass(rules, many) for _ in range(PASSES))
    rate = len(many) / best
    yield Figure("evaluate and settle rounds of four in batch", rate, "rounds/s", at_least=1_000_000, at_rest=True)
    lines = b"".join(map(_line, laid))
    best = min(_score_pass(lines) for _ in range(5 * PASSES))
    rate = ROUNDS / best
    yield Figure("arena score, rounds of four through JSON", rate, "rounds/s", at_least=40_000, at_rest=True)


def _pass(rules: RuleSet, rounds: list[list[list[int]]]) -> float:
    began = process_time()
    for hands in rounds:
        settle(rules, [evaluate(rules, hand, False) for hand in hands])
    return process_time() - began


def _batch_pass(rules: RuleSet, cards: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
    began = process_time()
    batch.settle(rules, batch.evaluate(rules, cards))
    return process_time() - began


def _line(hands: list[Arrangement]) -> bytes:
    return msgspec.json.encode({"rules": "standard", "seats": hands}) + b"\n"


def _score_pass(lines: bytes) -> float:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.jsonl"
        path.write_bytes(lines)
        with path.open("rb") as source:
            gc.disable()  # as the command does
            began = process_time()
            failed = score_all(source, BytesIO(), Written())
            took = process_time() - began
            gc.enable()
    assert failed == 0
    return took
