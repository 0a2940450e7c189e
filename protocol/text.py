"""Text from a stranger, fit to be shown: a bot's words must not repaint the terminal that they are read on."""

from typing import Final

MOST_LETTERS: Final = 300


def one_line(text: str, most: int = MOST_LETTERS) -> str:
    """`text` on one line, without control characters, and no longer than a person reads."""
    shown = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[: most + 1])
    return shown if len(text) <= most else f"{shown[:most]}…"
