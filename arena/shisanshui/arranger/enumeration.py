"""Every legal arrangement of a hand, and those that no other beats in all three rows."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import Classes, HandRows
from arena.shisanshui.arranger.subsets import Indices, subsets

_FEW: Final = 256
"""So many arrangements are compared each with each."""


class Layouts(NamedTuple):
    """Some arrangements of one hand: the classes of their rows and which rows they are."""

    classes: Classes
    """[n, 3] front, middle, back."""
    back: Indices
    """[n] index among the fives."""
    split: Indices
    """[n] which of the 56 ways to lay the other eight cards."""

    def take(self, chosen: NDArray[np.intp] | NDArray[np.bool_]) -> "Layouts":
        return Layouts(self.classes[chosen], self.back[chosen], self.split[chosen])

    def places(self, number: int) -> list[int]:
        """The places of front, middle and back, one after the other."""
        rows = subsets()
        back, split = self.back[number], self.split[number]
        laid = rows.threes[rows.fronts[back, split]], rows.fives[rows.middles[back, split]], rows.fives[back]
        return [int(place) for row in laid for place in row]


def layouts_of(rows: HandRows, backs: Indices | None = None, strict: bool = False) -> Layouts:
    """The arrangements of one hand that do not foul, over all backs or those given.

    `strict` when equal rows foul.
    """
    chosen = np.arange(len(rows.fives)) if backs is None else backs
    back = rows.fives[chosen][:, np.newaxis]
    middle = rows.fives.take(subsets().middles[chosen])
    front = rows.threes.take(subsets().fronts[chosen])
    legal = (front < middle) & (middle < back) if strict else (front <= middle) & (middle <= back)
    nth, split = np.nonzero(legal)
    classes = np.empty((len(nth), 3), np.uint16)
    classes[:, 0] = front[nth, split]
    classes[:, 1] = middle[nth, split]
    classes[:, 2] = back[nth, 0]
    return Layouts(classes, chosen[nth], split)


def undominated(layouts: Layouts) -> Layouts:
    """Return the arrangements that no other matches in all rows and beats in one; one of several equal ones."""
    front, middle, back = (np.ascontiguousarray(layouts.classes[:, row]) for row in range(3))
    total = layouts.classes.sum(axis=1, dtype=np.int32)
    alive = np.arange(len(total))
    kept = []
    while len(alive) > _FEW:
        # The greatest sum is dominated by none; whatever it does not dominate betters it in some row.
        best = total.argmax()
        kept.append(alive[best])
        betters = front > front[best]
        betters |= middle > middle[best]
        betters |= back > back[best]
        alive, total = alive[betters], total[betters]
        front, middle, back = front[betters], middle[betters], back[betters]
    left = np.concatenate([np.array(kept, np.intp), alive])
    return layouts.take(left[_not_dominated(layouts.classes[left])])


def _not_dominated(classes: Classes) -> NDArray[np.intp]:
    """Return the indices of those that are not dominated, ascending."""
    order = np.argsort(-classes.sum(axis=1, dtype=np.int32), kind="stable")
    front, middle, back = classes[order].T
    matches = front[:, np.newaxis] >= front
    matches &= middle[:, np.newaxis] >= middle
    matches &= back[:, np.newaxis] >= back
    # Whatever dominates has the greater sum and so stands before; of equal ones the first stays.
    dominated = np.logical_and(matches, np.tri(len(order), k=-1, dtype=np.bool_).T).any(axis=0)
    return np.sort(order[~dominated])
