"""How an action of the environment says what is laid. Needs the extra `lab`."""

from typing import Any, Final, Literal, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena.lab.numbering import COUNT, lay, legal
from arena.lab.players import Cards
from arena.shisanshui.arrangement import Absent, Action, Arrangement
from arena.shisanshui.rule_model import HAND_SIZE, RuleSet

Kind = Literal["layouts", "rows"]

_ROW_SIZES: Final = (3, 5, 5)


class Encoding(Protocol):
    """A space of actions, and what each does with a hand of 13 cards from high to low."""

    def space(self) -> spaces.Space[Any]:
        """Return a new space."""

    def mask(self, hand: Cards) -> NDArray[np.int8] | None:
        """Return 1 for each action that does not foul and 0 for others, or None where there are too many to list."""

    def read(self, action: Any, hand: Cards) -> Action:
        """Return what the action does. Raises ValueError when it is none of the space."""


class Layouts:
    """A number: the layout (`arena.lab.numbering`), and 72,072 more for the same with a special hand declined.

    The second half is there only where the rules let a special hand be declined.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._times = 2 if rules.scoring.may_decline else 1

    def space(self) -> spaces.Space[Any]:
        return spaces.Discrete(self._times * COUNT)

    def mask(self, hand: Cards) -> NDArray[np.int8]:
        flags = legal(self._rules, hand)
        if not flags.any():
            flags[:] = True
        return np.tile(flags, self._times).astype(np.int8)

    def read(self, action: Any, hand: Cards) -> Action:
        number = int(action)
        if not 0 <= number < self._times * COUNT:
            raise ValueError(f"action {number}: 0 to {self._times * COUNT - 1} are expected")
        decline, layout = divmod(number, COUNT)
        return Arrangement.of(lay(hand[np.newaxis], np.array([layout]))[0].tolist(), bool(decline))


class Rows:
    """For each card of the hand its row: 0 front, 1 middle, 2 back.

    Where the rules let a special hand be declined there is a fourteenth number, and 1 declines it. Rows that do not
    have 3, 5 and 5 cards forfeit the round.
    """

    def __init__(self, rules: RuleSet) -> None:
        self._sizes = [3] * HAND_SIZE + ([2] if rules.scoring.may_decline else [])

    def space(self) -> spaces.Space[Any]:
        return spaces.MultiDiscrete(self._sizes)

    def mask(self, hand: Cards) -> None:
        return None

    def read(self, action: Any, hand: Cards) -> Action:
        numbers = np.asarray(action)
        if numbers.shape != (len(self._sizes),) or ((numbers < 0) | (numbers >= self._sizes)).any():
            raise ValueError(f"action {action}: {len(self._sizes)} numbers below {self._sizes} are expected")
        rows = numbers[:HAND_SIZE]
        if tuple(np.bincount(rows, minlength=3)) != _ROW_SIZES:
            return Absent.FORFEIT
        return Arrangement.of(hand[np.argsort(rows, kind="stable")].tolist(), bool(numbers[HAND_SIZE:].any()))


def encoding(kind: Kind, rules: RuleSet) -> Encoding:
    """Return the encoding of that name. Raises ValueError where there is none."""
    if kind == "layouts":
        return Layouts(rules)
    if kind == "rows":
        return Rows(rules)
    raise ValueError(f'actions: "layouts" or "rows" is expected, got "{kind}"')
