"""Text in two languages and tables whose columns line up with Chinese in them."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len


class Tongue:
    """Chooses between an English and a Chinese wording."""

    def __init__(self, chinese: bool) -> None:
        self.chinese = chinese

    def __call__(self, english: str, chinese: str) -> str:
        return chinese if self.chinese else english


def padded(text: str, width: int, *, right: bool = False) -> str:
    """The text filled up to so many columns of a terminal; a Chinese character takes two."""
    space = " " * (width - cell_len(text))
    return space + text if right else text + space


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table that reads well as plain text too."""
    widths = [max(cell_len(cell) for cell in column) for column in zip(header, *rows, strict=True)]
    lines = [header, ["-" * width for width in widths], *rows]
    return "\n".join(
        f"| {' | '.join(padded(cell, width) for cell, width in zip(line, widths, strict=True))} |" for line in lines
    )


def columns(rows: Iterable[Sequence[str]], right_from: int | None = None) -> str:
    """Rows in aligned columns; those from `right_from` on are aligned to the right."""
    lines = list(rows)
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            padded(cell, width, right=right_from is not None and place >= right_from)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
