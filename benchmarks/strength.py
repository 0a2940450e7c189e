"""How strong the sample bots are against each other: one against three of another, every deal from all four seats.

    python -m benchmarks.strength [DEALS [ONE THREE]]

The bots lay their hands in this process, as they would in matches of a hundred rounds, and the hands are settled by the
game's own rules. `docs/strength.md` says what the figures mean.
"""

import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.arranger.opponents import Opponents
from arena.shisanshui.batch import evaluate, settle
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.dealing import deal
from arena.shisanshui.evaluation import evaluate as outcome_of
from arena.shisanshui.legality import laid_cards
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.ruleset import load_rules

SEATS: Final = 4
SAMPLES: Final = Path(__file__).parent.parent / "sample_bots"
SEED: Final = b"strength"

ROUNDS: Final = 100
"""Of a match, in which a bot may learn who the others are."""

Arrange = Callable[[list[int]], list[int]]
"""Thirteen cards to front, middle and back, one after the other."""


class Player(Protocol):
    """A bot in one seat of one leg."""

    def arrange(self, hand: list[int]) -> list[int]: ...

    def saw(self, laid: Mapping[int, list[int]]) -> None:
        """What those laid in a round, by seat, who neither fouled nor held a special hand."""


Seated = Callable[[int], Player]
"""A bot that sits down in a seat."""


class Margin(NamedTuple):
    """Water a round of one against three, and half the width of its 95 % interval over deals."""

    water: float
    error95: float


def hands_of(rules: RuleSet, deals: int, seed: bytes = SEED) -> list[list[list[int]]]:
    """[deals][seats] the hands that the arena deals from this seed."""
    return [deal(rules.deck, seed, number, SEATS) for number in range(1, deals + 1)]


def margin(rules: RuleSet, one: Seated, three: Seated, dealt: Sequence[Sequence[list[int]]]) -> Margin:
    """One against three."""
    return margin_of(per_deal(rules, one, three, dealt))


def per_deal(rules: RuleSet, one: Seated, three: Seated, dealt: Sequence[Sequence[list[int]]]) -> NDArray[np.float64]:
    """[deals] water of the one, a mean over its four seats."""
    total = np.zeros(len(dealt))
    for mine in range(SEATS):
        laid = []
        for start in range(0, len(dealt), ROUNDS):
            players = [(one if seat == mine else three)(seat) for seat in range(SEATS)]
            laid += [_round(rules, players, hands) for hands in dealt[start : start + ROUNDS]]
        total += settle(rules, evaluate(rules, np.array(laid, np.uint8)))[:, mine]
    return total / SEATS


def _round(rules: RuleSet, players: Sequence[Player], hands: Sequence[list[int]]) -> list[list[int]]:
    laid = [player.arrange(hand) for player, hand in zip(players, hands, strict=True)]
    plain = {seat: each for seat, each in enumerate(laid) if outcome_of(rules, each).outcome == "plain"}
    for player in players:
        player.saw(plain)
    return laid


def margin_of(water: NDArray[np.float64]) -> Margin:
    """The mean of independent figures with its error."""
    return Margin(float(water.mean()), float(1.96 * water.std(ddof=1) / np.sqrt(len(water))))


class _Same:
    """A bot that lays the same cards the same way whatever it saw, and so thinks once about each hand."""

    def __init__(self, arrange: Arrange) -> None:
        self._arrange = arrange
        self._laid: dict[tuple[int, ...], list[int]] = {}

    def arrange(self, hand: list[int]) -> list[int]:
        known = self._laid.get(tuple(hand))
        if known is None:
            known = self._laid[tuple(hand)] = self._arrange(hand)
        return known

    def saw(self, laid: Mapping[int, list[int]]) -> None: ...


class _Expert:
    """The expert as it plays a match."""

    def __init__(self, rules: RuleSet, seat: int) -> None:
        self._opponents = Opponents(rules, SEATS)
        self._seat = seat

    def arrange(self, hand: list[int]) -> list[int]:
        return self._opponents.arranger(self._seat).choose(hand).cards

    def saw(self, laid: Mapping[int, list[int]]) -> None:
        self._opponents.saw({seat: cards for seat, cards in laid.items() if seat != self._seat})


def players(rules: RuleSet) -> dict[str, Seated]:
    """The sample bots in Python, strongest first; `arranger` is the expert without eyes for who the others are."""
    balanced, greedy, learner, random = (_module(name) for name in ("balanced", "greedy", "learner", "random"))
    chances = balanced.BalancedBot().chances
    bot = random.RandomBot()

    def balanced_rows(hand: list[int]) -> list[int]:
        rows = balanced.most_promising(hand, chances, 0)
        return [hand[place] for row in rows for place in range(13) if row >> place & 1]

    def greedy_rows(hand: list[int]) -> list[int]:
        return [hand[place] for row in greedy.best_back_first(hand, 0) for place in row]

    learnt = learner.LearnerBot().model

    def learner_rows(hand: list[int]) -> list[int]:
        cards: list[int] = learnt.choose(np.array([hand]), rules).cards[0].tolist()
        return cards

    def random_rows(hand: list[int]) -> list[int]:
        front, middle, back = bot.arrange([TEXTS[card] for card in hand], _Table(rules))
        return laid_cards(Arrangement(front, middle, back), hand)

    helper = arranger(rules, SEATS)
    same = {
        "arranger": _Same(lambda hand: helper.choose(hand).cards),
        "balanced": _Same(balanced_rows),
        "learner": _Same(learner_rows),
        "greedy": _Same(greedy_rows),
        "random": _Same(random_rows),
    }
    seated: dict[str, Seated] = {"expert": partial(_Expert, rules)}
    return seated | {name: _in_any_seat(each) for name, each in same.items()}


def _in_any_seat(player: Player) -> Seated:
    return lambda _: player


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


def main(deals: int, *pair: str) -> None:
    """Print the table, one bot a line, against three of each; or what a pair comes to."""
    rules = load_rules("standard")
    dealt = hands_of(rules, deals)
    seated = players(rules)
    if pair:
        one, three = pair
        water, error = margin(rules, seated[one], seated[three], dealt)
        print(f"{one} against three of {three}: {water:+.3f} ± {error:.3f} water a round over {deals:,} deals")
        return
    print("| one \\ three | " + " | ".join(seated) + " |\n|---|" + "---|" * len(seated))
    for one, bot in seated.items():
        margins = [None if other == one else margin(rules, bot, seated[other], dealt) for other in seated]
        cells = ["–" if each is None else f"{each.water:+.2f} ± {each.error95:.2f}" for each in margins]
        print(f"| {one} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000, *sys.argv[2:])
