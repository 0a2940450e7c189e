"""Every recogniser against the exact number of hands of one pack that hold its kind, each kind alone (section 8).

Nothing is sampled: kinds told by ranks are counted over all ways to spread thirteen cards over the ranks, those told by
suits over all ways to spread them over the suits, those as laid over all rows that make them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product
from math import comb, factorial, prod

import pytest

from arena.shisanshui.card_kinds import card_kinds
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.rows import SUIT_SHIFT, row_key
from arena.shisanshui.ruleset import RuleSet, rules_from
from arena.shisanshui.specials import BITS

BY_GROUPS = {
    "three-quads": 11_440,
    "four-triples": 6_772_480,
    "five-pairs-triple": 342_692_064,
    "six-pairs": 2_856_863_152,
    "three-triples-quad": 183_040,
}
BY_RANKS = {
    "dragon": 67_108_864,
    "twelve-royals": 560,
    "all-high": 37_442_160,
    "all-low": 37_442_160,
    "half-low": comb(40, 13) - comb(36, 13),
    **BY_GROUPS,
}
EVERY_SUIT = sum(3 << 4 * suit for suit in range(4)) << SUIT_SHIFT
"""Suit counts under which no kind holds by its suits."""
HANDS = 635_013_559_600


def spreads(ranks: range) -> dict[int, list[tuple[int, int]]]:
    """By number of cards: every way to take up to four of each of these ranks, as a key and in how many hands."""
    ways = {0: [(0, 1)]}
    for rank in ranks:
        grown: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for cards, found in ways.items():
            for count in range(5):
                grown[cards + count] += [(key + (count << 4 * rank), times * comb(4, count)) for key, times in found]
        ways = grown
    return ways


def partitions(cards: int, most: int = 4, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """Every way to make up so many cards of ranks that are not told apart, the fullest rank first."""
    if cards == 0:
        yield ()
    elif ranks:
        for count in range(min(most, cards), 0, -1):
            for rest in partitions(cards - count, count, ranks - 1):
                yield (count, *rest)


def kinds_of_ranks(counts: tuple[int, ...]) -> int:
    return card_kinds(sum(count << 4 * rank for rank, count in enumerate(counts)) | EVERY_SUIT)


def test_kinds_made_of_equal_ranks() -> None:
    found: Counter[str] = Counter()
    hands = 0
    for counts in partitions(13):
        empty = 13 - len(counts)
        ways = factorial(13) // prod(map(factorial, [*Counter(counts).values(), empty]))
        ways *= prod(comb(4, count) for count in counts)
        hands += ways
        held = kinds_of_ranks(counts)
        found.update({kind: ways for kind in BY_GROUPS if held & BITS[kind]})
    assert hands == HANDS
    assert found == BY_GROUPS


def test_six_pairs_without_what_stands_above_it() -> None:
    above = BITS["three-quads"] | BITS["five-pairs-triple"]
    found = 0
    for counts in partitions(13):
        held = kinds_of_ranks(counts)
        if held & BITS["six-pairs"] and not held & above:
            ways = factorial(13) // prod(map(factorial, [*Counter(counts).values(), 13 - len(counts)]))
            found += ways * prod(comb(4, count) for count in counts)
    assert found == 2_514_159_648


@pytest.mark.long
@pytest.mark.timeout(600)
def test_all_kinds_told_by_ranks() -> None:
    low, high = spreads(range(7)), spreads(range(7, 13))
    found: Counter[int] = Counter()
    for cards, halves in low.items():
        for key, times in halves:
            for other_key, other_times in high.get(13 - cards, []):
                found[card_kinds(key | other_key | EVERY_SUIT)] += times * other_times
    assert found.total() == HANDS
    assert {kind: sum(found[held] for held in found if held & BITS[kind]) for kind in BY_RANKS} == BY_RANKS


def suit_spreads() -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to spread thirteen cards over the suits, and in how many hands."""
    for counts in product(range(14), repeat=4):
        if sum(counts) == 13:
            yield counts, prod(comb(13, count) for count in counts)


def test_kinds_told_by_colours() -> None:
    found: Counter[str] = Counter()
    kinds = ("one-color", "black-with-one-red", "red-with-one-black")
    for counts, ways in suit_spreads():
        suits = sum(count << 4 * suit for suit, count in enumerate(counts))
        held = card_kinds(sum(1 << 4 * rank for rank in range(13)) | suits << SUIT_SHIFT)
        found.update({kind: ways for kind in kinds if held & BITS[kind]})
    assert found == {
        "one-color": 20_801_200,
        "black-with-one-red": comb(26, 12) * 26,
        "red-with-one-black": comb(26, 12) * 26,
    }


def test_pure_dragons() -> None:
    dragons = [row_key([4 * rank + suit for rank, suit in enumerate(suits)]) for suits in nearly_one_suit()]
    assert sum(bool(card_kinds(key) & BITS["pure-dragon"]) for key in dragons) == 4
    assert all(card_kinds(key) & BITS["dragon"] for key in dragons)


def nearly_one_suit() -> Iterator[tuple[int, ...]]:
    """The suits of dragons with at most one card out of suit, by rank."""
    for suit in range(4):
        yield (suit,) * 13
        for rank, other in product(range(13), range(4)):
            if other != suit:
                yield tuple(other if place == rank else suit for place in range(13))


def alone(kind: str) -> RuleSet:
    return rules_from({"specials": {"order": [kind]}})


def can_be_laid(rules: RuleSet, front: list[int], one: list[int], two: list[int]) -> bool:
    """Whether the recogniser sees the rules' only kind with one of two rows in the middle and the other behind."""
    return any(evaluate(rules, front + middle + back).special for middle, back in ((one, two), (two, one)))


def test_three_flushes() -> None:
    """A hand can be laid so when its suits can be shared out to rows of 3, 5 and 5."""
    rules = alone("three-flushes")
    shared = {}
    for suits in product(range(4), repeat=3):
        counts = Counter({suits[0]: 3}) + Counter({suits[1]: 5}) + Counter({suits[2]: 5})
        shared[tuple(counts[suit] for suit in range(4))] = suits
    found = 0
    for counts_by_suit, ways in suit_spreads():
        if counts_by_suit in shared:
            left = [[4 * rank + suit for rank in range(13)] for suit in range(4)]
            rows = []
            for size, suit in zip((3, 5, 5), shared[counts_by_suit], strict=True):
                rows.append(left[suit][:size])
                del left[suit][:size]
            assert can_be_laid(rules, *rows)
            found += ways
    assert found == 5_705_516_392


RUNS_OF_THREE = [(12, 0, 1), *((low, low + 1, low + 2) for low in range(11))]
RUNS_OF_FIVE = [(12, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(9))]


def test_three_straights() -> None:
    """Every set of ranks that three runs make, however they are laid; a rank is in three runs at most."""
    rules = alone("three-straights")
    layouts = {}
    for runs in product(RUNS_OF_THREE, RUNS_OF_FIVE, RUNS_OF_FIVE):
        counts = Counter(rank for run in runs for rank in run)
        layouts[tuple(counts[rank] for rank in range(13))] = runs
    for runs in layouts.values():
        # a suit a row, but for a card, so that no row is a flush and no card is there twice
        rows = [[4 * rank + (3 if rank == run[0] else row) for rank in run] for row, run in enumerate(runs)]
        rows = [
            [card - 3 + row if row and card in rows[0] else card for card in cards] for row, cards in enumerate(rows)
        ]
        assert can_be_laid(rules, *rows)
    assert sum(prod(comb(4, count) for count in counts) for counts in layouts) == 2_029_579_776


def test_three_straight_flushes() -> None:
    rules = alone("three-straight-flushes")
    found = set()
    for runs in product(RUNS_OF_THREE, RUNS_OF_FIVE, RUNS_OF_FIVE):
        for suits in product(range(4), repeat=3):
            rows = [[4 * rank + suit for rank in run] for run, suit in zip(runs, suits, strict=True)]
            cards = frozenset(card for row in rows for card in row)
            if len(cards) == 13 and cards not in found and can_be_laid(rules, *rows):
                found.add(cards)
    assert len(found) == 22_060
