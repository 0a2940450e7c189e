"""Round-robin schedules of pairs, by number."""

import itertools
from functools import cache

Round = tuple[tuple[int, ...], ...]
"""The tables of one round, each as the numbers of its players."""


@cache
def pairs(players: int, cycles: int = 1) -> tuple[Round, ...]:
    """Return every pair once in each cycle, by the circle method; with an odd number one player rests in each round.

    Everybody comes first in its pair as often as second, or once more or less.

    >>> pairs(4)
    (((0, 3), (1, 2)), ((3, 1), (2, 0)), ((2, 3), (0, 1)))
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
    """Return the pair in its order: of an odd number on a circle, each is first against the half that follows it."""
    return (one, other) if (other - one) % odd <= odd // 2 else (other, one)
