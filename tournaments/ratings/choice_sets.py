"""Results as choice sets: the form in which a Plackett–Luce likelihood is summed.

A ranking of a table is a row of choices: the first is chosen out of all, the second out of the rest, and so on. With
theta the strengths, its log-likelihood is the sum of the thetas minus the sum of log(sum of exp theta) over the sets
chosen from. Equal sets are merged whatever table they come from, so a long match of p bots is at most 2^p - 1 sets.

Ties: bots with equal scores count as the mean over all orders of them, which for two is half a win each. In that mean
every subset of the tied bots of a given size is left to choose from equally often, so it is a sum over subsets (255 for
a table of eight that is all level) and not over orders. A tied group of more than eight is approximated: runs around
the circle of its bots stand for all subsets of their size.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Deal = tuple[tuple[str, ...], tuple[float, ...]]
"""Bots and the score of each, higher is better: what every rating counts."""

EXACT_TIE = 8
"""Tied groups up to this size count as the mean over all their orders."""


class Choices(msgspec.Struct, frozen=True):
    """A likelihood: `wins[i]` times theta_i over all, minus weight times log-sum-exp over each set."""

    names: tuple[str, ...]
    """Sorted; every index below points into them."""
    wins: Floats
    sets: dict[int, tuple[Ints, Floats]]
    """By size of the set: members, int[size, sets], ascending downwards, and the weight of each set."""
    results: Ints
    """By bot, how many deals it played."""


class Tables(msgspec.Struct, frozen=True):
    """Deals of one table size: bot indices and scores, both [deals, size]."""

    bots: Ints
    scores: NDArray[np.int64] | Floats
    at: Ints = msgspec.field(default_factory=lambda: np.zeros(0, np.int64))
    """By deal, the number of the table it was played at; empty where nobody asks."""


def choices(deals: Iterable[Deal]) -> Choices:
    """Return the likelihood of `deals`, each a result between different bots.

    >>> found = choices([(("ann", "bob", "cat"), (5.0, 1.0, -6.0))])
    >>> found.names, found.wins.tolist()
    (('ann', 'bob', 'cat'), [1.0, 1.0, 0.0])
    >>> {size: members.T.tolist() for size, (members, _) in found.sets.items()}
    {2: [[1, 2]], 3: [[0, 1, 2]]}
    """
    names, tables = tabulate(deals)
    return choices_of(names, tables)


def tabulate(deals: Iterable[Deal]) -> tuple[tuple[str, ...], list[Tables]]:
    """The names in order, and the deals as arrays, one for each table size; each deal is at a table of its own."""
    return tabulate_tables([deal] for deal in deals)


def tabulate_tables(tables: Iterable[Iterable[Deal]]) -> tuple[tuple[str, ...], list[Tables]]:
    """The same for deals that are given table by table."""
    by_size: dict[int, tuple[list[tuple[str, ...]], list[tuple[float, ...]], list[int]]] = {}
    for number, deals in enumerate(tables):
        for bots, scores in deals:
            rows = by_size.setdefault(len(bots), ([], [], []))
            rows[0].append(bots)
            rows[1].append(scores)
            rows[2].append(number)
    names = tuple(sorted({bot for rows, _, _ in by_size.values() for bots in rows for bot in bots}))
    index = {name: number for number, name in enumerate(names)}
    found = []
    for size, (seats, scored, at) in sorted(by_size.items()):
        flat = np.fromiter((index[bot] for bots in seats for bot in bots), np.int64, len(seats) * size)
        found.append(Tables(flat.reshape(len(seats), size), np.array(scored), np.array(at, np.int64)))
    return names, found


def choices_of(names: tuple[str, ...], tables: Sequence[Tables]) -> Choices:
    """Return the likelihood of deals that are arrays already."""
    wins = np.zeros(len(names))
    results = np.zeros(len(names), np.int64)
    found: dict[int, list[tuple[Ints, Floats]]] = {}
    for table in tables:
        results += np.bincount(table.bots.ravel(), minlength=len(names))
        for ranked, ties in by_pattern(table):
            wins += np.bincount(ranked.ravel(), minlength=len(names))
            for columns, weight in sets_of(ties):
                members = np.sort(ranked[:, columns], axis=1)
                found.setdefault(len(columns), []).append((members, np.full(len(members), weight)))
    for members, weights in found.pop(1, ()):
        # A choice out of one is no choice: its logarithm is the theta that `wins` counted.
        wins -= np.bincount(members[:, 0], weights, minlength=len(names))
    return Choices(names, wins, {size: _merged(parts, len(names)) for size, parts in sorted(found.items())}, results)


def by_pattern(table: Tables) -> Iterator[tuple[Ints, tuple[int, ...]]]:
    """Yield the rows, best first, whose tied groups have the same sizes, together with these: (indices, sizes)."""
    order = np.argsort(-table.scores, axis=1, kind="stable")
    ranked = np.take_along_axis(table.bots, order, axis=1)
    scores = np.take_along_axis(table.scores, order, axis=1)
    level = scores[:, 1:] == scores[:, :-1]
    first, which = _distinct(level, 2)
    for number, pattern in enumerate(level[first]):
        ends = np.flatnonzero(np.append(~pattern, True)) + 1
        yield ranked[which == number], tuple(np.diff(ends, prepend=0).tolist())


@cache
def sets_of(ties: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Return the columns of each set that rows with such tied groups choose from, and its weight."""
    found = []
    start, seats = 0, sum(ties)
    for group in ties:
        rest = tuple(range(start + group, seats))
        for size in range(1, group + 1):
            subsets = _subsets(group, size)
            found += [((*(start + it for it in subset), *rest), 1 / len(subsets)) for subset in subsets]
        start += group
    return tuple(found)


def _subsets(group: int, size: int) -> list[tuple[int, ...]]:
    """Return all subsets of a size, or beyond EXACT_TIE the runs around the circle, where members are as frequent."""
    if group <= EXACT_TIE or size == group:
        return list(itertools.combinations(range(group), size))
    return [tuple((first + step) % group for step in range(size)) for first in range(group)]


def _merged(parts: list[tuple[Ints, Floats]], names: int) -> tuple[Ints, Floats]:
    """Return equal sets as one, their weights added, in order of their members; rows become columns."""
    members = np.concatenate([part for part, _ in parts])
    weights = np.concatenate([part for _, part in parts])
    first, which = _distinct(members, names)
    return np.ascontiguousarray(members[first].T), np.asarray(np.bincount(which, weights), np.float64)


def _distinct(rows: NDArray[Any], values: int) -> tuple[Ints, Ints]:
    """Return where each distinct row of values 0 … `values` - 1 comes first, and by row which of these it is."""
    if values ** rows.shape[1] < 2**63:
        keys = np.zeros(len(rows), np.int64)
        for column in rows.T:
            keys = keys * values + column
        _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    else:
        _, first, which = np.unique(rows, return_index=True, return_inverse=True, axis=0)
    return np.asarray(first, np.int64), np.asarray(which.ravel(), np.int64)
