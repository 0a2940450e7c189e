"""Cards (牌) as small integers, so that a hand is a list of ints and equal cards of several packs are equal.

A card is `4 * rank + suit`: rank 0 is the deuce and 12 the ace, suits stand in the order s h d c. The jokers (王) are
52 (`Xs`, 小王) and 53 (`Xb`, 大王). Text is two characters, rank then suit: `As`, `Td`, `9c`.
"""

from typing import Final

from protocol.text import Said
from protocol.typed import TypedError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
SUIT_SYMBOLS: Final = "♠♥♦♣"
SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
JOKERS: Final = frozenset({SMALL_JOKER, BIG_JOKER})

TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "Xs", "Xb")
"""The text of each card, by card."""
NUMBERS: Final = {text: number for number, text in enumerate(TEXTS)}
"""The card of each text."""


class CardError(TypedError):
    """A text that is not a card."""


def card(text: str) -> int:
    """The card of a two-character text such as `As`. Raises CardError."""
    try:
        return NUMBERS[text]
    except (KeyError, TypeError):
        raise CardError(no_card(text)) from None


def no_card(text: object) -> Said:
    """Say that a text is not a card, and what a card looks like."""
    return Said(
        "{text!r} is no card; a rank of {ranks} and a suit of {suits} are expected, as in As or Td, or Xs, Xb",
        text=text,
        ranks=RANKS,
        suits=SUITS,
    )


def cards(texts: list[str]) -> list[int]:
    """The cards of a list of texts. Raises CardError."""
    try:
        return [NUMBERS[text] for text in texts]
    except (KeyError, TypeError):
        return [card(text) for text in texts]


def text(number: int) -> str:
    """The text of a card."""
    return TEXTS[number]


def rank(number: int) -> int:
    """The rank of a card that is no joker: 0 for the deuce to 12 for the ace."""
    return number >> 2


def suit(number: int) -> int:
    """The suit of a card that is no joker, as an index into `SUITS`."""
    return number & 3
