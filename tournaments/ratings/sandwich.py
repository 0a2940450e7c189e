"""How much surer, or less sure, results are than the model says: the sandwich, from how deals differ among themselves.

A ranking of the model has a certain variance. Where bots often come out level, as good ones do at a table where all
lay the same hands in turn, deals differ by less than that, and intervals of the model alone are too wide. The sandwich
(Huber 1967, White 1980) puts the variance J of the deals' own scores (slopes of their log-likelihoods) in the place of
what the model expects, which is the curvature H: to the covariance A it adds A (J - H) A.

J is known as well as there are deals that could have gone either way, which is what the curvature of a bot counts. With
few of them the model is the better guess, above all where a bot won all its deals, which differ by nothing. So J - H
counts by c / (c + `HALFWAY`), c the least curvature in the pool; one share for all of it leaves every variance above 0.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from scipy.linalg import inv

from tournaments.ratings.choice_sets import Floats, Tables, by_pattern, sets_of
from tournaments.ratings.covariance import relative_covariance
from tournaments.ratings.plackett_luce import Fit

HALFWAY: Final = 25.0
"""Curvature, natural units, at which deals and model count alike: that of about 100 deals between two equal bots."""
_CHUNK: Final = 50_000


def correction(fitted: Fit, tables: Sequence[Tables]) -> Floats:
    """Return what is to be added to the covariance, [bots, bots], natural units, relative to the means of pools."""
    precision = fitted.precision.toarray()
    curvature = precision - fitted.prior * np.eye(len(precision))
    deals = sum(len(table.bots) for table in tables)
    beyond = score_variance(fitted.theta, tables) * (deals / max(deals - 1, 1)) - curvature
    least = np.full(int(fitted.pool.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, fitted.pool, curvature.diagonal().clip(0.0))
    trusted = (least / (least + HALFWAY))[fitted.pool]
    covariance = relative_covariance(np.asarray(inv(precision, assume_a="pos")), fitted.pool)
    return np.asarray(covariance @ (trusted[:, None] * beyond) @ covariance)


def score_variance(theta: Floats, tables: Sequence[Tables]) -> Floats:
    """Return the sum over deals of score times score, [bots, bots], at strengths by bot in natural units.

    >>> table = Tables(np.array([[0, 1], [0, 1]]), np.array([[3.0, 1.0], [2.0, 2.0]]))
    >>> score_variance(np.zeros(2), [table]).tolist()  # half a win more than expected, and what was expected
    [[0.25, -0.25], [-0.25, 0.25]]
    """
    bots = len(theta)
    found = np.zeros(bots * bots)
    for table in tables:
        for ranked, ties in by_pattern(table):
            for start in range(0, len(ranked), _CHUNK):
                some = ranked[start : start + _CHUNK]
                score = np.ones(some.shape)
                for columns, weight in sets_of(ties):
                    chances = np.exp(theta[some[:, columns]])
                    score[:, columns] -= weight * chances / chances.sum(axis=1, keepdims=True)
                keys = some[:, :, None] * bots + some[:, None, :]
                products = score[:, :, None] * score[:, None, :]
                found += np.bincount(keys.ravel(), products.ravel(), minlength=len(found))
    return found.reshape(bots, bots)
