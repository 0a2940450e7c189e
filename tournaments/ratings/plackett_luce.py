"""The Plackett–Luce fit, at tables of two Bradley–Terry: the most likely strengths under a weak normal prior."""

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
"""In Elo, how far bots are expected to be from their pool's mean before anything is played."""

_STEPS = 200
_SMALL = 1e-7
_ENDLESS = 30.0
_LONGEST = 5.0
"""In natural units: where nearly all is decided the curvature is close to 0, and a Newton step too long to try."""


class Fit(msgspec.Struct, frozen=True):
    """The strengths, and what tells how sure they are. Everything is by bot, in the order of the names."""

    choices: Choices
    theta: Floats
    """In natural units; the mean of a pool is 0 unless strengths were fixed."""
    pool: Ints
    precision: csr_array
    """The curvature at `theta` with the prior; its inverse is the covariance (Laplace)."""
    prior: float
    """The prior's precision in natural units, 0 without one."""
    free: NDArray[np.bool_]
    """Which strengths were fitted, not given."""


def fit(choices: Choices, sd: float | None = PRIOR_SD, fixed: Mapping[str, float] | None = None) -> Fit:
    """Return the maximum of the likelihood times the prior N(0, sd²), by Newton's method.

    The prior keeps bots finite that won or lost everything, and centres every pool at 0. `sd` is in Elo, None for no
    prior. `fixed` are strengths in Elo that are not fitted; the prior is then centred at their mean. Raises ArenaError
    if there is no finite maximum, which happens only without a prior.

    >>> from tournaments.ratings.choice_sets import choices
    >>> deals = 3 * [(("ann", "bob"), (1.0, -1.0))] + [(("ann", "bob"), (-1.0, 1.0))]
    >>> ann, bob = fit(choices(deals), sd=None).theta * ELO
    >>> round(float(ann - bob), 1)  # 400 * log10(3): ann won three times as often
    190.8
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
    """Return Newton's step, solved as accurately as is worth it at this distance from the maximum."""
    matrix = here.precision if free.all() else here.precision[free][:, free]
    step = np.zeros(len(free))
    step[free] = -solve(csr_array(matrix), here.slope[free, None], max(accuracy, 1e-12))[:, 0]
    return step


def _descend(here: Point, step: Floats, pool: Ints | None) -> Point:
    """Take as much of the step as does not climb; centre the pools if given, which changes only the prior."""
    limit = here.value + 1e-12 * abs(here.value)
    step = step * min(1.0, _LONGEST / max(float(np.abs(step).max(initial=0.0)), _LONGEST))
    while True:
        theta = here.theta + step
        there = here.moved(theta if pool is None else centred(theta, pool))
        if there.value <= limit or np.abs(step).max(initial=0.0) <= _SMALL:
            return there
        step = step / 2
