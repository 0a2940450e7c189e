"""The Plackett–Luce fit where a table has effects of its own: what a bot is worth there, in all deals of that table.

Deals of one table are not independent looks at a bot: its opponents, its seat and whatever happens there are the same
in all of them. So the strength of bot i at table t is theta_i + u_it, with u_it ~ N(0, effect²), one value for all
deals of the table, and theta_i ~ N(0, spread²) around the mean of its pool. The u are integrated out table by table,
then the thetas, by Laplace's approximation, which also gives the log evidence: how likely `spread` and `effect` make
the results. Source: Tierney and Kadane (1986), Accurate approximations for posterior moments and marginal densities.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from tournaments.ratings.choice_sets import Choices, Floats, Ints, Tables, choices_of

_STEPS = 60
_SMALL = 1e-7
_LONGEST = 3.0
"""Natural units: the longest step of Newton's that is tried at once."""


class Mode(NamedTuple):
    """The most likely strengths under one spread and one effect, natural units."""

    theta: Floats
    """By bot."""
    seated: Floats
    """By slot: strength and effect together."""
    precision: Floats
    """[bots, bots]: the curvature once the effects are integrated out, prior included."""
    evidence: float
    """The log of how likely the results are, up to a constant that is the same for every spread and effect."""


class Slots:
    """Every seat of every table as a player of its own, a *slot*."""

    def __init__(self, names: tuple[str, ...], tables: Sequence[Tables]) -> None:
        """Each of `tables` says by deal at which table it was played; the seats of a table are the same bots."""
        self.bots = len(names)
        numbers = np.unique(np.concatenate([table.at for table in tables]))
        keys = [np.searchsorted(numbers, table.at)[:, None] * self.bots + table.bots for table in tables]
        slots = np.unique(np.concatenate([key.ravel() for key in keys]))
        self.bot: Ints = slots % self.bots
        """By slot."""
        self.table: Ints = slots // self.bots
        self.place: Ints = np.arange(len(slots)) - np.searchsorted(self.table, self.table)
        """By slot, its number among those of its table."""
        self.tables = len(numbers)
        self.most = int(self.place.max(initial=0)) + 1
        seated = [Tables(np.searchsorted(slots, key), table.scores) for key, table in zip(keys, tables, strict=True)]
        self.choices: Choices = choices_of(tuple(map(str, range(len(slots)))), seated)

    def at(self, strengths: Floats) -> "Seated":
        """The likelihood at strengths by slot, natural units."""
        return Seated(self, strengths)


class Seated:
    """Value, gradient and curvature of the likelihood over slots, which are nothing to each other across tables."""

    def __init__(self, slots: Slots, strengths: Floats) -> None:
        self.slots = slots
        self.strengths = strengths
        weight = np.exp(strengths)
        self._chances = []
        self.value = -float(slots.choices.wins @ strengths)
        for members, times in slots.choices.sets.values():
            total = weight[members].sum(axis=0)
            self.value += float(times @ np.log(total))
            self._chances.append(weight[members] / total)

    @cached_property
    def slope(self) -> Floats:
        found = -self.slots.choices.wins
        for (members, times), chance in zip(self.slots.choices.sets.values(), self._chances, strict=True):
            found = found + np.bincount(members.ravel(), (times * chance).ravel(), minlength=len(found))
        return np.asarray(found)

    @cached_property
    def curvature(self) -> Floats:
        """By table the second derivatives between its slots, [tables, most, most]; 0 where a table has fewer."""
        slots = self.slots
        count = slots.most**2
        flat = np.zeros(slots.tables * count)
        for (members, times), chance in zip(slots.choices.sets.values(), self._chances, strict=True):
            start = slots.table[members[0]] * count
            places = slots.place[members]
            for left in range(len(members)):
                for right in range(len(members)):
                    own = chance[left] if left == right else 0.0
                    entry = times * (own - chance[left] * chance[right])
                    flat += np.bincount(start + places[left] * slots.most + places[right], entry, minlength=len(flat))
        return flat.reshape(slots.tables, slots.most, slots.most)


def most_likely(slots: Slots, spread: float, effect: float, start: Floats | None = None) -> Mode:
    """The mode under a `spread` of strengths and an `effect` of tables, both above 0, natural units.

    Newton's method on thetas and effects at once: the effects of a table concern no other, so they are eliminated block
    by block, and what is left is a system as large as there are bots. `start` are strengths to begin from.
    """
    theta = np.zeros(slots.bots) if start is None else start
    seated = theta[slots.bot]
    here, goal = slots.at(seated), np.inf
    for _ in range(_STEPS):
        effects = seated - theta[slots.bot]
        value = here.value + _penalty(theta, spread) + _penalty(effects, effect)
        step, seated_step, precision, spent = _newton(here, theta, effects, spread, effect)
        length = min(1.0, _LONGEST / max(float(np.abs(step).max(initial=0.0)), _LONGEST))
        while True:
            new_theta, new_seated = theta + length * step, seated + length * seated_step
            there = slots.at(new_seated)
            effects = new_seated - new_theta[slots.bot]
            goal = there.value + _penalty(new_theta, spread) + _penalty(effects, effect)
            if goal <= value + 1e-9 * abs(value) or length < _SMALL:
                break
            length /= 2
        moved = float(np.abs(length * step).max(initial=0.0))
        theta, seated, here = new_theta, new_seated, there
        if moved < _SMALL:
            break
    _, _, precision, spent = _newton(here, theta, seated - theta[slots.bot], spread, effect)
    evidence = -goal - spent / 2 - slots.bots * np.log(spread) - np.linalg.slogdet(precision)[1] / 2
    return Mode(theta, seated, precision, float(evidence))


def _penalty(values: Floats, sd: float) -> float:
    return float(values @ values) / (2 * sd**2)


def _newton(
    here: Seated, theta: Floats, effects: Floats, spread: float, effect: float
) -> tuple[Floats, Floats, Floats, float]:
    """Newton's step by bot and by slot, the precision of the thetas, and log det(effect² H + 1) over all tables."""
    slots, curvature = here.slots, here.curvature
    where = (slots.table, slots.place)

    def spread_out(values: Floats) -> Floats:
        found = np.zeros((slots.tables, slots.most))
        found[where] = values
        return found

    identity = np.eye(slots.most)
    inner = curvature + identity / effect**2
    inverse = np.linalg.inv(inner)
    slope = spread_out(here.slope)
    pull = slope + spread_out(effects) / effect**2
    passed = np.einsum("tij,tjk->tik", curvature, inverse)
    left = curvature - np.einsum("tij,tjk->tik", passed, curvature)
    precision = _by_bot(slots, left)
    precision[np.diag_indices(slots.bots)] += 1 / spread**2
    toward = (slope - np.einsum("tij,tj->ti", passed, pull))[where]
    gradient = np.bincount(slots.bot, toward, minlength=slots.bots) + theta / spread**2
    step = -np.asarray(cho_solve(cho_factor(precision), gradient))
    with_theta = spread_out(step[slots.bot])
    moved = -np.einsum("tij,tj->ti", inverse, pull + np.einsum("tij,tj->ti", curvature, with_theta))
    spent = float(np.linalg.slogdet(inner * effect**2)[1].sum())
    return step, (with_theta + moved)[where], precision, spent


def _by_bot(slots: Slots, blocks: Floats) -> Floats:
    """Blocks between the slots of tables as a matrix between bots."""
    found = np.zeros(slots.bots * slots.bots)
    bot = np.zeros((slots.tables, slots.most), np.int64)
    bot[slots.table, slots.place] = slots.bot
    keys = bot[:, :, None] * slots.bots + bot[:, None, :]
    found += np.bincount(keys.ravel(), blocks.ravel(), minlength=len(found))
    return found.reshape(slots.bots, slots.bots)
