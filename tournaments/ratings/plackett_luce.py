"""The Plackett–Luce fit (of two at a table: Bradley–Terry): the most likely strengths under a weak normal prior."""

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from arena.errors import ArenaError
from tournaments.ratings.choice_sets import Choices, Floats, Ints
from tournaments.ratings.curvature import Likelihood, Point
from tournaments.ratings.pools import centred, pools
from tournaments.ratings.solve import solve

ELO = 400 / float(np.log(10))
"""Elo in one natural unit of strength."""
PRIOR_SD = 350.0
"""Elo: how far bots are expected to lie from their pool's mean before anything is played."""

_STEPS = 200
_SMALL = 1e-7
_ENDLESS = 30.0
_LONGEST = 5.0
"""Natural units: where nearly all is decided the curvature is nearly nought, and a step of Newton's too long to try."""


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
    fixed = fixed or {}
    names, pool = choices.names, pools(choices)
    free = np.array([name not in fixed for name in names], bool)
    centre = sum(fixed.values()) / len(fixed) if fixed else 0.0
    start = np.array([fixed.get(name, centre) for name in names]) / ELO
    prior = 0.0 if sd is None else (ELO / sd) ** 2
    here = Likelihood(choices, prior, centre / ELO).at(start)
    first = _steepness(here, free)
    for _ in range(_STEPS):
        accuracy = min(0.05, _steepness(here, free) / first) if first else 0.0
        before, here = here, _descend(here, _step(here, free, accuracy), pool if free.all() else None)
        if sd is None and np.ptp(here.theta) > _ENDLESS:
            break
        if np.abs(here.theta - before.theta).max(initial=0.0) < _SMALL:
            return Fit(choices, here.theta, pool, here.precision, prior, free)
    raise ArenaError("no finite ratings without a prior: some bots won, or lost, against all the others; give one")


def _steepness(here: Point, free: NDArray[np.bool_]) -> float:
    return float(np.abs(here.slope[free]).max(initial=0.0))


def _step(here: Point, free: NDArray[np.bool_], accuracy: float) -> Floats:
    """Newton's step, solved as accurately as it is worth at this distance from the goal."""
    matrix = here.precision if free.all() else here.precision[free][:, free]
    step = np.zeros(len(free))
    step[free] = -solve(csr_array(matrix), here.slope[free, None], max(accuracy, 1e-12))[:, 0]
    return step


def _descend(here: Point, step: Floats, pool: Ints | None) -> Point:
    """As much of the step as does not climb; pools, when given, are centred (which nothing but the prior notices)."""
    limit = here.value + 1e-12 * abs(here.value)
    step = step * min(1.0, _LONGEST / max(float(np.abs(step).max(initial=0.0)), _LONGEST))
    while True:
        theta = here.theta + step
        there = here.moved(theta if pool is None else centred(theta, pool))
        if there.value <= limit or np.abs(step).max(initial=0.0) <= _SMALL:
            return there
        step = step / 2
