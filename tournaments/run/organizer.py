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
from tournaments.run.director import job_of, left_out, next_play
from tournaments.store.lock import locked
from tournaments.store.store import Store


def leave(folder: Path, kind: Literal["withdraw", "disqualify"], bot: str, reason: str, now: str) -> None:
    """Take a bot out. Raises ArenaError when there is none of that name, or it is out already.

    A table that is not over, and at which it sits, is begun anew without it.
    """
    with _open(folder) as store:
        names = [program.name for program in store.cup().bots]
        if bot not in names:
            raise UsageError(
                '{folder}: no bot is called "{bot}"; there are {names}', folder=folder, bot=bot, names=", ".join(names)
            )
        if any(decision.withdrawn == bot for decision in store.decisions()):
            raise ArenaError('{folder}: "{bot}" is out already', folder=folder, bot=bot)
        ledger = Ledger.of(store)
        begun = [blocks for name, blocks in ledger.blocks.items() if name not in ledger.results]
        gone = [block.play for blocks in begun for block in blocks if bot in block.seats]
        store.decide(kind, bot, _stated(reason), now, ledger.plan().stages[-1].number, gone)


def make_void(folder: Path, match: str, reason: str, now: str) -> list[str]:
    """Make a table's match void, with all that followed from it; returns the tables that will be played again.

    A match whose process died each time it was played is left out instead, and none is played again. Raises ArenaError
    when no such match has been played.
    """
    with _open(folder) as store:
        if _leave_out(store, match, _stated(reason), now):
            return []
        matches = store.matches()
        tables = list(dict.fromkeys(stored.match for stored in matches))
        if match not in tables:
            played = ", ".join(tables) or "none"
            raise UsageError(
                '{folder}: no match "{match}" has been played; played were: {played}',
                folder=folder,
                match=match,
                played=played,
            )
        left = Ledger.of(store, [stored for stored in matches if stored.match != match]).plan()
        called_for = {table.match for _, table in tables_of(left)} - {match}
        gone = [table for table in tables if table not in called_for]
        voided = [it.play for it in matches if it.match in gone]
        store.decide("void", match, _stated(reason), now, left.stages[-1].number, voided)
        return gone


def _leave_out(store: Store, match: str, reason: str, now: str) -> bool:
    """Record that a match cannot be played, if it is one that waits for that; the better seeding advances from it."""
    ledger, cup = Ledger.of(store), store.cup()
    plan = ledger.plan()
    withdrawn = {decision.withdrawn for decision in store.decisions()}
    for stage, table in tables_of(plan):
        play = next_play(store, ledger, table)
        if match != play or table not in plan.to_play or not store.losses(play):
            continue
        absent = [name for name in table.seats if name in withdrawn]
        present = [name for name in table.seats if name not in withdrawn]
        job = job_of(cup, store.header().secret, ledger, table, play, present, store.place.parent)
        store.decide("void", match, reason, now, plan.stages[-1].number)
        store.record(left_out(stage, job, absent, now))
        return True
    return False


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
