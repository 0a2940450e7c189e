"""Players that do anything a seat can do, and what the referee's own game makes of it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.lab import Batched, Laid
from arena.lab.players import Answer
from arena.shisanshui.arrangement import Absent, Action, Arrangement
from arena.shisanshui.play import Dealt, Shisanshui
from arena.shisanshui.ruleset import RuleSet
from tests.arena.shisanshui.tables import tidied

SWITCHES: list[dict[str, Any]] = [
    {},
    {"horse": "9s", "declare": "optional"},
    {"all_special": "median", "horse": "Th"},
    {"gun": 5, "foul_is_shot": True, "home_run": {"multiply": True, "double": True, "bonus": {"2": 1, "default": 7}}},
    {"equal_rows": "foul", "declare": "optional", "guns_with_specials": True, "gun": "double"},
    {"row_water": "winner", "all_special": "pairwise", "escape": {"pays": 5, "each_gains": 3}, "gun": 0},
]
"""What a rule set may say, laid over each of those that come with the arena."""


class Erratic:
    """Lays rows in every way they can be given, declines, forfeits and escapes; the same for the same hand."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, hand: list[int]) -> Answer:
        chance = Random(f"{self.name} {hand}")
        laid = tidied(hand, chance)
        match chance.randrange(8):
            case 0:
                return None
            case 1:
                return chance.choice([Absent.FORFEIT, Absent.ESCAPE])
            case 2:
                return Arrangement.of(laid, decline=chance.random() < 0.5)
            case 3:
                return laid[:3], laid[3:8], laid[8:], True
            case _:
                return laid[:3], laid[3:8], laid[8:]

    def batched(self) -> Batched:
        """The same player, asked for many hands at once."""
        return Batched(self._many)

    def _many(self, hands: NDArray[np.uint8]) -> Laid:
        actions = [action_of(self(hand)) for hand in hands.tolist()]
        cards = [action.cards() if isinstance(action, Arrangement) else [0] * 13 for action in actions]
        return Laid(
            np.array(cards, np.int64).reshape(-1, 13),
            np.array([isinstance(action, Arrangement) and action.decline for action in actions], np.bool_),
            np.array([action is Absent.FORFEIT for action in actions], np.bool_),
            np.array([action is Absent.ESCAPE for action in actions], np.bool_),
        )


def action_of(answer: Answer) -> Action:
    """What a player did as the referee has it."""
    if answer is None:
        return Absent.FORFEIT
    if isinstance(answer, Absent | Arrangement):
        return answer
    front, middle, back, *decline = answer
    return Arrangement.of([*front, *middle, *back], bool(decline and decline[0]))


def refereed(rules: RuleSet, players: Sequence[Erratic], seed: bytes, numbers: Sequence[int]) -> list[list[int]]:
    """The water of these rounds as the referee's game deals, checks and settles them."""
    water = []
    for number in numbers:
        state = Shisanshui(rules).start(seed, number, len(players))
        actions = {seat: action_of(player(hand_of(state, seat))) for seat, player in enumerate(players)}
        assert [state.check(seat, action) for seat, action in actions.items()] == [None] * len(players)
        water.append(list(state.apply(actions).water()))
    return water


def hand_of(state: Dealt, seat: int) -> list[int]:
    return Arrangement(state.observe(seat)["hand"], [], []).cards()
