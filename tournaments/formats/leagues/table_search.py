"""Make tables cheaper by exchanging two players at a time, given what it costs that a pair meets."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tournaments.formats.leagues.lots import Lots

Seating = NDArray[np.int64]
"""The table of each player, by number from 0; no table is without players."""
Costs = NDArray[np.signedinteger]
"""What it costs that two players sit at one table: symmetric, 0 with oneself."""

_TRIED: Final = 8
"""Exchanges looked at for each table before the gains are computed again."""
_SHAKEN: Final = 0.05
"""The share of the players that cost something that a shake moves."""


def with_empty_seats(cost: Costs, tables: int) -> Costs:
    """Return the costs of all places at `tables` tables of one size, the last ones being empty seats.

    An empty seat costs no player anything, and two at one table cost more than anything else, so that sizes differ by
    at most one.
    """
    players = len(cost)
    places = -(-players // tables) * tables
    whole = np.full((places, places), np.iinfo(cost.dtype).max >> 8, dtype=cost.dtype)
    whole[:players] = whole[:, :players] = 0
    whole[:players, :players] = cost
    np.fill_diagonal(whole, 0)
    return whole


def descend(at: Seating, cost: Costs) -> None:
    """Exchange players, in place, as long as that makes the tables cheaper.

    Of the exchanges that help, the best are made together, as many as touch different tables.
    """
    players, tables = len(at), int(at.max()) + 1
    once = np.triu(np.ones((players, players), dtype=bool))
    first = np.concatenate(([0], np.cumsum(np.bincount(at))[:-1]))
    while True:
        by_table = np.add.reduceat(cost[:, np.argsort(at, kind="stable")], first, axis=1)
        beside = by_table[:, at]  # what each pays at the table of each
        saved = beside.diagonal()[:, None] - beside
        gain = saved + saved.T + 2 * cost
        good = np.flatnonzero((gain > 0) & once & (at[:, None] != at))
        if not len(good):
            return
        busy: set[int] = set()
        best = good[np.argsort(-gain.ravel()[good], kind="stable")]
        for one, other in zip(*map(np.ndarray.tolist, np.divmod(best[: _TRIED * tables], players)), strict=True):
            here, there = int(at[one]), int(at[other])
            if busy.isdisjoint((here, there)):
                busy |= {here, there}
                at[one], at[other] = there, here


def shake(at: Seating, cost: Costs, draws: Lots) -> Seating:
    """Move a few players that cost something and descend again; return the result unless it costs more."""
    paid = np.where(at[:, None] == at, cost, 0).sum(axis=1)
    dear = np.flatnonzero(paid)
    if not len(dear) or not at.any():  # nothing to improve, or a single table
        return at
    moved = at.copy()
    for _ in range(1 + draws.below(max(3, int(_SHAKEN * len(dear))))):
        one, other = dear[draws.below(len(dear))], draws.below(len(at))
        moved[[one, other]] = moved[[other, one]]
    descend(moved, cost)
    return moved if total(moved, cost) <= paid.sum() else at


def total(at: Seating, cost: Costs) -> int:
    """Return twice what all tables cost."""
    return int(cost[at[:, None] == at].sum())


def seats_of(at: Seating, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the players of each table, tables in order of their lowest number; numbers beyond are empty seats."""
    tables = range(int(at.max()) + 1)
    return tuple(sorted(tuple(np.flatnonzero(at[:players] == table).tolist()) for table in tables))
