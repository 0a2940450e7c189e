"""Escape text of others for Markdown, so that it shows as written."""

import re
from typing import Final

_SPECIAL: Final = re.compile(r"[\\`*_{}\[\]|~#&]")
_STROKE: Final = re.compile(r"(?<!\\)\|")
_ITS_OWN: Final = {"<": "&lt;", ">": "&gt;"}
"""Some readers ignore a backslash before these and take them for HTML."""


def md(text: str) -> str:
    """Return `text` on one line with everything escaped that Markdown or HTML would interpret."""
    escaped = _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
    for letter, entity in _ITS_OWN.items():
        escaped = escaped.replace(letter, entity)
    return escaped


def code(text: str) -> str:
    """Return `text` on one line as code, fenced by more backticks than it has in a row."""
    line = " ".join(text.split())
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    space = " " if line[:1] == "`" or line[-1:] == "`" else ""
    return f"{fence}{space}{line}{space}{fence}"


def in_cell(markdown: str) -> str:
    """Return `markdown` for a table, where a vertical bar ends a cell even in code."""
    return _STROKE.sub(r"\\|", markdown)
