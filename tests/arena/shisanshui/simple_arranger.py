"""A legal arrangement for a seat that does not answer: the best back, then the best middle of what is left."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import row_key
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.wild import readings


def simple_arrangement(rules: RuleSet, hand: Sequence[int]) -> Arrangement:
    """The arrangement of thirteen cards that is best from the back forwards and does not foul."""
    laid = list(hand)
    for back in _best_first(hand):
        rest = _without(hand, back)
        for middle in _best_first(rest):
            laid = [*_without(rest, middle), *middle, *back]
            if evaluate(rules, laid).outcome != "foul":
                return Arrangement.of(laid)
    # Where equal rows foul and jokers may repeat a row, every arrangement may foul; then any will do.
    return Arrangement.of(laid)


def _best_first(cards: Sequence[int]) -> Iterator[tuple[int, ...]]:
    yield from sorted(combinations(cards, 5), key=lambda row: readings(row_key(row), 5).values[-1], reverse=True)


def _without(cards: Sequence[int], taken: Sequence[int]) -> list[int]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return left
