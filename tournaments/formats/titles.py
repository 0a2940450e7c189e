"""What a stage is called, in English and Chinese."""

DIGITS = "零一二三四五六七八九"


def chinese(number: int) -> str:
    """A number below 100 as Chinese writes it (16 is 十六); larger ones stay digits, as in 128强."""
    if number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    if tens == 0:
        return DIGITS[ones]
    return (DIGITS[tens] if tens > 1 else "") + "十" + (DIGITS[ones] if ones else "")


def bracket_title(field: int, *, final: bool, head_to_head: bool) -> str:
    """The title of an elimination stage with `field` bots left."""
    if final:
        return "Final · 决赛"
    if head_to_head and field == 4:
        return "Semi-finals · 半决赛"
    return f"Round of {field} · {chinese(field)}强"


def round_title(number: int, *, groups: bool = False) -> str:
    """The title of a round of a league."""
    if groups:
        return f"Groups, round {number} · 小组赛第{chinese(number)}轮"
    return f"Round {number} · 第{chinese(number)}轮"
