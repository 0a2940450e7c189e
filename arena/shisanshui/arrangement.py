"""What a seat does in a round: an arrangement, which is the action on the wire, or one of two things it did not do."""

from enum import Enum

import msgspec

from arena.shisanshui.cards import NUMBERS, TEXTS


class Arrangement(msgspec.Struct, frozen=True):
    """Thirteen cards as front (头墩, 3), middle (中墩, 5) and back (尾墩, 5), as texts.

    `decline` asks that the rows be played though the hand is special; it counts where the rule set lets it.
    """

    front: list[str]
    middle: list[str]
    back: list[str]
    decline: bool = False

    def cards(self) -> list[int]:
        """The cards of front, middle and back in this order. Raises KeyError when a text is no card."""
        return [NUMBERS[text] for text in self.front + self.middle + self.back]

    @classmethod
    def of(cls, cards: list[int], decline: bool = False) -> "Arrangement":
        """The arrangement of thirteen cards that are given as front, middle and back one after the other."""
        texts = [TEXTS[card] for card in cards]
        return cls(texts[:3], texts[3:8], texts[8:], decline)


class StandIn(Arrangement, frozen=True):
    """An arrangement that was made for a seat which did not answer."""


class Absent(Enum):
    """A round without rows."""

    FORFEIT = "foul"
    """倒水 without rows: late or illegal. Never special, and its horse does not count."""
    ESCAPE = "escaped"
    """逃跑: the seat has left the table."""


Action = Arrangement | Absent
