"""Expected water of a laid hand, from tables made once for a rule set and a number of players.

What the rows win is a table for each row. Guns and home runs hang on all three rows at once: they are read from grids
of how much of the population a hand beats, and is beaten by. Which cards the hand itself takes from the others is left
to `removal`.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import COUNT, Classes
from arena.shisanshui.arranger.grid import Grid, beaten, beating
from arena.shisanshui.arranger.population import Population
from arena.shisanshui.arranger.stakes import Stakes, amounts, outcomes, special_places, stakes
from arena.shisanshui.rule_model import RuleSet

Floats = NDArray[np.float32]


class WaterTable:
    """Expected water at a table of so many players who arrange as the population does."""

    def __init__(self, rules: RuleSet, players: int, population: Population) -> None:
        self.rules = rules
        self.players = players
        self.population = population
        self.stakes: Stakes = stakes(rules, players, population)
        self.outcome = outcomes(rules, population)
        """[n] by hand of the population: 0 plain, 1 foul, 2 special."""
        self.plain = population.rows[self.outcome == 0]
        self._share = 1 / len(self.outcome)
        self.rows: Floats = np.stack([self._row(row) for row in range(3)])
        """[3, classes] what each row wins from all opponents together, guns and home runs apart."""
        weights = np.full(len(self.plain), self._share)
        self._beaten: Grid = beaten(self.plain, weights)
        self.plain_loss = self._loss(self.plain, self.gun(self.plain))
        """[plain] what each plain hand of the population is expected to take from whom it beats, beyond the rows."""
        self._losses: Grid = beating(self.plain, self.plain_loss * self._share)
        self.to_specials = self._to_specials()
        """What is expected to be paid to opponents' special hands."""

    def value(self, classes: Classes) -> Floats:
        """[n] the expected water of plain hands whose rows are classes[n, 3]."""
        rows = (self.rows[row].take(classes[:, row]) for row in range(3))
        joint = self.joint(classes)
        return sum(rows, start=joint)

    def joint(self, classes: Classes) -> Floats:
        """[n] the part of `value` that is no sum over rows: guns and home runs, won and lost."""
        opponents = self.stakes.opponents
        gun = self.gun(classes)
        won = amounts(self.rules, self.stakes, classes)
        gained = gun * won.gun * self.stakes.gun_chance + gun**opponents * won.sweep
        return (opponents * (gained - self._losses.at(classes)) - self.to_specials).astype(np.float32)

    def gun(self, classes: Classes) -> Floats:
        """[n] the chance to beat one opponent: to win a row and lose none."""
        return self._beaten.at(classes) + np.float32(self.stakes.foul_beaten)

    @cached_property
    def foul(self) -> float:
        """The expected water of a hand that fouls on purpose (倒水)."""
        rows = self.population.rows[self.outcome == 0]
        lost = self.stakes.owed(rows)
        if self.rules.foul_is_shot:
            lost = lost + self.plain_loss
        return float(-self.stakes.opponents * lost.sum() * self._share) - self.to_specials

    def special(self, place: int) -> float:
        """The expected water of the special hand (特殊牌型) at that place of the rule set's order."""
        specials = self.rules.scoring.specials
        others = special_places(self.rules, self.population.held)
        water = np.array([each.water for each in specials] + [0])
        own = specials[place].water
        won = np.where(others > place, own, np.where(others < place, -water[others], 0))
        return float(self.stakes.opponents * won.mean())

    def _row(self, row: int) -> Floats:
        """[classes] by class: expected water of the row from all opponents."""
        waters = self.stakes.waters[row]
        raised = self.stakes.raised[row]
        laid = np.bincount(self.plain[:, row], minlength=COUNT) * self._share
        fouls = float(np.count_nonzero(self.outcome == 1)) * self._share
        expected = np.empty(COUNT)
        for water in np.unique(waters):
            greater = raised[np.maximum(waters, water)]
            own_counts = self.rules.row_water == "winner"
            to_win, to_lose = (raised[water], raised[waters]) if own_counts else (greater, greater)
            not_above = np.cumsum(laid * to_win)
            above = np.cumsum(laid * to_lose)
            net = not_above - laid * to_win - (above[-1] - above) + fouls * raised[water]
            mine = waters == water
            expected[mine] = net[mine]
        return (self.stakes.opponents * expected).astype(np.float32)

    def _loss(self, classes: Classes, gun: Floats) -> NDArray[np.float64]:
        taken = amounts(self.rules, self.stakes, classes)
        opponents = self.stakes.opponents
        total: NDArray[np.float64] = taken.gun * self.stakes.gun_chance + taken.sweep * gun.astype(float) ** (
            opponents - 1
        )
        return total

    def _to_specials(self) -> float:
        places = special_places(self.rules, self.population.held)
        water = np.array([each.water for each in self.rules.scoring.specials] + [0])
        return float(self.stakes.opponents * water[places].mean())
