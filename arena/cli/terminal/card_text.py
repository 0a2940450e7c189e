"""Cards on the terminal, each suit in its colour."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from arena.language import spoken
from arena.shisanshui.cards import SMALL_JOKER, SUIT_SYMBOLS, TEXTS

_STYLES: Final = ("", "red", "blue", "green")
"""Of the suits, in the order s h d c: four colours, so that a flush stands out."""
_JOKERS: Final = ("小王", "大王")


def card_text(cards: Sequence[int], encoding: str) -> Text:
    """Return the cards side by side, high to low.

    Suits are symbols, or letters where the terminal's encoding lacks them.

    >>> card_text([51, 2], "utf-8").plain, card_text([51, 2], "latin-1").plain
    ('A♣ 2♦', 'Ac 2d')
    """
    symbols = _encodable(SUIT_SYMBOLS, encoding)
    line = Text()
    for card in sorted(cards, reverse=True):
        if line:
            line.append(" ")
        if card >= SMALL_JOKER:
            line.append(_JOKERS[card - SMALL_JOKER] if spoken() == "zh" else TEXTS[card], style="yellow")
        else:
            suit = card & 3
            line.append(TEXTS[card][0] + SUIT_SYMBOLS[suit] if symbols else TEXTS[card], style=_STYLES[suit])
    return line


def _encodable(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
