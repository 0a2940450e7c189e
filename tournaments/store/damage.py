"""Errors of a store that does not hold what was written to it, or cannot be reached."""

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from protocol.text import Said, SaidError
from tournaments.store.encoding import DamagedRecord

ANY_DAMAGE: Final = (
    DamagedRecord,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    ArithmeticError,
    RecursionError,
    sqlite3.Error,
    msgspec.MsgspecError,
    struct.error,
)
"""Everything that reading altered bytes, or working with them, may raise: they can be anything."""

_SURROUNDINGS: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_INTERRUPT,
    }
)
"""SQLite's result codes that are not about what is in the file."""


class DamagedStore(ArenaError):
    """The file is there, but it is not what was written. `words` say it without the path."""

    def __init__(self, place: Path, words: object) -> None:
        self.words = words if isinstance(words, Said) else " ".join(str(words).split())
        super().__init__("{file} is damaged: {fault}", file=place, fault=self.words)


@contextmanager
def reading(place: Path) -> Iterator[None]:
    """Within it, anything that altered bytes lead to is a DamagedStore; a file out of reach is another ArenaError."""
    try:
        yield
    except ArenaError:
        raise
    except ANY_DAMAGE as error:
        if _is_about_surroundings(error):
            raise ArenaError("{file}: cannot be read: {fault}", file=place, fault=error) from None
        raise DamagedStore(place, _words(error)) from error


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Within it, SQLite's errors, a full disk among them, become one line with the way out."""
    try:
        yield
    except sqlite3.Error as error:
        if not _is_about_surroundings(error):
            raise DamagedStore(place, error) from error
        raise ArenaError(
            "{file}: {fault}; nothing written before is lost: fix the cause and run the same command again",
            file=place,
            fault=error,
        ) from None


def _is_about_surroundings(error: Exception) -> bool:
    """The low byte of SQLite's code is the kind of the error; an error of the module itself has none."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _SURROUNDINGS


def _words(error: Exception) -> Said | str:
    """What an error says, or where that is a bare key or nothing, its kind too."""
    if isinstance(error, SaidError):
        return error.said
    if isinstance(error, sqlite3.Error | msgspec.MsgspecError | ValueError) and str(error):
        return str(error)
    return Said("the record does not fit together ({kind}: {fault})", kind=type(error).__name__, fault=error)
