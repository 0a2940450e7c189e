"""How many there are of something, in English."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 match`, `2 matches`; the plural is `one` with an s unless it is given."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
