"""Tables that fit a narrow terminal: names break, figures stay whole, and what matters least goes first."""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from arena.language import told
from protocol.text import Said

_BETWEEN: Final = 2
"""Terminal columns between two columns of a table."""
_LEAST: Final = 10
"""Names and sentences are broken to no less than this."""
_LEAST_HEAD: Final = 4
"""The same for a heading in Chinese, which breaks anywhere."""
_UNIT: Final = re.compile(r"[!-~]+ [\u2e80-\uffff]\S*|\S+")
"""What is never broken in a heading: a word, or an English word with the Chinese beside it."""
Cell = Text | str


class Column(NamedTuple):
    """A column of a table.

    Words are broken where there is no room, unless the cell is a `Text` with `no_wrap`; "whole" cells and figures are
    never broken. Figures are aligned to the right.
    """

    head: Said | str = ""
    kind: Literal["words", "whole", "figure"] = "words"
    gives_way: int = 0
    """0 if the column is always shown; of the others the highest goes first."""


class Line(NamedTuple):
    """A row; `section` sets it off from the one above."""

    cells: Sequence[Cell]
    style: str = ""
    section: bool = False


class Size(NamedTuple):
    """A column's wanted width, its least width, and when it gives way."""

    wanted: int
    least: int
    gives_way: int = 0


def table(
    width: int, title: Said | str, columns: Sequence[Column], lines: Iterable[Line], *, ruled: bool = True
) -> Table:
    """Return a table at most `width` terminal columns wide, in the language in use.

    A `ruled` table has a line below its headings and space between its sections.
    """
    rows = list(lines)
    heads = [told(column.head) for column in columns]
    sizes = [
        _size(column, head, [line.cells[place] for line in rows])
        for place, (column, head) in enumerate(zip(columns, heads, strict=True))
    ]
    widths = fit(sizes, width)
    grid = Table(
        title=Text(told(title), style="bold") if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD if ruled else None,
        show_edge=False,
        pad_edge=False,
        padding=(0, _BETWEEN - ruled, 0, 0),
    )
    for column, head, size in zip(columns, heads, widths, strict=True):
        if size is not None:
            justify: Literal["left", "right"] = "right" if column.kind == "figure" else "left"
            grid.add_column(Text(_broken(head, size)), justify=justify, width=size, overflow="fold")
    for line in rows:
        if line.section:
            grid.add_section()
        shown = (cell for cell, size in zip(line.cells, widths, strict=True) if size is not None)
        grid.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in shown), style=line.style)
    return grid


def fit(sizes: Sequence[Size], width: int) -> list[int | None]:
    """Return the width of each column, None for those left out.

    Columns shrink from the widest down; where that is not enough, one gives way and the others are asked again.
    """
    there = list(range(len(sizes)))
    while True:
        found = {place: sizes[place].wanted for place in there}
        room = width - _BETWEEN * (len(there) - 1)
        while sum(found.values()) > room:
            loose = [place for place in there if found[place] > sizes[place].least]
            if not loose:
                break
            found[max(loose, key=lambda place: (found[place], -place))] -= 1
        giving = [place for place in there if sizes[place].gives_way]
        if sum(found.values()) <= room or not giving:
            return [found.get(place) for place in range(len(sizes))]
        there.remove(max(giving, key=lambda place: sizes[place].gives_way))


def _size(column: Column, head: str, cells: Sequence[Cell]) -> Size:
    lengths = [(cell_len(cell if isinstance(cell, str) else cell.plain), cell) for cell in cells]
    content = max((length for length, _ in lengths), default=0)
    least = max((length if _is_whole(column, cell) else min(length, _LEAST) for length, cell in lengths), default=0)
    return Size(max(content, cell_len(head)), max(least, _least_head(head)), column.gives_way)


def _is_whole(column: Column, cell: Cell) -> bool:
    return column.kind != "words" or (isinstance(cell, Text) and bool(cell.no_wrap))


def _least_head(head: str) -> int:
    """Return the width of the longest unit; Chinese alone breaks anywhere."""
    widths = (cell_len(unit) if unit[0].isascii() else min(cell_len(unit), _LEAST_HEAD) for unit in _UNIT.findall(head))
    return max(widths, default=0)


def _broken(head: str, width: int) -> str:
    """Return a heading in lines of whole units."""
    lines = [""]
    for unit in _UNIT.findall(head):
        if lines[-1] and cell_len(f"{lines[-1]} {unit}") > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {unit}".strip()
    return "\n".join(lines)
