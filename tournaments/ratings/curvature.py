"""The value, gradient and curvature of a Plackett–Luce likelihood at any strengths."""

from functools import cached_property

import numpy as np
from scipy.sparse import coo_array, csr_array, vstack

from tournaments.ratings.choice_sets import Choices, Floats, Ints

CROWD = 16
"""Sets up to this size are summed pair by pair, which is fast for many small ones."""
DENSE = 20_000_000
"""The most numbers of a matrix that is written out in full: 160 MB."""


class Likelihood:
    """A negative log-likelihood with the penalty of a normal prior: prior / 2 * sum of (theta - centre)²."""

    def __init__(self, choices: Choices, prior: float, centre: float) -> None:
        self.choices, self.prior, self.centre = choices, prior, centre
        self.pattern = _Pattern(choices)

    def at(self, theta: Floats) -> "Point":
        """Return the likelihood at one point; theta is in natural units, by bot."""
        return Point(self, theta)


class Point:
    """A likelihood at one point. What takes a pass over all sets is computed once, when first asked for."""

    def __init__(self, likelihood: Likelihood, theta: Floats) -> None:
        self.theta = theta
        self._likelihood = likelihood
        self._sets = likelihood.choices.sets.values()
        # Strengths differ by a few units, or a few dozen if only a prior bounds them, so exp is far from its limits.
        self._weight = np.exp(theta)
        self._off = theta - likelihood.centre

    def moved(self, theta: Floats) -> "Point":
        """Return the same likelihood at another point."""
        return Point(self._likelihood, theta)

    @cached_property
    def _totals(self) -> list[Floats]:
        """By set, the sum of its members' weights."""
        return [self._weight[members].sum(axis=0) for members, _ in self._sets]

    @cached_property
    def value(self) -> float:
        """The negative log-likelihood and the penalty."""
        chosen_from = sum(
            float(times @ np.log(total)) for (_, times), total in zip(self._sets, self._totals, strict=True)
        )
        penalty = self._likelihood.prior / 2 * float(self._off @ self._off)
        return chosen_from - float(self._likelihood.choices.wins @ self.theta) + penalty

    @cached_property
    def slope(self) -> Floats:
        """The gradient of `value`."""
        found = np.zeros(len(self.theta))
        for (members, times), total in zip(self._sets, self._totals, strict=True):
            each = np.broadcast_to(times / total, members.shape)
            found += np.bincount(members.ravel(), each.ravel(), minlength=len(found))
        return self._weight * found - self._likelihood.choices.wins + self._likelihood.prior * self._off

    @cached_property
    def precision(self) -> csr_array:
        """The second derivatives of `value`: a Laplacian of the graph of who met, plus the prior."""
        diagonal = np.full(len(self.theta), self._likelihood.prior)
        links = []
        crowded: list[csr_array] = []
        for (members, times), total in zip(self._sets, self._totals, strict=True):
            chance = self._weight[members] / total
            if len(members) > CROWD:
                diagonal += np.bincount(members.ravel(), (times * chance).ravel(), minlength=len(diagonal))
                crowded.append(_rows(members, np.sqrt(times) * chance, len(diagonal)))
                continue
            left, right = _pairs(len(members))
            links.append((times * chance[left] * chance[right]).ravel())
            own = times * chance * (1 - chance)
            diagonal += np.bincount(members.ravel(), own.ravel(), minlength=len(diagonal))
        pairs = self._likelihood.pattern.matrix(diagonal, links)
        return csr_array(pairs - _products(crowded)) if crowded else pairs


class _Pattern:
    """Where the entries of the curvature are, which does not depend on the strengths."""

    def __init__(self, choices: Choices) -> None:
        count = len(choices.names)
        keys = [np.zeros(0, np.int64)]
        for members, _ in choices.sets.values():
            if len(members) > CROWD:
                continue
            left, right = _pairs(len(members))
            keys.append((members[left] * count + members[right]).ravel())
        pairs, self._entry = np.unique(np.concatenate(keys), return_inverse=True)
        self._pairs = len(pairs)
        rows, columns, own = pairs // count, pairs % count, np.arange(count)
        places = np.arange(2 * self._pairs + count)
        where = (np.concatenate([rows, columns, own]), np.concatenate([columns, rows, own]))
        self._places = coo_array((places, where), shape=(count, count)).tocsr()

    def matrix(self, diagonal: Floats, links: list[Floats]) -> csr_array:
        """Return the matrix with this diagonal and, off it, minus the sums of `links` for each pair."""
        between = -np.bincount(self._entry, np.concatenate([np.zeros(0), *links]), minlength=self._pairs)
        values = np.concatenate([between, between, diagonal])[self._places.data]
        return csr_array((values, self._places.indices, self._places.indptr), shape=self._places.shape)


def _rows(members: Ints, values: Floats, count: int) -> csr_array:
    """Return a row for each set, with the values of its members."""
    size, sets = members.shape
    starts = np.arange(0, size * sets + 1, size)
    return csr_array((values.T.ravel(), members.T.ravel(), starts), shape=(sets, count))


def _products(crowded: list[csr_array]) -> csr_array:
    """Return the sum over all rows of rowᵀ @ row, for sets with too many pairs to write down."""
    rows = csr_array(vstack(crowded))
    if rows.shape[0] * rows.shape[1] > DENSE:
        return csr_array(rows.T @ rows)
    dense = rows.toarray()
    return csr_array(dense.T @ dense)


def _pairs(size: int) -> tuple[list[int], list[int]]:
    """Return all pairs of a set's members, as the places of the lower and of the higher."""
    left, right = np.triu_indices(size, 1)
    return left.tolist(), right.tolist()
