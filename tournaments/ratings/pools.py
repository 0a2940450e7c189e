"""Pools: bots that results connect, so that their ratings can be compared."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tournaments.ratings.choice_sets import Choices, Floats, Ints, Tables


def pools(likelihood: Choices) -> Ints:
    """Return, by bot, the number of its pool: bots are in one pool if a chain of common tables links them."""
    first, other = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for size, (members, _) in likelihood.sets.items():
        first.append(np.tile(members[0], size - 1))
        other.append(members[1:].ravel())
    rows, columns, count = np.concatenate(first), np.concatenate(other), len(likelihood.names)
    met = coo_array((np.ones(len(rows), np.int8), (rows, columns)), shape=(count, count))
    _, labels = connected_components(met, directed=False)
    return np.asarray(labels, np.int64)


def centred(theta: Floats, pool: Ints) -> Floats:
    """Return the strengths minus the mean of each one's pool."""
    means = np.bincount(pool, theta) / np.bincount(pool)
    return np.asarray(theta - means[pool])


def two_way_groups(bots: int, tables: Sequence[Tables]) -> Ints:
    """Return, by bot, the number of its group: two bots are in one group if each was at least once level with or ahead
    of the other, through others if need be.

    Between groups of one pool results run in one direction only, so that the prior alone bounds how far apart they are
    (the condition of Ford 1957 for a finite maximum of the likelihood).
    """
    ahead, behind = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for table in tables:
        for left in range(table.bots.shape[1]):
            at_least = table.scores[:, [left]] >= table.scores
            ahead.append(np.broadcast_to(table.bots[:, [left]], table.bots.shape)[at_least])
            behind.append(table.bots[at_least])
    beats = np.unique(np.concatenate(ahead) * bots + np.concatenate(behind))
    won = coo_array((np.ones(len(beats), np.int8), (beats // bots, beats % bots)), shape=(bots, bots))
    _, labels = connected_components(won, directed=True, connection="strong")
    return np.asarray(labels, np.int64)
