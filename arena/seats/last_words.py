"""The last that a program wrote before it ended, in one line for its author."""

import re
from collections.abc import Iterable
from typing import Final

MOST_LINES: Final = 5
LONGEST: Final = 480
"""Characters of all of it, so that what is told of the end around it is not cut."""
_LONGEST_LINE: Final = 200
_BETWEEN: Final = " | "
_MARKS: Final = re.compile(r"[\s^~|]*")


def says_something(line: str) -> bool:
    """Whether it is more than the marks with which interpreters and compilers point into the line above."""
    return _MARKS.fullmatch(line) is None


def last_words(lines: Iterable[str]) -> str:
    """The last few lines that say something; nothing when none does.

    The very last is most often the error itself: it has its place before those that lead to it.
    """
    said = [line.strip() for line in lines if says_something(line)][-MOST_LINES:]
    words = said.pop()[:LONGEST] if said else ""
    for line in reversed(said):
        longer = line[:_LONGEST_LINE] + _BETWEEN + words
        if len(longer) > LONGEST:
            break
        words = longer
    return words
