"""How much can be won from three of a kind by somebody who knows how they arrange.

    python -m benchmarks.best_responder [DEALS [BOT]]

BOT is the expert, or `balanced` or `greedy`. For every deal the responder sees its hand, deals the other cards to three
opponents many times, has the bot itself lay those hands, and chooses what wins most against them. It is scored against
further hands dealt and laid so, beside what the bot would have laid with the same hand. How far it trusts its sample
over the arranger's table of such bots is its choice: the figure that counts is the best of all degrees of trust.
"""

import sys
from collections.abc import Iterator
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.choice import Arranger, arranger
from arena.shisanshui.arranger.population import Shares
from arena.shisanshui.batch import Hands, evaluate, settle
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet
from arena.shisanshui.ruleset import load_rules
from benchmarks.strength import SEATS, Arrange, Margin, margin_of, players

Kind = TypeVar("Kind", bound=np.generic)

SEED: Final = 39
WORLDS: Final = 16
"""How often the other cards are dealt for one hand; a quarter of them are kept for the score."""
SCORED: Final = WORLDS // 4
CANDIDATES: Final = 16
TABLES: Final = 256
"""Tables of three opponents drawn from the hands of different worlds."""
TRUSTS: Final = (0.0, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
"""Degrees of trust in the sample: 1 looks at nothing else."""
KINDS: Final = {"balanced": Shares(greedy=0.0, row_by_row=1.0), "greedy": Shares(greedy=1.0, row_by_row=0.0)}
"""What the arranger takes the bots to be that do not ask it themselves."""


def gains(rules: RuleSet, deals: int, bot: str = "expert", seed: int = SEED) -> NDArray[np.float64]:
    """[deals, trusts] what the responder wins a round more than the bot would, who wins nothing on average."""
    return np.array(list(_gains(rules, deals, bot, seed)))


def exploitability(found: NDArray[np.float64]) -> tuple[float, Margin]:
    """The degree of trust that wins most, and what it wins."""
    margins = [margin_of(found[:, nth]) for nth in range(found.shape[1])]
    best = max(range(len(margins)), key=lambda nth: margins[nth].water)
    return TRUSTS[best], margins[best]


def _gains(rules: RuleSet, deals: int, bot: str, seed: int) -> Iterator[list[float]]:
    chance = np.random.default_rng(seed)
    helper = arranger(rules, SEATS, KINDS.get(bot))
    lay = players(rules)[bot](0).arrange
    deck = np.array(rules.deck.cards(), np.uint8)
    for _ in range(deals):
        shuffled = chance.permutation(deck)
        hand = sorted(shuffled[:HAND_SIZE].tolist(), reverse=True)
        yield _gain(helper, lay, hand, shuffled[HAND_SIZE:], chance)


def _gain(
    helper: Arranger, lay: Arrange, hand: list[int], rest: NDArray[np.uint8], chance: np.random.Generator
) -> list[float]:
    usual = helper.judge(Arrangement.of(lay(hand)))
    ranked = helper.ranked(hand, CANDIDATES)
    mine = [usual.cards] + [each.cards for each in ranked if each.cards != usual.cards]
    believed = np.array([usual.water] + [each.water for each in ranked if each.cards != usual.cards])
    others = np.array([_laid(lay, rest, chance) for _ in range(WORLDS)], np.uint8)
    seen, scored = others[SCORED:].reshape(-1, HAND_SIZE), others[:SCORED]
    tables = seen[chance.integers(len(seen), size=(TABLES, SEATS - 1))]
    sampled = _mean_water(helper.rules, mine, tables)
    found = _mean_water(helper.rules, mine, scored)
    chosen = [int(((1 - trust) * believed + trust * sampled).argmax()) for trust in TRUSTS]
    return [float(found[each] - found[0]) for each in chosen]


def _laid(lay: Arrange, rest: NDArray[np.uint8], chance: np.random.Generator) -> list[list[int]]:
    dealt = chance.permutation(rest)[: HAND_SIZE * (SEATS - 1)].reshape(SEATS - 1, HAND_SIZE)
    return [lay(sorted(hand, reverse=True)) for hand in dealt.tolist()]


def _mean_water(rules: RuleSet, mine: list[list[int]], tables: NDArray[np.uint8]) -> NDArray[np.float64]:
    """[mine] the mean water of each arrangement over tables[n, 3, 13] of opponents."""
    own = evaluate(rules, np.array(mine, np.uint8)[:, np.newaxis])
    others = evaluate(rules, tables)
    rounds = Hands(
        _together(own.rows, others.rows),
        _together(own.outcome, others.outcome),
        _together(own.place, others.place),
        _together(own.horse, others.horse),
    )
    water: NDArray[np.float64] = settle(rules, rounds)[:, 0].reshape(len(mine), -1).mean(axis=1)
    return water


def _together(own: NDArray[Kind], others: NDArray[Kind]) -> NDArray[Kind]:
    """Every own hand at every table, in seat 0."""
    mine = np.repeat(own, len(others), axis=0)
    theirs = np.concatenate([others] * len(own))
    return np.concatenate([mine, theirs], axis=1)


def main(deals: int, bot: str) -> None:
    """Print what each degree of trust wins."""
    found = gains(load_rules("standard"), deals, bot)
    for nth, trust in enumerate(TRUSTS):
        water, error = margin_of(found[:, nth])
        print(f"trust {trust:.2f}: {water:+.3f} ± {error:.3f} water a round")
    trust, best = exploitability(found)
    print(f"best, at {trust:.2f}: {best.water:+.3f} ± {best.error95:.3f} over {deals:,} deals, from three of {bot}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, sys.argv[2] if len(sys.argv) > 2 else "expert")
