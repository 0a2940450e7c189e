"""How sure a fit is: the covariance of the strengths, relative to the mean of their pool."""

import numpy as np
from scipy.linalg import inv

from tournaments.ratings.choice_sets import Floats, Ints
from tournaments.ratings.plackett_luce import Fit
from tournaments.ratings.solve import solve

EXACT = 2000
"""Up to this many bots the covariance is computed in full; beyond it `variances` is an estimate."""

_BATCH = 32
_MOST = 1024
_GOOD = 0.02


class Spread:
    """Variances of strengths, natural units."""

    def __init__(self, full: Floats | None, own: Floats | None = None) -> None:
        """Of the covariance in full, or of the variances alone."""
        self._full = full
        assert full is not None or own is not None
        self.own: Floats = np.asarray(full.diagonal()) if full is not None else np.asarray(own)
        """By bot, relative to the mean of its pool."""

    @classmethod
    def of(cls, fit: Fit) -> "Spread":
        """Of a fit: up to EXACT bots exact as far as Laplace's approximation is, beyond it estimated."""
        return cls(covariance(fit)) if len(fit.theta) <= EXACT else cls(None, variances(fit))

    def between(self, bots: Ints, others: Ints) -> Floats:
        """Return, pair by pair, the variance of the difference.

        Where only variances are known the covariance of the two, small among so many, is neglected.
        """
        apart = self.own[bots] + self.own[others]
        if self._full is not None:
            apart = apart - 2 * self._full[bots, others]
        return np.asarray(np.maximum(apart, 0.0))


def relative_covariance(full: Floats, pool: Ints) -> Floats:
    """The covariance of strengths less the mean of each one's pool."""
    return relative(relative(full, pool).T, pool)


def covariance(fit: Fit) -> Floats:
    """Return the covariance in natural units, [bots, bots]: the inverse of the precision (Laplace's approximation).

    Results tell only how the bots of a pool differ, so the variance is that of the difference to the pool's mean. If
    some strengths are fixed it is the variance itself, and 0 for those.
    """
    free = np.flatnonzero(fit.free)
    dense = fit.precision.toarray()[np.ix_(free, free)]
    if len(free) == len(fit.free) and fit.prior == 0:
        # Without a prior nothing is known of the common shift of a pool; any precision will do, as it cancels below.
        dense += fit.pool[:, None] == fit.pool
    found = np.zeros(fit.precision.shape)
    found[np.ix_(free, free)] = inv(dense, assume_a="pos")
    return found if len(free) < len(fit.free) else relative_covariance(found, fit.pool)


def variances(fit: Fit) -> Floats:
    """Return the variance by bot, in natural units: the diagonal of `covariance`.

    Above EXACT bots it is estimated (Hutchinson): for a random vector z of signs, z times (covariance @ z) is the
    diagonal on average. Two terms of a Neumann series, whose diagonal is known, are subtracted first and added back
    after, so chance touches only what a bot's opponents' opponents contribute. Vectors are added, from a fixed seed,
    until the error of the estimate is 2 % (root mean square over the bots) or there are 1,024 of them, which leaves 3 %
    even in a bracket, where most bots are linked by long chains only. An interval has half that error.
    """
    if len(fit.theta) <= EXACT or not fit.free.all():
        return np.asarray(np.diagonal(covariance(fit)))
    near = _Near(fit)
    signs = np.random.default_rng(0)
    base, drawn = near.diagonal(), 0
    total, squares = np.zeros(len(fit.theta)), np.zeros(len(fit.theta))
    while True:
        probes = signs.choice([-1.0, 1.0], size=(len(fit.theta), _BATCH))
        centred = relative(probes, fit.pool)
        rest = probes * relative(solve(fit.precision, centred, 1e-3) - near.times(centred), fit.pool)
        drawn += _BATCH
        total += rest.sum(axis=1)
        squares += (rest**2).sum(axis=1)
        mean = total / drawn
        error = np.sqrt((squares / drawn - mean**2).clip(0) / drawn) / (base + mean).clip(np.finfo(float).tiny)
        if np.sqrt(np.mean(error**2)) < _GOOD or drawn >= _MOST:
            return np.asarray(np.maximum(base + mean, base))


class _Near:
    """The part of the covariance that direct opponents make: the first terms of a Neumann series.

    The precision is D - A, D its diagonal; the series is D⁻¹ + D⁻¹AD⁻¹ + D⁻¹AD⁻¹AD⁻¹.
    """

    def __init__(self, fit: Fit) -> None:
        self._fit = fit
        self._diagonal = fit.precision.diagonal()

    def times(self, vectors: Floats) -> Floats:
        """Return the series times columns."""
        term = vectors / self._diagonal[:, None]
        found = term
        for _ in range(2):
            term = term - (self._fit.precision @ term) / self._diagonal[:, None]
            found = found + term
        return np.asarray(found)

    def diagonal(self) -> Floats:
        """Return the diagonal of the series, relative to the means of the pools."""
        links = self._fit.precision.power(2)
        links.setdiag(0)
        own = 1 / self._diagonal
        exact = own + own**2 * (links @ own)
        pool = self._fit.pool
        size = np.bincount(pool)[pool]
        shift = self.times(np.ones((len(own), 1)))[:, 0] / size
        return np.asarray(exact - 2 * shift + (np.bincount(pool, shift)[pool] / size))


def relative(columns: Floats, pool: Ints) -> Floats:
    """Columns minus the mean of each pool in them."""
    count = int(pool.max(initial=-1)) + 1
    sums = np.zeros((count, columns.shape[1]))
    np.add.at(sums, pool, columns)
    return np.asarray(columns - (sums / np.bincount(pool)[:, None])[pool])
