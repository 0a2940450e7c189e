"""Names of stages, cards, hands, payments and faults in both languages."""

from typing import Final

from arena.language import Paired, told
from arena.shisanshui.evaluation import OUTCOMES
from arena.shisanshui.rows import RowType
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from protocol.text import Said

TITLE_SEPARATOR: Final = " · "
"""Between the English and the Chinese of a stored title."""
_ROW_TYPES: Final = {kind.id: kind for kind in RowType}
_SUITS: Final = {"s": ("♠", ""), "h": ("♥", "red"), "d": ("♦", "red"), "c": ("♣", "")}
_JOKERS: Final = {"Xs": "小王", "Xb": "大王"}


def beside(english: str, chinese: str) -> Paired:
    """Return a term of the game: in English with the Chinese that players know beside it, in Chinese alone.

    >>> str(beside("gun", "打枪"))
    'gun 打枪'
    """
    return Paired(f"{english} {chinese}", chinese)


ROWS: Final = (beside("Front", "头墩"), beside("Middle", "中墩"), beside("Back", "尾墩"))


def title(stored: str) -> Said | str:
    """Return the title of a stage or a league; the store holds both languages as one text.

    >>> str(title("Final · 决赛"))
    'Final'
    >>> title("Gauntlet of a · b · a · b 车轮战").chinese
    'a · b 车轮战'
    """
    parts = stored.split(TITLE_SEPARATOR)
    half = len(parts) // 2  # a bot's name is in both halves, whatever it has in it
    if len(parts) % 2:
        return stored
    return Paired(TITLE_SEPARATOR.join(parts[:half]), TITLE_SEPARATOR.join(parts[half:]))


def row_type(kind: str, *, front: bool = False) -> Paired:
    """Return a row type by its id."""
    found = _ROW_TYPES[kind]
    return beside(kind, found.chinese_in_front if front else found.chinese)


def special_hand(kind: str) -> Paired:
    """Return a special hand by its id."""
    return beside(kind, BY_ID[kind].chinese)


def outcome(word: str) -> Said | str:
    """Return a foul or an escape; nothing for other outcomes."""
    return beside(*OUTCOMES[word]) if word in ("foul", "escaped") else ""  # type: ignore[index]


def payment(reason: str) -> Paired:
    """Return the reason of a transfer."""
    return beside(*REASONS[reason])  # type: ignore[index]


def fault(code: str) -> Said | str:
    """Return the meaning of a reason code; the code itself if this arena does not know it."""
    return Paired(*MEANING[code]) if code in MEANING else code


def fault_word(code: str) -> Said:
    """Return a reason code in English and its short meaning in Chinese."""
    return Paired(code, told(fault(code), "zh"))


def card(text: str, encoding: str = "utf-8") -> tuple[Said | str, str]:
    """Return a card's face and its colour, which is empty for black; a suit is a letter where `encoding` has no symbol.

    >>> card("Ah"), card("Ah", "latin-1")
    (('A♥', 'red'), ('Ah', 'red'))
    """
    if text in _JOKERS:
        return Paired(text, _JOKERS[text]), "yellow"
    symbol, colour = _SUITS[text[1]]
    try:
        symbol.encode(encoding)
    except UnicodeEncodeError:
        return text, colour
    return text[0] + symbol, colour
