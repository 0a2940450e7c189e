"""The width of text in a drawing: letters have one width, East Asian wide ones twice that."""

from typing import Final

from rich.cells import cell_len, set_cell_size

CELL: Final = 8
"""Pixels of one letter. In a monospaced font of 13 pixels it is at most 7.9 wide, and a Chinese character 13."""


def width_of(text: str) -> int:
    """Return the most pixels that the text takes.

    >>> width_of("ada"), width_of("花花")
    (24, 32)
    """
    return CELL * cell_len(text)


def cut(text: str, width: float) -> str:
    """Return the text, cut to `width` pixels with an ellipsis if it is wider.

    >>> cut("a long name", 48), cut("一个很长的名字", 48), cut("ada", 48)
    ('a lon…', '一个…', 'ada')
    """
    if width_of(text) <= width:
        return text
    return set_cell_size(text, max(int(width // CELL) - 1, 0)).rstrip() + "…"
