"""Chances over three rows at once, on a grid, read between its points.

Rows are measured by how many opponents' rows they reach, so every cell of the grid holds about as many as another.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import COUNT, Classes

CELLS: Final = 32
"""Along each axis."""
_SIDE: Final = CELLS + 1
_STRIDES: Final = (_SIDE * _SIDE, _SIDE, 1)

Floats = NDArray[np.float32]


class Grid(NamedTuple):
    """A function of three row classes."""

    axes: NDArray[np.float32]
    """[3, classes] where a class lies along each axis, 0 to `CELLS`."""
    points: Floats
    """[33 * 33 * 33]"""

    def at(self, classes: Classes) -> Floats:
        """[n] its values at classes[n, 3], linear between the points."""
        corner = np.zeros(len(classes), np.int32)
        parts = []
        for axis in range(3):
            place = self.axes[axis].take(classes[:, axis])
            cell = np.minimum(place.astype(np.int32), CELLS - 1)
            corner += cell * _STRIDES[axis]
            parts.append(place - cell)
        edges = [self._along(corner + offset, parts[2]) for offset in (0, _SIDE, _SIDE * _SIDE, _SIDE * _SIDE + _SIDE)]
        near, far = (_between(edges[side], edges[side + 1], parts[1]) for side in (0, 2))
        return _between(near, far, parts[0])

    def _along(self, corner: NDArray[np.int32], part: Floats) -> Floats:
        """The values on the edges of cells that start at these corners along the last axis."""
        return _between(self.points.take(corner), self.points.take(corner + 1), part)


def beaten(rows: Classes, weights: NDArray[np.float64]) -> Grid:
    """The weight of those of rows[n, 3] that three rows match or better, each in its place."""
    axes = _axes(rows)
    return Grid(axes, _summed(np.ceil(_along(axes, rows) - 1e-4), weights, slice(None)))


def beating(rows: Classes, weights: NDArray[np.float64]) -> Grid:
    """The weight of those of rows[n, 3] that match or better three rows, each in its place."""
    reached = _axes(rows)
    axes = np.concatenate([np.zeros((3, 1), np.float32), reached[:, :-1]], axis=1)
    return Grid(axes, _summed(np.floor(_along(axes, rows) + 1e-4), weights, slice(None, None, -1)))


def _between(low: Floats, high: Floats, part: Floats) -> Floats:
    high -= low
    high *= part
    high += low
    return high


def _axes(rows: Classes) -> NDArray[np.float32]:
    """[3, classes] the share of rows that are not above each class, times `CELLS`."""
    shares = [np.cumsum(np.bincount(rows[:, axis], minlength=COUNT)) / max(1, len(rows)) for axis in range(3)]
    return (np.stack(shares) * CELLS).astype(np.float32)


def _along(axes: NDArray[np.float32], rows: Classes) -> NDArray[np.float32]:
    return np.stack([axes[axis].take(rows[:, axis]) for axis in range(3)])


def _summed(along: NDArray[np.float32], weights: NDArray[np.float64], order: slice) -> Floats:
    points = np.minimum(along, CELLS).astype(np.intp)
    index = points[0] * _STRIDES[0] + points[1] * _STRIDES[1] + points[2]
    table = np.bincount(index, weights, _SIDE**3).reshape(_SIDE, _SIDE, _SIDE)[order, order, order]
    for axis in range(3):
        table = table.cumsum(axis=axis)
    return np.ascontiguousarray(table[order, order, order], np.float32).ravel()
