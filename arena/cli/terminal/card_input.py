"""Cards as people write them: as the terminal shows them, in small letters, or without spaces between them."""

import re
from typing import Final

from arena.shisanshui.cards import SUIT_SYMBOLS, SUITS

_CARD: Final = re.compile(rf"(10|[2-9tjqka])([{SUITS}{SUIT_SYMBOLS}])\ufe0f?|x([sb])|(小王|大王)", re.IGNORECASE)
_WHOLE: Final = re.compile(f"(?:{_CARD.pattern})+", re.IGNORECASE)
_LETTERS: Final = str.maketrans(SUIT_SYMBOLS, SUITS)
_JOKERS: Final = {"小王": "Xs", "大王": "Xb"}


def texts_given(text: str) -> list[str]:
    """Return the cards of a text as the rules write them; a word that is none stays as it is.

    >>> texts_given("A♥ kd 10s, Xb 大王"), texts_given("A♠K♦2♣"), texts_given("As 1h")
    (['Ah', 'Kd', 'Ts', 'Xb', 'Xb'], ['As', 'Kd', '2c'], ['As', '1h'])
    """
    return [each for word in text.replace(",", " ").replace("，", " ").split() for each in _texts(word)]


def _texts(word: str) -> list[str]:
    if not _WHOLE.fullmatch(word):
        return [word]
    return [_text(found) for found in _CARD.finditer(word)]


def _text(found: re.Match[str]) -> str:
    rank, suit, joker, chinese = found.groups()
    if chinese:
        return _JOKERS[chinese]
    if joker:
        return f"X{joker.lower()}"
    return rank.replace("10", "T").upper() + suit.lower().translate(_LETTERS)
