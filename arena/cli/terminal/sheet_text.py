"""Text and tables for a terminal, on which a Chinese character is two columns wide."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, chop_cells

WIDTH: Final = 80
"""Columns of output for people."""
_PIECE: Final = re.compile(r"\s+|[（《“]*(?:[^\s\u2e80-\uffff]+|[\u2e80-\uffff])[，。、；：）》”！？]*")
"""What is never broken: a word, or a Chinese character with the punctuation that belongs to it."""
_ITEM: Final = re.compile(r"\d+\. |- ")


def padded(text: str, width: int, *, right: bool = False) -> str:
    """Pad the text to `width` columns, at its left when `right`."""
    space = " " * (width - cell_len(text))
    return space + text if right else text + space


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table whose columns line up as plain text too."""
    widths = [max(cell_len(cell) for cell in column) for column in zip(header, *rows, strict=True)]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(
        f"| {' | '.join(padded(cell, width) for cell, width in zip(line, widths, strict=True))} |" for line in lines
    )


def columns(rows: Iterable[Sequence[str]], right_from: int | None = None) -> str:
    """Return rows in aligned columns; those from `right_from` on are aligned to the right."""
    lines = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            padded(cell, width, right=right_from is not None and place >= right_from)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def wrapped(text: str, width: int, cut: bool = False) -> list[str]:
    """Break the text into lines of at most `width` columns, between words and between Chinese characters.

    A word that is longer stays whole unless it may be `cut`.

    >>> wrapped("a word or 两个字", 6), wrapped("unbroken", 6, cut=True)
    (['a word', 'or 两', '个字'], ['unbrok', 'en'])
    """
    lines = [""]
    for piece in _pieces(text, width) if cut else _PIECE.findall(text):
        if cell_len(lines[-1] + piece.rstrip()) > width and lines[-1]:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [*lines[:-1], lines[-1].rstrip()]


def _pieces(text: str, width: int) -> Iterator[str]:
    for piece in _PIECE.findall(text):
        yield from chop_cells(piece, width) if cell_len(piece.rstrip()) > width else (piece,)


def fitted(markdown: str, width: int = WIDTH) -> str:
    """Break paragraphs and list items of Markdown to `width` columns; headings and tables stay as they are."""
    return "\n".join(part for line in markdown.split("\n") for part in _fitted_line(line, width))


def _fitted_line(line: str, width: int) -> Iterator[str]:
    if line.startswith(("#", "|")):
        yield line
        return
    item = _ITEM.match(line)
    indent = " " * (item.end() if item else len(line) - len(line.lstrip()))
    first, *rest = wrapped(line.lstrip(), width - len(indent))
    lines = [("" if item else indent) + first, *(indent + each for each in rest)]
    hard_break = line[len(line.rstrip()) :]
    yield from [*lines[:-1], lines[-1] + hard_break]


def columns_within(rows: Sequence[Sequence[str]], width: int) -> str:
    """As `columns`, but cells that do not fit `width` are broken into several lines, between words."""
    table = list(zip(*rows, strict=True))
    widths = [max(map(cell_len, column)) for column in table]
    least = [
        max(cell_len(piece.rstrip()) for cell in column for piece in _PIECE.findall(cell) or [""]) for column in table
    ]
    while sum(widths) + 2 * (len(widths) - 1) > width and widths != least:
        spare = [size - fewest for size, fewest in zip(widths, least, strict=True)]
        widths[spare.index(max(spare))] -= 1
    return "\n".join(
        "  ".join(padded(cell, size) for cell, size in zip(line, widths, strict=True)).rstrip()
        for row in rows
        for line in zip_longest(*(wrapped(cell, size) for cell, size in zip(row, widths, strict=True)), fillvalue="")
    )
