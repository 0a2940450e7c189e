"""Pools: bots that results connect, so that their ratings can be compared."""

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tournaments.ratings.choice_sets import Choices, Floats, Ints


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
