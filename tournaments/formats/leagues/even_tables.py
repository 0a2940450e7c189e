"""Schedules of tables at which all meet as evenly as can be, by number."""

from functools import cache
from typing import Final

import numpy as np

from tournaments.formats.leagues.lots import Lots, lots
from tournaments.formats.leagues.schedule import Round
from tournaments.formats.leagues.table_search import Costs, Seating, descend, seats_of, shake, total, with_empty_seats
from tournaments.formats.shape import split

_TRIES: Final = 4
_SHAKEN: Final = 1000
"""How many players are shaken in all: a small field is shaken more often, as that takes no time."""


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
