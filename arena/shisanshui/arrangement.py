"""A seat's action in a round: an arrangement, as on the wire, or one of two ways to lay none.

In the record an action is packed: thirteen card bytes and a byte of flags, or one byte for no rows.
"""

from enum import Enum
from typing import Final

import msgspec

from arena.shisanshui.cards import NUMBERS, TEXTS


class Arrangement(msgspec.Struct, frozen=True):
    """Thirteen cards as front (头墩, 3), middle (中墩, 5) and back (尾墩, 5), as texts.

    `decline` asks to play the rows of a special hand; it counts where the rule set allows that.

    >>> laid = Arrangement(["As", "Kd", "2h"], ["3s", "3d", "5c", "6c", "9h"], ["7s", "7d", "7c", "Qh", "Qd"])
    >>> laid.cards()[:3], unpack(pack(laid)) == laid
    ([48, 46, 1], True)
    """

    front: list[str]
    middle: list[str]
    back: list[str]
    decline: bool = False

    def cards(self) -> list[int]:
        """Return the cards of front, middle and back in this order. Raises KeyError when a text is not a card."""
        return [NUMBERS[text] for text in self.front + self.middle + self.back]

    @classmethod
    def of(cls, cards: list[int], decline: bool = False) -> "Arrangement":
        """Return the arrangement of thirteen cards given as front, middle and back in this order."""
        texts = [TEXTS[card] for card in cards]
        return cls(texts[:3], texts[3:8], texts[8:], decline)


class StandIn(Arrangement, frozen=True):
    """An arrangement that the arena made for a seat that did not answer."""


class Absent(Enum):
    """A round without rows."""

    FORFEIT = "foul"
    """倒水 without rows: late or illegal. Never special, and its horse does not count."""
    ESCAPE = "escaped"
    """逃跑: the seat has left the table."""


Action = Arrangement | Absent


_DECLINED: Final = 1
_STAND_IN: Final = 2
_PLAIN: Final = b"\0"
_ABSENT: Final = {Absent.FORFEIT: b"F", Absent.ESCAPE: b"E"}
_OF_BYTE: Final = {data: absent for absent, data in _ABSENT.items()}


def pack(action: Action) -> bytes:
    """Return the action as 14 bytes, or 1. The cards of an arrangement must have been checked."""
    if type(action) is Arrangement and not action.decline:
        return bytes(action.cards()) + _PLAIN
    if isinstance(action, Absent):
        return _ABSENT[action]
    flags = action.decline * _DECLINED | isinstance(action, StandIn) * _STAND_IN
    return bytes([*action.cards(), flags])


def is_stand_in(data: bytes) -> bool:
    """Whether a packed action was made for a seat that did not answer."""
    return len(data) == 14 and bool(data[13] & _STAND_IN)


def unpack(data: bytes) -> Action:
    """Invert `pack`. Raises ValueError when the bytes are not an action."""
    if data in _OF_BYTE:
        return _OF_BYTE[data]
    if len(data) != 14 or data[13] > _DECLINED | _STAND_IN or max(data[:13]) > 53:
        raise ValueError(f"{data.hex() or 'nothing'} is no packed action")
    kind = StandIn if is_stand_in(data) else Arrangement
    return kind.of(list(data[:13]), decline=bool(data[13] & _DECLINED))
