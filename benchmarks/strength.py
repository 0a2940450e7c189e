"""How strong the sample bots are against each other: one against three of another, every deal from all four seats.

    python -m benchmarks.strength [DEALS]

The bots lay their hands in this process, as they would in a match, and the hands are settled by the game's own rules.
`docs/strength.md` says what the figures mean.
"""

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.batch import Hands, evaluate, settle
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.dealing import deal
from arena.shisanshui.inspection import laid_cards
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.ruleset import load_rules

Kind = TypeVar("Kind", bound=np.generic)

SEATS: Final = 4
SAMPLES: Final = Path(__file__).parent.parent / "sample_bots"
SEED: Final = b"strength"

Arrange = Callable[[list[int]], list[int]]
"""Thirteen cards to front, middle and back, one after the other."""


class Margin(NamedTuple):
    """Water a round of one against three, and half the width of its 95 % interval over deals."""

    water: float
    error95: float


def hands_of(rules: RuleSet, deals: int, seed: bytes = SEED) -> list[list[list[int]]]:
    """[deals][seats] the hands that the arena deals from this seed."""
    return [deal(rules.deck, seed, number, SEATS) for number in range(1, deals + 1)]


def laid_by(rules: RuleSet, arrange: Arrange, dealt: Sequence[Sequence[list[int]]]) -> Hands:
    """What an arranger makes of every hand, evaluated. It must not decline."""
    laid = np.array([[arrange(hand) for hand in hands] for hands in dealt], np.uint8)
    return evaluate(rules, laid)


def margin(rules: RuleSet, one: Hands, three: Hands) -> Margin:
    """One against three: the same hands, each deal the mean over the four seats of the one."""
    return margin_of(per_deal(rules, one, three))


def per_deal(rules: RuleSet, one: Hands, three: Hands) -> NDArray[np.float64]:
    """[deals] water of the one, a mean over its four seats."""
    total = np.zeros(len(one.outcome))
    for seat in range(SEATS):
        mixed = Hands(
            _seated(seat, one.rows, three.rows),
            _seated(seat, one.outcome, three.outcome),
            _seated(seat, one.place, three.place),
            _seated(seat, one.horse, three.horse),
        )
        total += settle(rules, mixed)[:, seat]
    return total / SEATS


def _seated(seat: int, one: NDArray[Kind], three: NDArray[Kind]) -> NDArray[Kind]:
    """The hands of the three, but in this seat those of the one."""
    mixed = three.copy()
    mixed[:, seat] = one[:, seat]
    return mixed


def margin_of(water: NDArray[np.float64]) -> Margin:
    """The mean of independent figures with its error."""
    return Margin(float(water.mean()), float(1.96 * water.std(ddof=1) / np.sqrt(len(water))))


def arrangers(rules: RuleSet) -> dict[str, Arrange]:
    """The sample bots in Python, strongest first."""
    expert = arranger(rules, SEATS)
    balanced, greedy, random = (_module(name) for name in ("balanced", "greedy", "random"))
    chances = balanced.BalancedBot().chances

    def balanced_rows(hand: list[int]) -> list[int]:
        rows = balanced.most_promising(hand, chances, 0)
        return [hand[place] for row in rows for place in range(13) if row >> place & 1]

    def greedy_rows(hand: list[int]) -> list[int]:
        return [hand[place] for row in greedy.best_back_first(hand, 0) for place in row]

    bot = random.RandomBot()

    def random_rows(hand: list[int]) -> list[int]:
        front, middle, back = bot.arrange([TEXTS[card] for card in hand], _Table(rules))
        return laid_cards(Arrangement(front, middle, back), hand)

    return {
        "expert": lambda hand: expert.choose(hand).cards,
        "balanced": balanced_rows,
        "greedy": greedy_rows,
        "random": random_rows,
    }


class _Table:
    """As much of a bot's table as the sample bots look at."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = {"equal_rows": rules.equal_rows}


def _module(bot: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"strength_{bot}", SAMPLES / bot / "bot.py")
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def main(deals: int) -> None:
    """Print the table, one bot a line, against three of each."""
    rules = load_rules("standard")
    dealt = hands_of(rules, deals)
    laid = {}
    for name, arrange in arrangers(rules).items():
        laid[name] = laid_by(rules, arrange, dealt)
        print(f"{name} has laid {deals * SEATS:,} hands", file=sys.stderr, flush=True)
    print("| one \\ three | " + " | ".join(laid) + " |\n|---|" + "---|" * len(laid))
    for one, hands in laid.items():
        margins = [None if other == one else margin(rules, hands, laid[other]) for other in laid]
        cells = ["–" if each is None else f"{each.water:+.2f} ± {each.error95:.2f}" for each in margins]
        print(f"| {one} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
