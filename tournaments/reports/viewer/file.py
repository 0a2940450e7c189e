"""The page on disk."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from arena.errors import ArenaError, UsageError
from protocol.text import Said
from tournaments.reports.files import write_atomically
from tournaments.reports.viewer.page import MOST_ROUNDS, page
from tournaments.results.replay import RoundView

_MARK: Final = b'<script type="application/json" id="match">'


def write_page(file: Path, name: str, match: str, views: Sequence[RoundView], note: Said | str = "") -> None:
    """Write the page of a match's rounds.

    Raises UsageError when there are too many for one file, ArenaError when it cannot be written.
    """
    if len(views) > MOST_ROUNDS:
        raise UsageError(
            "{match} has {rounds:,} rounds over all legs, and one file shows at most {most:,}; choose a leg or a round",
            match=match,
            rounds=len(views),
            most=MOST_ROUNDS,
        )
    try:
        write_atomically(file, page(name, match, views, note))
    except OSError as error:
        raise ArenaError("{file}: cannot be written: {strerror}", file=file, strerror=error.strerror) from None


def is_page(file: Path) -> bool:
    """Return whether the file is such a page, which may be written over."""
    return _MARK in file.read_bytes()
