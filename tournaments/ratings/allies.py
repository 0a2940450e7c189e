"""Two bots that win together more than their strengths explain: what allies at a table look like from outside.

A deal's water of a bot is taken as in `tournaments.ratings.water`, as strength against the table's mean plus luck. At
tables of three and more, two bots may besides do something for each other. Two kinds are looked for, a test each:
*together*, where both gain from everybody else at the table, and *one for the other*, where one gains what the other
gives. The test of a pair is the score test (Rao 1948): how far the residuals lie along what such an alliance would add,
of which everything that strengths alone could explain is taken away first.

Bots suit each other more or less without any alliance. Such effects are in all pairs alike, so each test is divided by
how much the tests of all other pairs spread, by their median, once the alliance in question is part of the model (the
genomic control of Devlin and Roeder 1999). Too few pairs tell nothing. Whoever stands out most is taken first and stays
in the model for the next. Of all tests of a field together at most 1 % name anybody where nothing is wrong (Holm 1979);
that takes the effects to be normal, and where they are larger than luck it is a few per cent.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import combinations
from typing import Final, Literal, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import pinvh
from scipy.special import gammaincinv, stdtr

from tournaments.ratings.choice_sets import Floats, Ints, Tables

Kind = Literal["together", "one-for-the-other"]
KINDS: Final[tuple[Kind, ...]] = ("together", "one-for-the-other")

CHANCE: Final = 0.01
FEWEST_PAIRS: Final = 10
"""Fewer pairs, as of four bots, say too little of how much pairs differ."""
MOST_BOTS: Final = 300
_PER: Final = 100
_FEWEST_TABLES: Final = 3
"""Of a table, however long, anything may be odd."""
_MEDIAN: Final = 2 * float(gammaincinv(0.5, 0.5))
_LEAST: Final = 1e-6
"""A share of what an alliance would add; where strengths explain more than the rest of it, nothing can be told."""


class Allied(msgspec.Struct, frozen=True):
    """Two bots that did for each other what strengths and chance do not explain."""

    bots: tuple[str, str]
    """In order of their names; of one for the other, the one that gained first."""
    kind: Kind
    water100: float
    """What each of the two gained by it per 100 deals, or what the first gained from the second."""
    deals: int
    """Deals that both played at tables of three and more."""
    chance: float
    """How likely as much is by chance for a pair that is looked at alone."""


class _Effect(NamedTuple):
    """What two bots may do for each other."""

    first: int
    second: int
    kind: Kind

    def added(self, bots: Ints) -> Floats:
        """What 1 of it adds to the water of a deal, by table and seat; at each table it adds up to nothing."""
        first, second = bots == self.first, bots == self.second
        if self.kind == "one-for-the-other":
            return np.asarray(first.astype(float) - second)
        return np.where(first | second, 1.0, -2.0 / (bots.shape[1] - 2))


class _Test(NamedTuple):
    effect: _Effect
    gain: float
    deviation: float
    """The gain in standard errors."""
    deals: int


class _Seats(NamedTuple):
    """Tables of one size: what its deals have in common, a row each."""

    bots: Ints
    """[tables, size]"""
    deals: Ints
    """By table."""
    water: Floats
    """[tables, size], the sum over its deals."""

    def of(self, effect: _Effect) -> "_Seats":
        """The tables where both sat."""
        both = _both(self.bots, effect)[:, 0]
        return _Seats(self.bots[both], self.deals[both], self.water[both])


def allies(names: Sequence[str], tables: Sequence[Tables]) -> list[Allied]:
    """The pairs that stand out, the surest first; `tables` are deals by size, with the table of each.

    >>> from tournaments.ratings.choice_sets import tabulate_tables
    >>> allies(*tabulate_tables([[(("ann", "bob", "cat"), (5.0, 1.0, -6.0))]]))
    []
    """
    large = [each for each in tables if each.bots.shape[1] > 2]
    if not large or len(names) > MOST_BOTS:
        return []
    model = _Model(len(names), large)
    found: list[Allied] = []
    while (best := model.surest(len(found))) is not None:
        test, chance = best
        found.append(_named(test, chance, names))
        model = model.beside(test.effect)
    return found


class _Model:
    """Least squares of water: strengths, and effects of pairs that are known already."""

    def __init__(self, bots: int, tables: Sequence[Tables]) -> None:
        self._bots = bots
        self._seats = [_by_table(each) for each in tables]
        self._squares = sum(float((_centred(each) ** 2).sum()) for each in tables)
        self._deals = sum(len(each.bots) for each in tables)
        self._effects: tuple[_Effect, ...] = ()
        self._fit()

    def beside(self, effect: _Effect) -> Self:
        """The model with one effect more."""
        more = copy(self)
        more._effects = (*self._effects, effect)
        more._fit()
        return more

    def surest(self, found: int) -> tuple[_Test, float] | None:
        """The test that stands out most, with its chance, if it does by more than chance after `found` others."""
        best, least = None, CHANCE
        tests = list(self.tests())
        for kind in KINDS:
            alike = [test for test in tests if test.effect.kind == kind]
            if len(alike) < FEWEST_PAIRS:
                continue
            most = max(alike, key=lambda test: test.deviation if kind == "together" else abs(test.deviation))
            others = [test.deviation**2 for test in self.beside(most.effect).tests() if test.effect.kind == kind]
            spread = max(1.0, float(np.median(others)) / _MEDIAN)
            # a median of so many squares is about as sure as the mean of a third of them
            chance = float(stdtr(len(others) / 3, -abs(most.deviation) / np.sqrt(spread)))
            chance *= 2 if kind == "one-for-the-other" else 1
            if most.deviation != 0 and chance <= least and chance <= CHANCE / (len(tests) - found):
                best, least = (most, chance), chance
        return best

    def tests(self) -> Iterator[_Test]:
        """Every pair that met at enough tables, and each kind, but for the effects that are part of the model."""
        if self._variance <= 0:
            return
        for first, second in combinations(range(self._bots), 2):
            pair = _Effect(first, second, "together")
            common = [each.of(pair) for each in self._seats]
            if sum(len(each.bots) for each in common) < _FEWEST_TABLES:
                continue
            deals = int(sum(each.deals.sum() for each in common))
            for effect in (pair, pair._replace(kind="one-for-the-other")):
                own = sum(float((each.deals[:, None] * effect.added(each.bots) ** 2).sum()) for each in common)
                along = self._along(effect, common)
                told = own - float(along @ self._inverse @ along)
                if effect not in self._effects and told > _LEAST * own:
                    wanted = sum(float((effect.added(each.bots) * each.water).sum()) for each in common)
                    score = wanted - float(along @ self._found)
                    yield _Test(effect, score / told, score / float(np.sqrt(told * self._variance)), deals)

    def _fit(self) -> None:
        size = self._bots + len(self._effects)
        normal, wanted = np.zeros((size, size)), np.zeros(size)
        strengths = slice(self._bots)
        for each in self._seats:
            normal[strengths, strengths] += _crossed(each, self._bots)
            wanted[strengths] += each.bots.shape[1] * np.bincount(each.bots.ravel(), each.water.ravel(), self._bots)
        for number, effect in enumerate(self._effects, start=self._bots):
            common = [each.of(effect) for each in self._seats]
            normal[number] = normal[:, number] = self._along(effect, common)
            wanted[number] = sum(float((effect.added(each.bots) * each.water).sum()) for each in common)
        self._inverse = pinvh(normal)
        self._found = self._inverse @ wanted
        # a deal's water adds up to nothing, and strengths are told against a mean
        free = sum(int(each.deals.sum()) * (each.bots.shape[1] - 1) for each in self._seats) - size + 1
        self._variance = (self._squares - float(self._found @ wanted)) / max(free, 1)

    def _along(self, effect: _Effect, common: Sequence[_Seats]) -> Floats:
        """The effect against each strength and each effect of the model, summed over all deals."""
        found = np.zeros(self._bots + len(self._effects))
        for each in common:
            weighted = each.deals[:, None] * effect.added(each.bots)
            strengths = np.bincount(each.bots.ravel(), (each.bots.shape[1] * weighted).ravel(), self._bots)
            found[: self._bots] += strengths
            for number, other in enumerate(self._effects, start=self._bots):
                there = other.added(each.bots) * _both(each.bots, other)
                found[number] += float((weighted * there).sum())
        return found


def _by_table(table: Tables) -> _Seats:
    order = np.argsort(table.bots, axis=1)
    bots = np.take_along_axis(table.bots, order, axis=1)
    scores = np.take_along_axis(_centred(table), order, axis=1)
    distinct, which = np.unique(np.column_stack([table.at, bots]), axis=0, return_inverse=True)
    deals = np.bincount(which.ravel(), minlength=len(distinct)).astype(np.int64)
    water = np.column_stack([np.bincount(which.ravel(), column, len(distinct)) for column in scores.T])
    return _Seats(distinct[:, 1:], deals, water.astype(np.float64))


def _centred(table: Tables) -> Floats:
    scores = np.asarray(table.scores, np.float64)
    return np.asarray(scores - scores.mean(axis=1, keepdims=True))


def _crossed(each: _Seats, bots: int) -> Floats:
    """The normal equations of strengths: 1 of a strength adds, in a deal, the size of the table less 1 to its bot."""
    size = each.bots.shape[1]
    found = np.zeros(bots**2)
    weight = np.repeat(each.deals * float(size), size)
    for place in range(size):
        found -= np.bincount((each.bots[:, [place]] * bots + each.bots).ravel(), weight, bots**2)
    own = np.bincount(each.bots.ravel(), weight * size, bots)
    return found.reshape(bots, bots) + np.diag(own)


def _both(bots: Ints, effect: _Effect) -> NDArray[np.bool_]:
    """By table, as a column, whether both sat there."""
    return np.asarray(((bots == effect.first).any(axis=1) & (bots == effect.second).any(axis=1))[:, None])


def _named(test: _Test, chance: float, names: Sequence[str]) -> Allied:
    pair = names[test.effect.first], names[test.effect.second]
    return Allied(
        bots=pair if test.gain >= 0 else pair[::-1],
        kind=test.effect.kind,
        water100=round(_PER * abs(test.gain), 2),
        deals=test.deals,
        chance=float(f"{chance:.3g}"),
    )
