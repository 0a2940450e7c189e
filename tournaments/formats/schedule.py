"""Who meets whom in a round robin, by number: every pair, or tables at which all meet as evenly as can be."""

import itertools
import random
from collections.abc import Sequence
from functools import cache

from tournaments.formats.shape import split

Round = tuple[tuple[int, ...], ...]
"""The tables of one round, each by the numbers of its players."""

_TRIES = 4


@cache
def pairs(players: int, cycles: int = 1) -> tuple[Round, ...]:
    """Every pair once in each cycle, by the circle method; with an odd number one rests in each round.

    The first of a pair is its first side: everybody is first and second equally often, or once more or less.
    """
    odd = players - 1 + players % 2
    rounds = []
    for number in range(odd):
        tables = [_sides((number + step) % odd, (number - step) % odd, odd) for step in range(1, odd // 2 + 1)]
        if players % 2 == 0:
            last = (number, players - 1)
            tables.insert(0, last if number % 2 == 0 else last[::-1])
        rounds.append(tuple(tables))
    turned = tuple(tuple(table[::-1] for table in tables) for tables in rounds)
    return tuple(itertools.chain.from_iterable(turned if cycle % 2 else rounds for cycle in range(cycles)))


def _sides(one: int, other: int, odd: int) -> tuple[int, int]:
    """Of an odd number on a circle, each is first against the half that follows it."""
    return (one, other) if (other - one) % odd <= odd // 2 else (other, one)


@cache
def even_tables(players: int, table_size: int, rounds: int) -> tuple[Round, ...]:
    """`rounds` times all players at as few tables as seat them, so that pairs meet as equally often as can be found.

    Each round is the best of a few descents over exchanges of two players, from a fixed seed, in the sum of squares of
    how often each pair has met. That is no proof of the least, which is an open problem for most sizes.
    """
    met = [[0] * players for _ in range(players)]
    draws = random.Random(0)
    found: list[Round] = []
    for number in range(rounds):
        best: list[list[int]] = []
        for attempt in range(_TRIES if number else 1):
            order = list(range(players))
            if number or attempt:
                draws.shuffle(order)
            tables = _seated(order, table_size)
            _descend(tables, met)
            if not best or _cost(tables, met) < _cost(best, met):
                best = tables
        for table in best:
            for one, other in itertools.permutations(table, 2):
                met[one][other] += 1
        found.append(tuple(sorted(tuple(sorted(table)) for table in best)))
    return tuple(found)


def _seated(order: Sequence[int], table_size: int) -> list[list[int]]:
    """Dealt over the tables one by one, so that a first round in order of seeding is spread by seeding."""
    tables = len(split(len(order), table_size))
    return [list(order[table::tables]) for table in range(tables)]


def _cost(tables: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> int:
    """What this round adds to the sum of squares of meetings."""
    return sum(2 * met[one][other] + 1 for table in tables for one, other in itertools.combinations(table, 2))


def _descend(tables: list[list[int]], met: Sequence[Sequence[int]]) -> None:
    """Exchange two players as long as that makes the round cheaper."""
    better = True
    while better:
        better = False
        for here, there in itertools.combinations(tables, 2):
            for one, other in itertools.product(range(len(here)), range(len(there))):
                if _gain(here, one, there, other, met) > 0:
                    here[one], there[other] = there[other], here[one]
                    better = True


def _gain(here: list[int], one: int, there: list[int], other: int, met: Sequence[Sequence[int]]) -> int:
    """By how many former meetings fewer sit together after the exchange."""
    mine, yours = met[here[one]], met[there[other]]
    before = sum(mine[it] for it in here) + sum(yours[it] for it in there)
    after = sum(mine[it] for it in there) + sum(yours[it] for it in here)
    return before - after + 2 * mine[there[other]]
