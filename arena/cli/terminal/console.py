"""Standard output for tables."""

from typing import Final

from rich.console import Console

_WIDE: Final = 1000


def table_console() -> Console:
    """Return a console for tables and lines of any length: in a pipe, nothing is folded to the width of a terminal."""
    console = Console(emoji=False, highlight=False)
    if not console.is_terminal:
        console.width = _WIDE
    return console
