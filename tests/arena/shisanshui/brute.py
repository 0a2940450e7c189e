"""The rules again, written as plainly as can be, to hold the quick ones against. No code is shared with them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

NAMES = "23456789TJQKA"
TYPES = ["high", "pair", "pairs", "three", "straight", "flush", "full", "four", "straight-flush", "five"]


def place_of_run(ranks: Sequence[int]) -> int:
    """1 for 23456 to 8 for 9TJQK, 9 for A2345, 10 for TJQKA; 0 for no run. Three cards: any number but 0."""
    ordered = "".join(NAMES[rank] for rank in sorted(ranks))
    if len(ranks) == 3:
        return int(ordered in NAMES or ordered == "23A")
    if ordered == "2345A":
        return 9
    if ordered == "TJQKA":
        return 10
    return NAMES.index(ordered[0]) + 1 if ordered in NAMES else 0


def row_key(cards: Sequence[int]) -> tuple[int, list[int]]:
    """Rows compare as these do; a shorter list is lower where the longer one goes on."""
    ranks = [card // 4 for card in cards]
    counts = Counter(ranks)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    run = place_of_run(ranks) if len(cards) == 5 else 0
    descending = sorted(ranks, reverse=True)
    if flush and run:
        return TYPES.index("straight-flush"), [run]
    if run and not flush:
        return TYPES.index("straight"), [run]
    shapes = {"five": [5], "four": [4, 1], "full": [3, 2]}
    name = next((name for name, wanted in shapes.items() if shape == wanted), None)
    if name is None and flush:
        return TYPES.index("flush"), descending
    lesser = {3: "three", 2: "pairs" if shape[:2] == [2, 2] else "pair", 1: "high"}
    return TYPES.index(name or lesser[shape[0]]), groups


def fouls(front: Sequence[int], middle: Sequence[int], back: Sequence[int], strict: bool = False) -> bool:
    rows = [row_key(front), row_key(middle), row_key(back)]
    return not (rows[0] < rows[1] < rows[2] if strict else rows[0] <= rows[1] <= rows[2])


def splits(counts: tuple[int, ...], groups: tuple[int, ...]) -> bool:
    """Can ranks that occur so often be split into groups of equal ranks of these sizes?"""
    return _splits(tuple(sorted(count for count in counts if count)), tuple(sorted(groups)))


@cache
def _splits(counts: tuple[int, ...], groups: tuple[int, ...]) -> bool:
    if not groups:
        return not counts
    size, rest = groups[-1], groups[:-1]
    return any(
        _splits(tuple(sorted(left for left in (*counts[:place], count - size, *counts[place + 1 :]) if left)), rest)
        for place, count in enumerate(counts)
        if count >= size
    )


GROUPS = {
    "three-quads": (4, 4, 4, 1),
    "four-triples": (3, 3, 3, 3, 1),
    "three-triples-quad": (4, 3, 3, 3),
    "five-pairs-triple": (3, 2, 2, 2, 2, 2),
    "six-pairs": (2, 2, 2, 2, 2, 2, 1),
}


def card_kinds(cards: Sequence[int]) -> set[str]:
    """The kinds that thirteen cards without jokers hold in any layout."""
    ranks = {card // 4 for card in cards}
    suits = Counter(card % 4 for card in cards)
    names = {NAMES[rank] for rank in ranks}
    red = suits[1] + suits[2]
    counts = tuple(Counter(card // 4 for card in cards).values())
    held = {kind for kind, groups in GROUPS.items() if splits(counts, groups)}
    tests = {
        "dragon": len(ranks) == 13,
        "pure-dragon": len(ranks) == 13 and len(suits) == 1,
        "twelve-royals": names <= set("JQKA"),
        "all-high": names <= set("89TJQKA"),
        "all-low": names <= set("2345678"),
        "half-low": names <= set("A23456789T") and "A" in names,
        "one-color": red in {0, 13},
        "black-with-one-red": red == 1,
        "red-with-one-black": red == 12,
    }
    return held | {kind for kind, holds in tests.items() if holds}


def laid_kinds(front: Sequence[int], middle: Sequence[int], back: Sequence[int], strict: bool = False) -> set[str]:
    """The kinds that hold of rows without jokers as they are laid."""
    if fouls(front, middle, back, strict):
        return set()
    rows = (front, middle, back)
    flushes = all(len({card % 4 for card in row}) == 1 for row in rows)
    runs = all(place_of_run([card // 4 for card in row]) for row in rows)
    held = {"three-flushes"} if flushes else set()
    if runs:
        held.add("three-straights")
    if flushes and runs:
        held.add("three-straight-flushes")
    return held


def readings(cards: Sequence[int]) -> Iterator[list[int]]:
    """Every way to read the jokers among the cards, each where it lies."""
    places = [place for place, card in enumerate(cards) if card >= 52]
    for chosen in combinations_with_replacement(range(52), len(places)):
        read = list(cards)
        for place, card in zip(places, chosen, strict=True):
            read[place] = card
        yield read
