"""Sparse linear systems with the curvature of a likelihood, for many right-hand sides at once."""

import numpy as np
from scipy.sparse import csr_array

from tournaments.ratings.choice_sets import Floats


def solve(matrix: csr_array, wanted: Floats, tolerance: float) -> Floats:
    """Return x with matrix @ x = wanted, by conjugate gradients with the diagonal as preconditioner.

    `wanted` is [n, columns]. The residual of each column ends at `tolerance` times its start or, if rounding keeps it
    above, after about ten steps a row. A singular matrix, as there is without a prior, gives one of the solutions if
    `wanted` is in its range.
    """
    scale = 1 / np.maximum(matrix.diagonal(), np.finfo(float).tiny)[:, None]
    found = np.zeros_like(wanted)
    residual = wanted.copy()
    scaled = scale * residual
    direction = scaled.copy()
    size = _dots(residual, scaled)
    goal = tolerance**2 * size
    for _ in range(10 * len(wanted) + 100):
        if np.all(size <= goal):
            break
        image = matrix @ direction
        length = _ratio(size, _dots(direction, image))
        found += length * direction
        residual -= length * image
        scaled = scale * residual
        size, before = _dots(residual, scaled), size
        direction = scaled + _ratio(size, before) * direction
    return found


def _dots(left: Floats, right: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->j", left, right))


def _ratio(above: Floats, below: Floats) -> Floats:
    """Return the quotient, 0 for a column that is solved exactly."""
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0)
