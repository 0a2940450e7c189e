"""What is played for under a rule set: waters of rows, guns, home runs and special hands, for one hand against many.

Opponents are taken to hold their hands independently of each other, as samples of one population. Everything that
settlement (`arena.shisanshui.settlement`) does between pairs then is an expectation over one opponent, and only the
home run asks for all of them.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import TYPES, Classes
from arena.shisanshui.arranger.population import Population
from arena.shisanshui.rule_model import RuleSet

Floats = NDArray[np.float64]

_PLAIN, _FOUL, _SPECIAL = 0, 1, 2


class Stakes(NamedTuple):
    """Amounts under a rule set for a hand with so many opponents."""

    opponents: int
    waters: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """By row: the water of each class."""
    raised: tuple[Floats, Floats, Floats]
    """By row: what is expected to be played for when the higher water of a pair is so much (the index)."""
    gun_chance: float
    """The chance that guns count: that none of the other opponents holds a special hand, where that matters."""
    foul_beaten: float
    """The share of opponents that are beaten by any plain hand because they foul."""

    def pair(self, row: int, mine: Classes, others: Classes) -> Floats:
        """What a pair plays for in a row."""
        waters = self.waters[row]
        return self.raised[row][np.maximum(waters[mine], waters[others])]

    def owed(self, classes: Classes) -> Floats:
        """[n] what each of classes[n, 3] is owed for its rows by whom it beats in all of them."""
        rows = [self.raised[row][self.waters[row][classes[:, row]]] for row in range(3)]
        total: Floats = rows[0] + rows[1] + rows[2]
        return total


class Amounts(NamedTuple):
    """What beating one opponent, and all of them, adds to the rows."""

    gun: Floats
    """[n] by laid hand."""
    sweep: Floats
    """[n] from each opponent, on top of rows and gun."""


def amounts(rules: RuleSet, stakes: Stakes, classes: Classes) -> Amounts:
    """For the winners whose rows are classes[n, 3]."""
    players = stakes.opponents + 1
    owed = stakes.owed(classes)
    if players < 3:
        gun = np.zeros(len(owed))
    elif rules.gun == "double":
        gun = owed
    else:
        gun = np.full(len(owed), float(players - 1 if rules.gun == "table" else rules.gun))
    due = owed + gun
    sweep = np.zeros(len(owed))
    if rules.home_run.multiply and players >= 3:
        sweep += due * (players - 2)
    if rules.home_run.double:
        sweep += due + sweep
    return Amounts(gun, sweep + rules.home_run.bonus_at(players))


def special_places(rules: RuleSet, held: NDArray[np.uint32]) -> NDArray[np.intp]:
    """[n] the place of the kind that counts in the rule set's order, or as many as it has for none."""
    specials = rules.scoring.specials
    places = np.full(len(held), len(specials))
    for special in reversed(specials):
        places[(held & np.uint32(special.bit)) != 0] = special.place
    return places


def outcomes(rules: RuleSet, population: Population) -> NDArray[np.uint8]:
    """[n] 0 plain, 1 foul, 2 special."""
    special = special_places(rules, population.held) < len(rules.scoring.specials)
    return np.where(special, _SPECIAL, np.where(population.fouled, _FOUL, _PLAIN)).astype(np.uint8)


def stakes(rules: RuleSet, players: int, population: Population) -> Stakes:
    """The stakes at a table of so many players who arrange as the population does."""
    outcome = outcomes(rules, population)
    plain = outcome == _PLAIN
    tables = (rules.scoring.front, rules.scoring.middle, rules.scoring.back)
    waters = tuple(np.array(table, np.int64)[TYPES] for table in tables)
    raised = []
    for row in range(3):
        most = max(tables[row])
        if rules.row_water == "winner":
            raised.append(np.arange(most + 1, dtype=np.float64))
            continue
        # An opponent without rows raises nothing: it counts as water 0.
        held = np.where(plain, waters[row][population.rows[:, row]], 0)
        share = np.bincount(held, minlength=most + 1).cumsum() / len(held)
        raised.append(_expected_maximum(share, players - 2))
    special = float(np.count_nonzero(outcome == _SPECIAL)) / len(outcome)
    foul = float(np.count_nonzero(outcome == _FOUL)) / len(outcome)
    return Stakes(
        opponents=players - 1,
        waters=(waters[0], waters[1], waters[2]),
        raised=(raised[0], raised[1], raised[2]),
        gun_chance=1.0 if rules.guns_with_specials else (1 - special) ** (players - 2),
        foul_beaten=foul if rules.foul_is_shot else 0.0,
    )


def _expected_maximum(share: Floats, others: int) -> Floats:
    """By level u: the expected greatest of u and what so many others hold, `share` being the chance of u or less."""
    below = share**others
    expected = np.arange(len(share)) * below
    for level in range(len(share)):
        for higher in range(level + 1, len(share)):
            expected[level] += higher * (below[higher] - below[higher - 1])
    return expected
