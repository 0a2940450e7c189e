"""The organizer's hand: bots that leave and matches that do not count, each with a reason that stays in the record.

A bot that has withdrawn or was disqualified is absent from every match that begins later and is placed behind all who
play it; what was played before stands. A match that is made void is played again with new deals, and so is everything
that followed from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from arena.errors import ArenaError
from tournaments.cup import Draw, tables_of
from tournaments.formats.plan import TableResult
from tournaments.lock import locked
from tournaments.rows import StoredMatch
from tournaments.store import Store


def leave(folder: Path, kind: Literal["withdraw", "disqualify"], bot: str, reason: str, now: str) -> None:
    """Take a bot out. Raises ArenaError when there is none of that name, or it is out already."""
    with _open(folder) as store:
        names = [program.name for program in store.cup().bots]
        if bot not in names:
            raise ArenaError(f'{folder}: no bot is called "{bot}"; there are {", ".join(names)}')
        if any(decision.withdrawn == bot for decision in store.decisions()):
            raise ArenaError(f'{folder}: "{bot}" is out already')
        store.decide(kind, bot, _stated(reason), now)


def make_void(folder: Path, match: str, reason: str, now: str) -> list[str]:
    """Make a match void, with all that followed from it; returns the matches that will be played again.

    Raises ArenaError when no such match has been played.
    """
    with _open(folder) as store:
        matches = {stored.match: stored for stored in store.matches()}
        if match not in matches:
            played = ", ".join(matches) or "none"
            raise ArenaError(f'{folder}: no match "{match}" has been played; played were: {played}')
        gone = _with_what_followed(store.cup().draw(store.header().commitment), matches, match)
        store.decide("void", match, _stated(reason), now, [matches[name].play for name in gone])
        return gone


def _with_what_followed(draw: Draw, matches: dict[str, StoredMatch], match: str) -> list[str]:
    """The match and every one for which the bracket, drawn again without it, has no table any more."""
    left = {name: stored.table_result() for name, stored in matches.items() if name != match}
    called_for = _called_for(draw, left)
    return [name for name in matches if name not in called_for]


def _called_for(draw: Draw, results: dict[str, TableResult]) -> set[str]:
    """Those of the results that the bracket they lead to has a table for, between the same bots."""
    tables = {table.match for _, table in tables_of(draw.plan(results))}
    return tables & results.keys()


@contextmanager
def _open(folder: Path) -> Iterator[Store]:
    """The store of a tournament that nobody runs just now and that is not over."""
    if not Store.exists(folder):
        Store.read(folder)
    with locked(folder), Store.open(folder) as store:
        if store.header().finished is not None:
            raise ArenaError(f"{folder}: the tournament is finished; its record is closed")
        yield store
        store.fold()


def _stated(reason: str) -> str:
    if not reason.strip():
        raise ArenaError("--reason: must say why; it stands in the report")
    return reason.strip()
