"""How fast rounds of four are settled: in-process one by one, in batch, and through the JSON of `arena score`."""

import gc
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import msgspec
import numpy as np

from arena.cli.score import Written, score_all
from arena.shisanshui import batch
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import RuleSet, load_rules
from arena.shisanshui.settlement import settle
from arena.shisanshui.simple_arranger import simple_arrangement
from benchmarks.figures import Figure

ROUNDS = 500
SEATS = 4
PASSES = 10
COPIES = 100
"""How often the rounds are repeated for a batch."""


def figures() -> Iterator[Figure]:
    """The best of several passes, since anything else running only ever adds to it."""
    rules = load_rules("standard")
    dealt = [deal(rules.deck, bytes(32), number, SEATS) for number in range(1, ROUNDS + 1)]
    laid: list[list[Arrangement]] = [[simple_arrangement(rules, hand) for hand in hands] for hands in dealt]
    cards = [[arrangement.cards() for arrangement in hands] for hands in laid]
    best = min(_pass(rules, cards) for _ in range(PASSES))
    yield Figure("evaluate and settle a round of four", best / ROUNDS * 1e6, "µs", at_most=30)
    many = np.tile(np.array(cards, np.uint8), (COPIES, 1, 1))
    best = min(_batch_pass(rules, many) for _ in range(PASSES))
    yield Figure("evaluate and settle rounds of four in batch", len(many) / best, "rounds/s", at_least=200_000)
    lines = b"".join(_line(hands) for hands in laid) * 10
    best = min(_score_pass(lines) for _ in range(PASSES))
    yield Figure("arena score, rounds of four through JSON", 10 * ROUNDS / best, "rounds/s", at_least=20_000)


def _pass(rules: RuleSet, rounds: list[list[list[int]]]) -> float:
    began = perf_counter()
    for hands in rounds:
        settle(rules, [evaluate(rules, hand, False) for hand in hands])
    return perf_counter() - began


def _batch_pass(rules: RuleSet, cards: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
    began = perf_counter()
    batch.settle(rules, batch.evaluate(rules, cards))
    return perf_counter() - began


def _line(hands: list[Arrangement]) -> bytes:
    return msgspec.json.encode({"rules": "standard", "seats": hands}) + b"\n"


def _score_pass(lines: bytes) -> float:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.jsonl"
        path.write_bytes(lines)
        with path.open("rb") as source:
            gc.disable()  # as the command does
            began = perf_counter()
            failed = score_all(source, BytesIO(), Written())
            took = perf_counter() - began
            gc.enable()
    assert failed == 0
    return took
