"""Expected water given one's own cards: the cards in the hand are not in the others' (card removal).

Every hand of the population is weighed by how many ways there are to draw its ranks from what the own hand leaves of
the deck, compared with the whole deck. Suits are left out: they matter for flushes alone, and little.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import COUNT, Classes
from arena.shisanshui.arranger.stakes import amounts
from arena.shisanshui.arranger.value import WaterTable
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rule_model import Deck

Floats = NDArray[np.float32]
JOKERS = 13
"""The place of the jokers in counts of ranks."""


class Chances(NamedTuple):
    """What arrangements can expect against one opponent, [n] each; the home run against all."""

    win: Floats
    """[n, 3] to win each row, ties not counted."""
    gun: Floats
    home_run: Floats


class _Row(NamedTuple):
    """One row of the plain hands of the population, from low to high."""

    order: NDArray[np.intp]
    """Which hands."""
    starts: NDArray[np.intp]
    """[classes + 1] how many rows are below each class."""
    to_win: dict[int, Floats]
    """By own water: what each row pays when it is beaten …"""
    to_lose: dict[int, Floats]
    """… and what it takes when it wins."""


class Removal:
    """Weighs the population of one table by the cards a hand holds."""

    def __init__(self, table: WaterTable) -> None:
        self.table = table
        plain = table.outcome == 0
        counts = table.population.counts
        # Only plain hands are met in rows; the others are kept apart, for their share.
        self._counts = np.concatenate([counts[plain], counts[table.outcome == 1], counts[table.outcome == 2]])
        self._plain, self._foul = np.count_nonzero(plain), np.count_nonzero(table.outcome == 1)
        copies = _copies(table.rules.deck)
        self._factors = [
            [_ratio(copies[rank], own)[self._counts[:, rank]] for own in range(copies[rank] + 1)]
            for rank in range(len(copies))
        ]
        self._columns = [np.ascontiguousarray(table.plain[:, row]) for row in range(3)]
        self._rows = [self._row(row) for row in range(3)]
        self._loss = table.plain_loss.astype(np.float32)
        self._owed = table.stakes.owed(table.plain)

    def given(self, counts: NDArray[np.uint8]) -> "Given":
        """The table as a hand sees it that holds counts[14] cards of each rank and jokers."""
        weights = np.ones(len(self._counts), np.float32)
        for factors, own in zip(self._factors, counts.tolist(), strict=True):
            if own:
                weights *= factors[min(own, len(factors) - 1)]
        total = float(weights.sum(dtype=np.float64))
        if total > 0:
            weights /= np.float32(total)
        else:
            weights[:] = 1 / len(weights)
        fouls = float(weights[self._plain : self._plain + self._foul].sum(dtype=np.float64))
        return Given(self, weights[: self._plain], fouls)

    def rows(self, weights: Floats, fouls: float, classes: Classes) -> NDArray[np.float64]:
        """[n, 3] what each row wins from one opponent."""
        net = np.empty((len(classes), 3))
        for place, row in enumerate(self._rows):
            ascending = weights[row.order]
            raised = self.table.stakes.raised[place]
            mine = self.table.stakes.waters[place][classes[:, place]]
            for water in set(mine.tolist()):
                some = mine == water
                held = classes[some, place].astype(np.intp)
                won = _running(ascending * row.to_win[water])
                lost = _running(ascending * row.to_lose[water])
                gained = won[row.starts[held]] + fouls * raised[water]
                net[some, place] = gained - (lost[-1] - lost[row.starts[held + 1]])
        return net

    def reach(self, weights: Floats, classes: Classes) -> tuple[Floats, Floats]:
        """[n] the chance to beat a plain opponent, and what is expected to be lost to one that does, as in guns.

        A pair that ties in every row, which next to none does, counts on both sides.
        """
        front, middle, back = self._columns
        mine = [np.ascontiguousarray(classes[:, row])[:, np.newaxis] for row in range(3)]
        over = mine[0] >= front
        over &= mine[1] >= middle
        over &= mine[2] >= back
        under = mine[0] <= front
        under &= mine[1] <= middle
        under &= mine[2] <= back
        return over.astype(np.float32) @ weights, under.astype(np.float32) @ (weights * self._loss)

    def win(self, weights: Floats, classes: Classes) -> Floats:
        """[n, 3] the chance to win each row from a plain opponent."""
        below = [
            _running(weights[row.order])[row.starts[classes[:, place].astype(np.intp)]]
            for place, row in enumerate(self._rows)
        ]
        return np.stack(below, axis=1).astype(np.float32)

    def foul(self, weights: Floats) -> float:
        """What a foul loses to one opponent."""
        lost = self._owed + self._loss if self.table.rules.foul_is_shot else self._owed
        return float((weights * lost).sum(dtype=np.float64))

    def _row(self, row: int) -> _Row:
        column = self._columns[row]
        order = np.argsort(column, kind="stable")
        waters, raised = self.table.stakes.waters[row], self.table.stakes.raised[row]
        theirs = waters[column[order]]
        to_win, to_lose = {}, {}
        for water in np.unique(waters).tolist():
            greater = raised[np.maximum(theirs, water)].astype(np.float32)
            own_counts = self.table.rules.row_water == "winner"
            to_win[water] = np.full_like(greater, raised[water]) if own_counts else greater
            to_lose[water] = raised[theirs].astype(np.float32) if own_counts else greater
        return _Row(order, np.searchsorted(column[order], np.arange(COUNT + 1)), to_win, to_lose)


class Given(NamedTuple):
    """A table seen with one's own cards in hand."""

    removal: Removal
    weights: Floats
    """By plain hand of the population."""
    fouls: float
    """The share of opponents that foul."""

    def value(self, classes: Classes) -> NDArray[np.float64]:
        """[n] the expected water of plain hands whose rows are classes[n, 3]."""
        value: NDArray[np.float64] = self.parts(classes).sum(axis=1) - self.removal.table.to_specials
        return value

    def parts(self, classes: Classes) -> NDArray[np.float64]:
        """[n, 4] what front, middle, back, and guns with home runs, add to the expected water."""
        table = self.removal.table
        opponents = table.stakes.opponents
        beaten, lost = self.removal.reach(self.weights, classes)
        gun = self._with_fouls(beaten).astype(np.float64)
        won = amounts(table.rules, table.stakes, classes)
        gained = gun * won.gun * table.stakes.gun_chance + gun**opponents * won.sweep
        rows = self.removal.rows(self.weights, self.fouls, classes)
        return opponents * np.column_stack([rows, gained - lost])

    def foul(self) -> float:
        """The expected water of a foul on purpose (倒水)."""
        table = self.removal.table
        return -table.stakes.opponents * self.removal.foul(self.weights) - table.to_specials

    def chances(self, classes: Classes) -> Chances:
        """What the arrangements whose rows are classes[n, 3] can expect."""
        gun = self._with_fouls(self.removal.reach(self.weights, classes)[0])
        win = self.removal.win(self.weights, classes) + np.float32(self.fouls)
        return Chances(win, gun, gun**self.removal.table.stakes.opponents)

    def _with_fouls(self, beaten: Floats) -> Floats:
        return beaten + np.float32(self.fouls) if self.removal.table.rules.foul_is_shot else beaten


def _running(each: Floats) -> NDArray[np.float64]:
    """[n + 1] the sums of the first 0, 1, 2 … n."""
    sums = np.zeros(len(each) + 1)
    np.cumsum(each, out=sums[1:], dtype=np.float64)
    return sums


def rank_counts(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """[n, 14] how many cards of each rank, and jokers, are in cards[n, 13]."""
    ranks = np.where(cards >= SMALL_JOKER, JOKERS, cards >> 2)
    counts: NDArray[np.uint8] = (ranks[:, :, np.newaxis] == np.arange(JOKERS + 1)).sum(axis=1, dtype=np.uint8)
    return counts


def _copies(deck: Deck) -> list[int]:
    return [4 * deck.packs + len(deck.extra_suits)] * JOKERS + [deck.jokers]


def _ratio(copies: int, own: int) -> Floats:
    """By cards of the rank in another's hand: ways to draw them when `own` of the copies are gone, by ways at all."""
    return np.array([comb(copies - own, held) / max(1, comb(copies, held)) for held in range(14)], np.float32)
