"""What kind of player sits where, told from how each seat laid its hands so far.

Every hand that a seat laid is held against what each kind would have laid with these cards. Who lays the best back
first does so always; who looks at each row by itself, and who arranges well, lay the more often what is worth the more
to them. A seat counts as simple only when that is next to certain: everybody else is taken to be like the population
that was learned by self-play, so that nobody can win much from who plays so.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.choice import Arranger, arranger
from arena.shisanshui.arranger.classes import COUNT, Classes, classes_of, hand_rows
from arena.shisanshui.arranger.greedy import greedy
from arena.shisanshui.arranger.population import Shares, library
from arena.shisanshui.batch.rows import evaluate_rows
from arena.shisanshui.cards import SMALL_JOKER
from arena.shisanshui.rule_model import RuleSet

Kind = Literal["greedy", "row-by-row", "other"]

_KINDS: Final[tuple[Kind, ...]] = ("greedy", "row-by-row", "other", "other")
"""Of each likelihood: the two simple kinds, who arranges well, and who lays whatever it may be."""
_PRIOR: Final = np.log([0.1, 0.2, 0.5, 0.2])
_CERTAIN: Final = 0.9
_CARELESS: Final = 0.05
"""How often a seat is taken to lay something else than its kind does, …"""
_WHATEVER: Final = 0.01
"""… and the chance of any single arrangement then."""
_CHANCE_STEP: Final = 0.01
"""What counts as little to who looks at each row: a chance to win …"""
_WATER_STEP: Final = 0.1
"""… and to who arranges well: water."""

Floats = NDArray[np.float64]


class Opponents:
    """The seats of one table and the estimates so far."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self._rules = rules
        self._players = players
        self._usual = arranger(rules, players)
        found = library()
        name = found.nearest(rules)
        self._shares = found.learnt[name].shares
        laid = found.kinds[name].row_by_row.rows
        self._chances = np.stack([_chances(laid[:, row]) for row in range(3)])
        self._known: dict[int, Floats] = {}
        """By seat: the logarithm of how likely each kind is, but for a constant."""

    def saw(self, laid: Mapping[int, Sequence[int]]) -> None:
        """Take in what seats laid in a round: front, middle and back, one after the other, neither fouled nor special.

        Hands with jokers tell nothing.
        """
        natural = {seat: cards for seat, cards in laid.items() if max(cards) < SMALL_JOKER}
        if natural:
            likelihood = self._likelihood(np.array(list(natural.values()), np.uint8))
            for seat, each in zip(natural, likelihood, strict=True):
                self._known[seat] = self._known.get(seat, _PRIOR) + each

    def kind(self, seat: int) -> Kind:
        """Return the kind of player the seat seems to be."""
        known = self._known.get(seat, _PRIOR)
        chance = np.exp(known - known.max())
        likely = int(chance.argmax())
        return _KINDS[likely] if chance[likely] >= _CERTAIN * chance.sum() else "other"

    def shares(self, me: int) -> Shares:
        """Return how the others arrange, as shares of the population."""
        kinds = [self.kind(seat) for seat in range(self._players) if seat != me]
        other = kinds.count("other") / len(kinds)
        return Shares(
            greedy=kinds.count("greedy") / len(kinds) + other * self._shares.greedy,
            row_by_row=kinds.count("row-by-row") / len(kinds) + other * self._shares.row_by_row,
        )

    def arranger(self, me: int) -> Arranger:
        """Return the arranger against these others."""
        shares = self.shares(me)
        return self._usual if shares == self._shares else arranger(self._rules, self._players, shares)

    def _likelihood(self, laid: NDArray[np.uint8]) -> Floats:
        """[n, kinds] the logarithm of the chance that each kind lays these of laid[n, 13]."""
        cards = np.sort(laid, axis=1)[:, ::-1]
        held = [evaluate_rows(laid[:, part]) for part in (slice(3), slice(3, 8), slice(8, 13))]
        mine = classes_of(np.stack(held, axis=1))
        found = self._usual.search.near_best(hand_rows(cards))
        classes, owners = found.layouts.classes, found.hand
        hits = (classes == mine[owners]).all(axis=1)
        chances = sum(self._chances[row].take(classes[:, row]) for row in range(3))
        weights = (
            _soft(chances / _CHANCE_STEP, owners, len(laid)),
            _soft(self._usual.table.value(classes) / _WATER_STEP, owners, len(laid)),
        )
        match = (greedy(cards).classes == mine).all(axis=1).astype(float)
        by_kind = [match, *(np.bincount(owners, weight * hits, len(laid)) for weight in weights)]
        likelihood = (1 - _CARELESS) * np.stack(by_kind, axis=1) + _CARELESS * _WHATEVER
        whatever = np.full((len(laid), 1), _WHATEVER)
        logarithm: Floats = np.log(np.concatenate([likelihood, whatever], axis=1))
        return logarithm


def _chances(laid: Classes) -> NDArray[np.float64]:
    """[classes] the chance of a row to win against these."""
    share = np.bincount(laid, minlength=COUNT) / len(laid)
    chances: NDArray[np.float64] = np.cumsum(share) - share / 2
    return chances


def _soft(worth: NDArray[np.floating[Any]], owners: NDArray[np.intp], count: int) -> Floats:
    """[k] how likely each arrangement is to be laid, its worth being in steps that are hard to tell."""
    greatest = np.full(count, -np.inf)
    np.maximum.at(greatest, owners, worth)
    weight = np.exp(worth - greatest[owners])
    chance: Floats = weight / np.bincount(owners, weight, count)[owners]
    return chance
