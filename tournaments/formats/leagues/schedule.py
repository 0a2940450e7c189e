"""Round-robin schedules, by number: every pair, or tables at which all meet as evenly as can be."""

import itertools
from functools import cache
from typing import Final

import numpy as np

from tournaments.formats.leagues.lots import Lots, lots
from tournaments.formats.leagues.table_search import Costs, Seating, descend, seats_of, shake, total, with_empty_seats
from tournaments.formats.shape import split

Round = tuple[tuple[int, ...], ...]
"""The tables of one round, each as the numbers of its players."""

_TRIES: Final = 4
_SHAKEN: Final = 1000
"""How many players are shaken in all: a small field is shaken more often, as that takes no time."""


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


@cache
def even_tables(players: int, table_size: int, rounds: int, seed: bytes | None = None) -> tuple[Round, ...]:
    """Return `rounds` rounds of as few tables as seat all, at which pairs meet as equally often as can be found.

    What is minimized is the sum of squares of how often each pair meets. Each round is the best of a few descents over
    exchanges of two players, by lots that follow from `seed`; then each is shaken and descends again, a few times over,
    given all the others. That does not prove a minimum, which is an open problem for most sizes. The first round is in
    order of seeding.
    """
    tables = len(split(players, table_size))
    draws = lots(seed)
    cost = with_empty_seats(np.zeros((players, players), dtype=np.int32), tables)
    met = cost[:players, :players]
    found: list[Seating] = []
    for number in range(rounds):
        found.append(_cheapest(cost, tables, draws) if number else np.arange(len(cost)) % tables)
        met += _together(found[-1][:players])
    for number in max(1, _SHAKEN // players) * list(range(1, rounds)):
        met -= _together(found[number][:players])
        found[number] = shake(found[number], cost, draws)
        met += _together(found[number][:players])
    return tuple(seats_of(at, players) for at in found)


def _cheapest(cost: Costs, tables: int, draws: Lots) -> Seating:
    """Return the one of a few descents from random seatings that has the fewest former meetings."""
    found = []
    for _ in range(_TRIES):
        at = np.array(draws.order(len(cost))) % tables
        descend(at, cost)
        found.append(at)
    return min(found, key=lambda at: total(at, cost))


def _together(at: Seating) -> Costs:
    """Return 1 for each pair at one table."""
    together: Costs = (at[:, None] == at).astype(np.int32)
    np.fill_diagonal(together, 0)
    return together
