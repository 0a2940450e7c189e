"""How long one round takes to settle in-process: four arrangements evaluated and settled."""

from collections.abc import Iterator
from time import perf_counter

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import RuleSet, load_rules
from arena.shisanshui.settlement import settle
from arena.shisanshui.simple_arranger import simple_arrangement
from benchmarks.figures import Figure

ROUNDS = 500
SEATS = 4


def figures() -> Iterator[Figure]:
    """The best of several passes, since anything else running only ever adds to it."""
    rules = load_rules("standard")
    dealt = [deal(rules.deck, bytes(32), number, SEATS) for number in range(1, ROUNDS + 1)]
    laid: list[list[Arrangement]] = [[simple_arrangement(rules, hand) for hand in hands] for hands in dealt]
    cards = [[arrangement.cards() for arrangement in hands] for hands in laid]
    best = min(_pass(rules, cards) for _ in range(10))
    yield Figure("evaluate and settle a round of four", best / ROUNDS * 1e6, "µs", at_most=30)


def _pass(rules: RuleSet, rounds: list[list[list[int]]]) -> float:
    began = perf_counter()
    for hands in rounds:
        settle(rules, [evaluate(rules, hand, False) for hand in hands])
    return perf_counter() - began
