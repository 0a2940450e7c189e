"""Text of others in a page of Markdown: it stands there as it was written, and makes nothing of the page."""

import re
from typing import Final

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]|~#&]")
_STROKE: Final = re.compile(r"(?<!\\)\|")
_ITS_OWN: Final = {"<": "&lt;", ">": "&gt;"}
"""Readers that know no backslash before them take these for HTML."""


def md(text: str) -> str:
    """`text` on one line, with nothing in it that Markdown or HTML reads as its own."""
    escaped = _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
    for letter, entity in _ITS_OWN.items():
        escaped = escaped.replace(letter, entity)
    return escaped


def code(text: str) -> str:
    """`text` on one line as code, fenced by more backticks than it has in a row."""
    line = " ".join(text.split())
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    space = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return f"{fence}{space}{line}{space}{fence}"


def in_cell(markdown: str) -> str:
    """`markdown` in a table, where a stroke ends a cell even in code."""
    return _STROKE.sub(r"\\|", markdown)
