"""Shapes: the ways to take a concealed hand apart into a pair and sets (H1).

Each suit is taken apart by itself, and what came of it is kept by its nine counts: few of them come up again and again.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from arena.mahjong.tiles import HONOURS, Counts

Set = tuple[int, bool]
"""The lowest kind of a set, and whether it is a triplet rather than a sequence."""
_Way = tuple[int, tuple[Set, ...]]
"""A pair's place in its suit, or -1, and the sets there."""
_NO_PAIR: Final = -1
_MOST_KEPT: Final = 1 << 16


class Shape(NamedTuple):
    """A pair's kind, and the sets of a hand."""

    pair: int
    sets: tuple[Set, ...]

    @property
    def all_triplets(self) -> bool:
        return all(triplet for _, triplet in self.sets)

    @property
    def has_triplet(self) -> bool:
        return any(triplet for _, triplet in self.sets)


def shapes_of(counts: Counts) -> Iterator[Shape]:
    """Yield every way to take the tiles apart into one pair and sets; none where there is no way."""
    honours = counts[HONOURS:]
    if any(count in {1, 4} for count in honours):
        return
    pairs = [HONOURS + place for place, count in enumerate(honours) if count == 2]
    triplets = tuple((HONOURS + place, True) for place, count in enumerate(honours) if count == 3)
    suits = [_ways(tuple(counts[start : start + 9])) for start in (0, 9, 18)]
    for ways in product(*suits):
        found = pairs + [9 * suit + pair for suit, (pair, _) in enumerate(ways) if pair != _NO_PAIR]
        if len(found) == 1:
            sets = [(9 * suit + kind, triplet) for suit, (_, each) in enumerate(ways) for kind, triplet in each]
            yield Shape(found[0], (*sets, *triplets))


def fitting(counts: Counts) -> list[int]:
    """Return the kinds of which one more tile gives the hand a shape, in order."""
    suits = [tuple(counts[start : start + 9]) for start in (0, 9, 18)]
    whole = [bool(_ways(suit)) for suit in suits]
    pairs = [each and sum(suit) % 3 == 2 for suit, each in zip(suits, whole, strict=True)]
    odd = [kind for kind in range(HONOURS, len(counts)) if counts[kind] in {1, 4}]
    honours = [kind for kind in range(HONOURS, len(counts)) if counts[kind] == 2]
    found: list[int] = []
    for place, suit in enumerate(suits):
        others = [each for each in range(3) if each != place]
        if not odd and all(whole[each] for each in others):
            beside = len(honours) + sum(pairs[each] for each in others)
            if beside == (0 if sum(suit) % 3 == 1 else 1):
                found += [9 * place + rank for rank in _fits(suit)]
    if all(whole) and len(odd) <= 1 and sum(pairs) + len(honours) == (0 if odd else 2):
        found += [kind for kind in odd or honours if counts[kind] < 4]
    return found


@lru_cache(maxsize=_MOST_KEPT)
def _fits(suit: tuple[int, ...]) -> tuple[int, ...]:
    """Return the ranks of which one more lets the suit be taken apart."""
    return tuple(
        rank for rank in range(9) if suit[rank] < 4 and _ways((*suit[:rank], suit[rank] + 1, *suit[rank + 1 :]))
    )


@lru_cache(maxsize=_MOST_KEPT)
def _ways(suit: tuple[int, ...]) -> tuple[_Way, ...]:
    """Return the ways to take one suit apart into sets, and a pair where its number of tiles leaves one."""
    left = list(suit)
    rest = sum(suit) % 3
    if rest == 0:
        return tuple((_NO_PAIR, sets) for sets in _sets(left, 0))
    if rest == 1:
        return ()
    found = []
    for pair in range(9):
        if left[pair] >= 2:
            left[pair] -= 2
            found += [(pair, sets) for sets in _sets(left, 0)]
            left[pair] += 2
    return tuple(found)


def _sets(counts: list[int], start: int) -> Sequence[tuple[Set, ...]]:
    kind = start
    while kind < 9 and not counts[kind]:
        kind += 1
    if kind == 9:
        return ((),)
    found: list[tuple[Set, ...]] = []
    if counts[kind] >= 3:
        counts[kind] -= 3
        found += [((kind, True), *rest) for rest in _sets(counts, kind)]
        counts[kind] += 3
    if kind < 7 and counts[kind + 1] and counts[kind + 2]:
        for place in (kind, kind + 1, kind + 2):
            counts[place] -= 1
        found += [((kind, False), *rest) for rest in _sets(counts, kind)]
        for place in (kind, kind + 1, kind + 2):
            counts[place] += 1
    return found


def covered(counts: Sequence[int]) -> int:
    """Return the most tiles that complete sets and at most one pair can take up.

    A hand of which fewer than all but two are covered waits for nothing, which is quickly told.
    """
    sets = pair = 0
    for start in (0, 9, 18):
        without, gain = _covered(tuple(counts[start : start + 9]))
        sets += without
        pair = max(pair, gain)
    for count in counts[HONOURS:]:
        if count >= 3:
            sets += 3
        elif count == 2:
            pair = 2
    return sets + pair


@lru_cache(maxsize=_MOST_KEPT)
def _covered(suit: tuple[int, ...]) -> tuple[int, int]:
    """Return the most tiles of a suit that sets take up, and how many more are taken up if one pair may be too."""
    left = list(suit)
    without = _most(left, 0)
    beside = without
    for rank in range(9):
        if left[rank] >= 2:
            left[rank] -= 2
            beside = max(beside, 2 + _most(left, 0))
            left[rank] += 2
    return without, beside - without


def _most(counts: list[int], start: int) -> int:
    rank = start
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        return 0
    best = _most(counts, rank + 1)
    if counts[rank] >= 3:
        counts[rank] -= 3
        best = max(best, 3 + _most(counts, rank))
        counts[rank] += 3
    if rank < 7 and counts[rank + 1] and counts[rank + 2]:
        for place in (rank, rank + 1, rank + 2):
            counts[place] -= 1
        best = max(best, 3 + _most(counts, rank))
        for place in (rank, rank + 1, rank + 2):
            counts[place] += 1
    return best
