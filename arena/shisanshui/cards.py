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
    """Return the card of a two-character text. Raises CardError when it is none.

    >>> card("2s"), card("As"), card("Xb")
    (0, 48, 53)
    """
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
    """Return the cards of a list of texts. Raises CardError for a text that is no card.

    >>> cards(["As", "Td", "9c"])
    [48, 34, 31]
    """
    try:
        return [NUMBERS[text] for text in texts]
    except (KeyError, TypeError):
        return [card(text) for text in texts]


def text(number: int) -> str:
    """Return the text of a card.

    >>> text(34)
    'Td'
    """
    return TEXTS[number]


def rank(number: int) -> int:
    """Return the rank of a card other than a joker: 0 for the deuce to 12 for the ace.

    >>> rank(48), suit(48)
    (12, 0)
    """
    return number >> 2


def suit(number: int) -> int:
    """Return the suit of a card other than a joker, as an index into `SUITS`."""
    return number & 3
