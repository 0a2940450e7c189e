"""The last lines that a program wrote before it ended, joined in one for its author."""

import re
from collections.abc import Iterable
from typing import Final

MOST_LINES: Final = 5
LONGEST: Final = 480
"""The most characters of all, so that the message around them is not cut."""
_LONGEST_LINE: Final = 200
_BETWEEN: Final = " | "
_MARKS: Final = re.compile(r"[\s^~|]*")


def says_something(line: str) -> bool:
    """Return whether the line is more than the marks with which interpreters point into the line above."""
    return _MARKS.fullmatch(line) is None


def last_words(lines: Iterable[str]) -> str:
    """Return the last few lines that say something, joined; empty if none does.

    The very last is most often the error itself, so it gets its space first.

    >>> last_words(["    x = [1][2]", "        ~~~^^^", "IndexError: list index out of range", ""])
    'x = [1][2] | IndexError: list index out of range'
    """
    said = [line.strip() for line in lines if says_something(line)][-MOST_LINES:]
    words = said.pop()[:LONGEST] if said else ""
    for line in reversed(said):
        longer = line[:_LONGEST_LINE] + _BETWEEN + words
        if len(longer) > LONGEST:
            break
        words = longer
    return words
