"""What is said when a store does not hold what was written to it, or cannot be reached."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
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
)
"""What reading, or working with what was read, may raise when bytes were altered: they can be anything."""

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
    """The file is there, and it is not what was written."""

    def __init__(self, place: Path, words: object) -> None:
        self.words = " ".join(str(words).split())
        super().__init__(f"{place} is damaged: {self.words}")


@contextmanager
def reading(place: Path) -> Iterator[None]:
    """Whatever altered bytes lead to is a DamagedStore; a file that cannot be reached is another ArenaError."""
    try:
        yield
    except ArenaError:
        raise
    except ANY_DAMAGE as error:
        if _is_about_surroundings(error):
            raise ArenaError("{place}: cannot be read: {error}", place=place, error=error) from None
        raise DamagedStore(place, _words(error)) from error


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """SQLite's errors while something is written, a full disk among them, as one line with the way out."""
    try:
        yield
    except sqlite3.Error as error:
        if not _is_about_surroundings(error):
            raise DamagedStore(place, error) from error
        raise ArenaError(
            "{place}: {error}; nothing that was written before is lost: put it right and run the same command again",
            place=place,
            error=error,
        ) from None


def _is_about_surroundings(error: Exception) -> bool:
    """The low byte of SQLite's code is the kind of the error; an error of the module itself has none."""
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _SURROUNDINGS


def _words(error: Exception) -> str:
    """A bare key or nothing at all does not tell a reader much."""
    told = isinstance(error, (DamagedRecord, sqlite3.Error, msgspec.MsgspecError, ValueError)) and str(error)
    return told or f"what it holds does not fit together ({type(error).__name__}: {error})"
