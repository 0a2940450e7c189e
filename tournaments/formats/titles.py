"""The titles of stages and leagues, in English and Chinese."""

from typing import Literal

DIGITS = "零一二三四五六七八九"


def chinese(number: int) -> str:
    """Return a number below 100 in Chinese numerals; larger ones stay digits, as in 128强.

    >>> chinese(16), chinese(128)
    ('十六', '128')
    """
    if number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    if tens == 0:
        return DIGITS[ones]
    return (DIGITS[tens] if tens > 1 else "") + "十" + (DIGITS[ones] if ones else "")


def bracket_title(field: int, *, final: bool, head_to_head: bool) -> str:
    """Return the title of an elimination stage with `field` bots left."""
    if final:
        return "Final · 决赛"
    if head_to_head and field == 4:
        return "Semi-finals · 半决赛"
    return f"Round of {field} · {chinese(field)}强"


def round_title(number: int, *, groups: bool = False) -> str:
    """Return the title of a round of a league."""
    if groups:
        return f"Groups, round {number} · 小组赛第{chinese(number)}轮"
    return f"Round {number} · 第{chinese(number)}轮"


def league_title(kind: Literal["Swiss", "Round robin", "Group"], number: int = 0) -> str:
    """Return the title of a league's standings; `number` is that of a group."""
    if kind == "Group":
        return f"Group {number} · 第{chinese(number)}组"
    return f"{kind} · {'瑞士制' if kind == 'Swiss' else '循环赛'}"


def double_title(winners: int | None, losers: int | None) -> str:
    """Return the title of a stage of a double elimination: the round of each bracket that it plays."""
    english, chinese_words = [], []
    if winners is not None:
        english.append(f"Winners' round {winners}")
        chinese_words.append(f"胜者组第{chinese(winners)}轮")
    if losers is not None:
        english.append(f"Losers' round {losers}")
        chinese_words.append(f"败者组第{chinese(losers)}轮")
    return f"{', '.join(english)} · {'、'.join(chinese_words)}"
