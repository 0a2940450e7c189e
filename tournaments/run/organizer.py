"""The organizer's hand: bots that leave and matches that do not count, each with a reason that stays in the record.

A bot that has withdrawn or was disqualified is absent from every match that begins later and is placed behind all who
play it; what was played before stands. A match that is made void is played again with new deals, and so is everything
that followed from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from arena.bots.resolve import fault_of_text
from arena.errors import ArenaError, UsageError
from tournaments.cup.cup import tables_of
from tournaments.results.ledger import Ledger
from tournaments.store.lock import locked
from tournaments.store.store import Store


def leave(folder: Path, kind: Literal["withdraw", "disqualify"], bot: str, reason: str, now: str) -> None:
    """Take a bot out. Raises ArenaError when there is none of that name, or it is out already.

    A table that is not over, and at which it sits, is begun anew without it.
    """
    with _open(folder) as store:
        store.bot(bot)
        if any(each.withdrawn == bot for each in store.interventions()):
            raise ArenaError('{folder}: "{bot}" is out already', folder=folder, bot=bot)
        ledger = Ledger.of(store)
        begun = [blocks for name, blocks in ledger.blocks.items() if name not in ledger.results]
        gone = [block.match for blocks in begun for block in blocks if bot in block.seats]
        store.intervene(kind, bot, _stated(reason), now, ledger.plan().stages[-1].number, gone)


def make_void(folder: Path, table: str, reason: str, now: str) -> list[str]:
    """Make the matches of a table void, with all that followed; return the tables that will be played again.

    Raises ArenaError when that table has not been played.
    """
    with _open(folder) as store:
        matches = store.matches()
        tables = list(dict.fromkeys(match.table for match in matches))
        if table not in tables:
            played = ", ".join(tables) or "none"
            raise UsageError(
                '{folder}: no match "{match}" has been played; played were: {played}',
                folder=folder,
                match=table,
                played=played,
            )
        left = Ledger.of(store, [match for match in matches if match.table != table]).plan()
        called_for = {planned.id for _, planned in tables_of(left)} - {table}
        gone = [name for name in tables if name not in called_for]
        voided = [match.match for match in matches if match.table in gone]
        store.intervene("void", table, _stated(reason), now, left.stages[-1].number, voided)
        return gone


@contextmanager
def _open(folder: Path) -> Iterator[Store]:
    """The store of a tournament that nobody runs just now and that is not over."""
    if not Store.exists(folder):
        Store.read(folder)
    with locked(folder), Store.open(folder) as store:
        header = store.header()
        if header.finished is not None:
            raise ArenaError("{folder}: the tournament is finished; its record is closed", folder=folder)
        if header.seal is not None:
            raise ArenaError(
                "{folder}: the tournament is decided and sealed; run it once more, which marks it finished",
                folder=folder,
            )
        yield store
        store.fold()


def _stated(reason: str) -> str:
    if not reason.strip():
        raise UsageError("--reason: must say why; it stands in the report")
    if fault := fault_of_text(reason.strip()):
        raise UsageError("--reason: {fault}", fault=fault)
    return reason.strip()
