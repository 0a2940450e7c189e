"""Makes `weights.json`: the bot plays greedy players first, then itself with one of them at the table.

    python learn.py                  learn, in a few minutes
    python learn.py --measure 5000   tell how strong it is, over so many deals

Every candidate of some hands is played against the others many times. The weights are those whose sums come nearest to
the water won (least squares); the next turn meets the player that they make.
"""

import argparse
import json

import numpy as np
from bot import LEARNT, OWN_FEATURES, Model, described

from arena.lab import FEATURES, Batched, candidates, expected_water, greedy, simulate_duplicate
from arena.shisanshui.batch import deal, evaluate
from arena.shisanshui.ruleset import load_rules

SEATS = 4
KEPT = 400
"""How many values stand for all rows that others lay."""


def learn(rules, hands, tables, turns):
    """Return the model after some turns, from so many hands that meet so many tables in each."""
    chance = np.random.default_rng(13)
    rows = rows_of(greedy(rules), rules)
    found = candidates(deal(rules.deck, b"learn", 1, hands, 1)[:, 0], rules)
    numbers = described(found, rows, rules)
    others, won = [greedy(rules)] * (SEATS - 1), []
    for turn in range(1, turns + 1):
        won.append(expected_water(found, others, rules, tables=tables, chance=chance).water)
        # What the first turns won, from weaker players, is forgotten.
        model = Model(fitted(found, numbers, np.mean(won[len(won) // 2 :], axis=0)), rows)
        print(f"turn {turn}: wins {won[-1][found.best(numbers @ model.weights)].mean():+.2f} a round", flush=True)
        others = [greedy(rules), *[player(model, rules)] * (SEATS - 2)]
    return model


def fitted(found, numbers, water):
    """Return the weights. What all candidates of a hand share is left out: it does not help to choose among them."""
    sizes = np.diff(found.starts)[:, np.newaxis]

    def apart(values):
        return values - (np.add.reduceat(values, found.starts[:-1]) / sizes)[found.owner]

    one, other = apart(numbers), apart(water[:, np.newaxis])
    each = one / sizes[found.owner]  # so that every hand counts alike
    ridge = 0.01 * np.eye(numbers.shape[1])  # for what was hardly ever seen
    return np.linalg.solve(each.T @ one + ridge, each.T @ other)[:, 0]


def rows_of(others, rules):
    """Return the values [3, KEPT] of the rows that a player lays, in order."""
    laid = others.arrange(deal(rules.deck, b"rows", 1, 5_000, 1)[:, 0])
    values = np.sort(evaluate(rules, laid[:, np.newaxis]).rows[:, 0], axis=0)
    return values[np.linspace(0, len(values) - 1, KEPT).astype(int)].T


def player(model, rules):
    return Batched(lambda hands: model.choose(hands, rules))


def measure(model, rules, deals):
    """Print what one learner wins from three greedy players, in every seat of every deal."""
    water = simulate_duplicate([player(model, rules), *[greedy(rules)] * (SEATS - 1)], deals, rules, "measure")[:, 0]
    error = 1.96 * water.std(ddof=1) / np.sqrt(deals)
    print(f"one against three of greedy: {water.mean():+.2f} ± {error:.2f} water a round over {deals:,} deals")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="standard", help="rule set to play by")
    parser.add_argument("--hands", type=int, default=1_000, help="hands to learn from")
    parser.add_argument("--tables", type=int, default=12, help="tables that each hand meets in a turn")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument("--measure", type=int, metavar="DEALS", help="learn nothing; measure what was learned")
    options = parser.parse_args()
    rules = load_rules(options.rules)
    if options.measure:
        learnt = json.loads(LEARNT.read_text())
        measure(Model(list(learnt["weights"].values()), learnt["rows"]), rules, options.measure)
        return
    model = learn(rules, options.hands, options.tables, options.turns)
    weights = dict(zip((*FEATURES, *OWN_FEATURES), model.weights.round(4).tolist(), strict=True))
    LEARNT.write_text(json.dumps({"weights": weights, "rows": model.rows.tolist()}) + "\n")


if __name__ == "__main__":
    main()
