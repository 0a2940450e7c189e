"""The page on disk."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from protocol.text import Said
from tournaments.reports.files import write_atomically
from tournaments.reports.viewer.page import page
from tournaments.results.replay import RoundView

_MARK: Final = b'<script type="application/json" id="match">'


def write_page(file: Path, name: str, match: str, views: Iterable[RoundView], note: Said | str = "") -> None:
    """Write the page of a match's rounds. Raises ArenaError when it cannot be written."""
    text = page(name, match, views, note)
    try:
        write_atomically(file, text)
    except OSError as error:
        raise ArenaError("{file}: cannot be written: {strerror}", file=file, strerror=error.strerror) from None


def is_page(file: Path) -> bool:
    """Return whether the file is such a page, which may be written over."""
    return _MARK in file.read_bytes()
