"""Value, gradient and curvature of a Plackett–Luce likelihood, at any strengths."""

import numpy as np
from scipy.sparse import csr_array

from tournaments.ratings.choices import Choices, Floats, Ints


class Likelihood:
    """A log-likelihood, negated, as a function of theta (natural units, one a bot)."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._count = len(choices.names)
        self._pattern = _Pattern(choices)

    def value(self, theta: Floats) -> float:
        """The negated log-likelihood."""
        chosen_from = sum(
            float(weights @ _log_sums(theta[members])) for members, weights in self._choices.sets.values()
        )
        return chosen_from - float(self._choices.wins @ theta)

    def gradient(self, theta: Floats) -> Floats:
        """The gradient of `value`."""
        found = -self._choices.wins
        for members, weights in self._choices.sets.values():
            shares = weights[:, None] * _chances(theta[members])
            found = found + np.bincount(members.ravel(), shares.ravel(), minlength=self._count)
        return found

    def hessian(self, theta: Floats) -> csr_array:
        """The matrix of second derivatives of `value`: a Laplacian of the graph of who met whom."""
        diagonal = np.zeros(self._count)
        links = []
        for members, weights in self._choices.sets.values():
            chance = _chances(theta[members])
            left, right = np.triu_indices(members.shape[1], 1)
            links.append((weights[:, None] * chance[:, left] * chance[:, right]).ravel())
            own = weights[:, None] * chance * (1 - chance)
            diagonal += np.bincount(members.ravel(), own.ravel(), minlength=self._count)
        return self._pattern.matrix(diagonal, links)


class _Pattern:
    """Where the entries of the curvature are: found once, since they do not depend on the strengths."""

    def __init__(self, choices: Choices) -> None:
        count = len(choices.names)
        keys = [np.zeros(0, np.int64)]
        for members, _ in choices.sets.values():
            left, right = np.triu_indices(members.shape[1], 1)
            keys.append((members[:, left] * count + members[:, right]).ravel())
        pairs, self._entry = np.unique(np.concatenate(keys), return_inverse=True)
        self._pairs = len(pairs)
        rows, columns = pairs // count, pairs % count
        own = np.arange(count)
        self._shape = (count, count)
        order = np.lexsort((np.concatenate([columns, rows, own]), np.concatenate([rows, columns, own])))
        self._order = order
        self._columns = np.concatenate([columns, rows, own])[order]
        lengths: Ints = np.bincount(np.concatenate([rows, columns, own]), minlength=count)
        self._starts = np.concatenate([[0], np.cumsum(lengths)])

    def matrix(self, diagonal: Floats, links: list[Floats]) -> csr_array:
        """The matrix with this diagonal and, off it, minus the sums of what `links` give for each pair."""
        between = -np.bincount(self._entry, np.concatenate([np.zeros(0), *links]), minlength=self._pairs)
        values = np.concatenate([between, between, diagonal])[self._order]
        return csr_array((values, self._columns, self._starts), shape=self._shape)


def _log_sums(strengths: Floats) -> Floats:
    """By row, the logarithm of the sum of exponentials."""
    highest = strengths.max(axis=1)
    return np.asarray(highest + np.log(np.exp(strengths - highest[:, None]).sum(axis=1)))


def _chances(strengths: Floats) -> Floats:
    """By row, each one's chance to be chosen."""
    chance = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    return np.asarray(chance / chance.sum(axis=1, keepdims=True))
