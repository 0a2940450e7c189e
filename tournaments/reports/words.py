"""Names of stages, cards, hands, payments and faults, ready to be told in either language."""

from collections.abc import Iterable
from typing import Final

from arena.language import Paired, _, told
from arena.shisanshui.rows import ROW_TYPE_CHINESE, ROW_TYPE_IDS
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from protocol.text import Said

TITLE_SEPARATOR: Final = " · "
"""Between the English and the Chinese of a stored title."""
_ROW_TYPES: Final = dict(zip(ROW_TYPE_IDS, ROW_TYPE_CHINESE, strict=True))
_FRONT: Final = {"three-of-a-kind": "三尖刀"}
"""What Chinese calls some types only in the front row."""
_OUTCOMES: Final = {"foul": "倒水", "escaped": "逃跑"}
_SUITS: Final = {"s": ("♠", ""), "h": ("♥", "red"), "d": ("♦", "red"), "c": ("♣", "")}
_JOKERS: Final = {"Xs": "小王", "Xb": "大王"}


def beside(english: str, chinese: str) -> Paired:
    """A term of the game: English with the Chinese beside it, since players know it by that; or Chinese alone.

    >>> str(beside("gun", "打枪"))
    'gun 打枪'
    """
    return Paired(f"{english} {chinese}", chinese)


ROWS: Final = (beside("Front", "头墩"), beside("Middle", "中墩"), beside("Back", "尾墩"))


def title(stored: str) -> Said | str:
    """The title of a stage or a league, of which the store holds both languages.

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
    """A row's type by its id."""
    return beside(kind, _FRONT.get(kind, _ROW_TYPES[kind]) if front else _ROW_TYPES[kind])


def special_hand(kind: str) -> Paired:
    """A special hand by its id."""
    return beside(kind, BY_ID[kind].chinese)


def outcome(word: str) -> Said | str:
    """A seat's outcome where it is worth a word: a foul or an escape."""
    return beside(word, _OUTCOMES[word]) if word in _OUTCOMES else ""


def payment(reason: str) -> Paired:
    """What water is paid for."""
    return beside(*REASONS[reason])  # type: ignore[index]


def fault(code: str) -> Said | str:
    """What a reason code means; the code itself where an older or a newer arena knew it."""
    return Paired(*MEANING[code]) if code in MEANING else code


def fault_word(code: str) -> Said:
    """A reason code in a word: itself in English."""
    return Paired(code, told(fault(code), "zh"))


def card(text: str) -> tuple[Said | str, str]:
    """A card's face and its colour, which is nothing for black."""
    if text in _JOKERS:
        return Paired(text, _JOKERS[text]), "yellow"
    symbol, colour = _SUITS[text[1]]
    return text[0] + symbol, colour


def listed(names: Iterable[str]) -> str:
    """Names in the language of the moment, one after another."""
    return _(", ").join(names)
