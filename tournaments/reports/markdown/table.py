"""Tables of Markdown."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from arena.language import told
from protocol.text import Said
from tournaments.reports.markdown.text import in_cell


def table(heads: Sequence[Said | str], lines: Iterable[Sequence[object]], right: Collection[int] = ()) -> Iterator[str]:
    """Yield the lines of a table in the language in use; columns in `right` hold numbers."""
    yield _row(heads)
    yield "|" + "|".join("---:" if index in right else "---" for index in range(len(heads))) + "|"
    yield from map(_row, lines)


def _row(cells: Sequence[object]) -> str:
    shown = (told(cell) if isinstance(cell, Said) else str(cell) for cell in cells)
    return "| " + " | ".join(map(in_cell, shown)) + " |"
