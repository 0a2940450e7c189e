"""The last lines that a program wrote before it ended, and the error above a stack, joined in one for its author."""

import re
from collections.abc import Iterable
from typing import Final

MOST_LINES: Final = 5
KEPT_LINES: Final = 100
"""How far back the error above a stack is looked for."""
LONGEST: Final = 480
"""The most characters of all, so that the message around them is not cut."""
_LONGEST_LINE: Final = 200
_BETWEEN: Final = " | "
_FRAME: Final = re.compile(r"\s+(at|from)\s")
"""A line of a stack in Ruby, Java or JavaScript, which print the error above it."""
_MARKS: Final = re.compile(r"[\s^~|]*")


def says_something(line: str) -> bool:
    """Return whether the line is more than the marks with which interpreters point into the line above."""
    return _MARKS.fullmatch(line) is None


def last_words(lines: Iterable[str]) -> str:
    """Return the last few lines that say something, joined; empty if none does.

    The very last is most often the error itself, so it gets its space first. Where a stack hides the error above it,
    that line comes before the last.

    >>> last_words(["    x = [1][2]", "        ~~~^^^", "IndexError: list index out of range", ""])
    'x = [1][2] | IndexError: list index out of range'
    """
    whole = [line for line in lines if says_something(line)][-KEPT_LINES:]
    said = [line.strip() for line in _shown(whole)]
    words = said.pop()[:LONGEST] if said else ""
    for line in reversed(said):
        longer = line[:_LONGEST_LINE] + _BETWEEN + words
        if len(longer) > LONGEST:
            break
        words = longer
    return words


def _shown(lines: list[str]) -> list[str]:
    """Return the last lines; only the very last below the error where a stack between them would hide it."""
    frames = [number for number, line in enumerate(lines) if _FRAME.match(line)]
    last = lines[-MOST_LINES:]
    if not frames:
        return last
    above = frames[-1]
    while above >= 0 and _FRAME.match(lines[above]):
        above -= 1
    return last if above < 0 or above >= len(lines) - MOST_LINES else [lines[above], lines[-1]]
