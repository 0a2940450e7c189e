"""The Plackett–Luce fit (of two at a table: Bradley–Terry): the most likely strengths under a weak normal prior."""

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

from arena.errors import ArenaError
from tournaments.ratings.choices import Choices, Floats, Ints
from tournaments.ratings.curvature import Likelihood
from tournaments.ratings.pools import pools
from tournaments.ratings.solve import solve

ELO = 400 / float(np.log(10))
"""Elo in one natural unit of strength."""
PRIOR_SD = 350.0
"""Elo: how far bots are expected to lie from their pool's mean before anything is played."""

_STEPS = 200
_SMALL = 1e-7
_ENDLESS = 30.0


class Fit(msgspec.Struct, frozen=True):
    """The strengths and what is needed to say how sure they are. Everything is by bot, in the order of the names."""

    choices: Choices
    theta: Floats
    """Natural units; the mean of a pool is 0 unless strengths were fixed."""
    pool: Ints
    precision: csr_array
    """The curvature at `theta`, prior included: its inverse is the covariance (Laplace)."""
    prior: float
    """The prior's precision in natural units, 0 without one."""
    free: NDArray[np.bool_]
    """Which strengths were fitted and not given."""


def fit(choices: Choices, sd: float | None = PRIOR_SD, fixed: Mapping[str, float] | None = None) -> Fit:
    """The maximum of the likelihood times the prior N(0, sd²), by Newton's method.

    The prior keeps a bot that won or lost all finite, and centres every pool at 0. `sd` is in Elo, None for none.
    `fixed` gives strengths in Elo that are not fitted (the prior is then centred at their mean). Raises ArenaError when
    there is no finite maximum, which a prior always gives.
    """
    goal = _Goal(choices, 0.0 if sd is None else (ELO / sd) ** 2, fixed or {})
    pool = pools(choices)
    theta = goal.start
    first = goal.steepness(theta)
    for _ in range(_STEPS):
        accuracy = min(0.05, goal.steepness(theta) / first) if first else 0.0
        before, theta = theta, goal.descend(theta, goal.step(theta, accuracy))
        if not goal.anchored:
            theta = theta - _means(theta, pool)
        if sd is None and np.ptp(theta) > _ENDLESS:
            break
        if np.abs(theta - before).max(initial=0.0) < _SMALL:
            return Fit(choices, theta, pool, goal.precision(theta), goal.prior, goal.free)
    raise ArenaError("no finite ratings without a prior: some bots won, or lost, against all the others; give one")


class _Goal:
    """What is minimised: the negated likelihood and the prior's penalty, over the strengths that are free."""

    def __init__(self, choices: Choices, prior: float, fixed: Mapping[str, float]) -> None:
        self._likelihood = Likelihood(choices)
        self._ridge = diags_array(np.full(len(choices.names), prior), format="csr")
        self.prior = prior
        self.anchored = bool(fixed)
        self.free = np.array([name not in fixed for name in choices.names], bool)
        self._centre = sum(fixed.values()) / len(fixed) / ELO if fixed else 0.0
        self.start = np.array([fixed.get(name, self._centre * ELO) / ELO for name in choices.names])

    def value(self, theta: Floats) -> float:
        return self._likelihood.value(theta) + self.prior / 2 * float(((theta - self._centre) ** 2).sum())

    def slope(self, theta: Floats) -> Floats:
        return np.where(self.free, self._likelihood.gradient(theta) + self.prior * (theta - self._centre), 0.0)

    def steepness(self, theta: Floats) -> float:
        return float(np.abs(self.slope(theta)).max(initial=0.0))

    def precision(self, theta: Floats) -> csr_array:
        return csr_array(self._likelihood.hessian(theta) + self._ridge)

    def step(self, theta: Floats, accuracy: float) -> Floats:
        """Newton's step, solved as accurately as it is worth at this distance from the goal."""
        step = np.zeros_like(theta)
        matrix = self.precision(theta)[self.free][:, self.free] if self.anchored else self.precision(theta)
        step[self.free] = -solve(matrix, self.slope(theta)[self.free, None], max(accuracy, 1e-12))[:, 0]
        return step

    def descend(self, theta: Floats, step: Floats) -> Floats:
        """As much of the step as does not climb."""
        worth = self.value(theta)
        limit = worth + 1e-12 * abs(worth)
        while self.value(theta + step) > limit and np.abs(step).max() > _SMALL:
            step = step / 2
        return theta + step


def _means(theta: Floats, pool: Ints) -> Floats:
    """By bot, the mean of its pool."""
    means = np.bincount(pool, theta) / np.bincount(pool)
    return np.asarray(means[pool])
