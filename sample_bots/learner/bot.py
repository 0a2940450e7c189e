"""Lays the candidate that a linear model values most. `learn.py` makes the model, `weights.json`, by playing.

Every arrangement that can matter is described in 64 numbers, and each number has a weight: the greatest sum is laid.
"""

import json
from pathlib import Path

import numpy as np

from arena.lab import candidates, features
from arena.shisanshui.cards import TEXTS, cards
from arena.shisanshui.ruleset import rules_from
from protocol.sdk import Bot

LEARNT = Path(__file__).parent / "weights.json"
OWN_FEATURES = ("beats all three rows", "loses all three rows")


class Model:
    """`weights` [64], and `rows` [3, m]: the values of fronts, middles and backs that others lay, in order."""

    def __init__(self, weights, rows):
        self.weights = np.array(weights)
        self.rows = np.array(rows)

    def choose(self, hands, rules):
        """Return what is laid with each of hands[n, 13]."""
        found = candidates(hands, rules)
        return found.laid(found.best(described(found, self.rows, rules) @ self.weights))


def described(found, rows, rules):
    """Return the features of the lab and two more [k, 64]: the chances to beat another hand in every row, and to lose.

    Guns and home runs hang on all three rows at once, which no sum over single rows can tell.
    """
    numbers = features(found, rules)
    values = found.evaluated.rows[:, 0]
    below = [np.searchsorted(laid, mine) / len(laid) for laid, mine in zip(rows, values.T, strict=True)]
    chances = np.stack(below, axis=1)
    plain = (numbers[:, -2:] == 0).all(axis=1)  # neither a special hand nor a foul
    return np.column_stack([numbers, chances.prod(axis=1) * plain, (1 - chances).prod(axis=1) * plain])


class LearnerBot(Bot):
    name = "learner"
    event_detail = "none"

    def __init__(self):
        learnt = json.loads(LEARNT.read_text())
        self.model = Model(list(learnt["weights"].values()), learnt["rows"])

    def match_started(self, table):
        self.rules = rules_from(table.rules)

    def arrange(self, hand, table):
        laid = self.model.choose(np.array([cards(hand)]), self.rules)
        rows = [TEXTS[card] for card in laid.cards[0].tolist()]
        return rows[:3], rows[3:8], rows[8:], bool(laid.declines[0])


if __name__ == "__main__":
    LearnerBot().run()
