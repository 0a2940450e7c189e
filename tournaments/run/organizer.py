"""Interventions by the organizer: take a bot out, make a match void. The reason stays in the record.

A bot that has withdrawn or was disqualified is absent from every later match and ranks behind everybody who plays it;
what it played before stands. A match that is made void is played again with new deals, and so is everything that
followed from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from arena.bots.resolve import fault_of_text
from arena.errors import ArenaError, UsageError
from protocol.text import Listed, Said
from tournaments.cup.cup import tables_of
from tournaments.results.ledger import Ledger
from tournaments.run.director import job_of, left_out, next_match
from tournaments.store.lock import locked
from tournaments.store.store import Store


def leave(folder: Path, kind: Literal["withdraw", "disqualify"], bot: str, reason: str, now: str) -> None:
    """Take a bot out. Raises ArenaError when no bot has that name or it is out already.

    A table that it sits at and that is not over starts again without it.
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

    A match whose process died each time it was played is left out instead, and none is played again. Raises ArenaError
    when that table has not been played.
    """
    with _open(folder) as store:
        if _leave_out(store, table, _stated(reason), now):
            return []
        matches = store.matches()
        tables = list(dict.fromkeys(match.table for match in matches))
        if table not in tables:
            raise UsageError(
                '{folder}: no match "{match}" has been played; played are: {matches}',
                folder=folder,
                match=table,
                matches=Listed(tables) if tables else Said("none"),
            )
        left = Ledger.of(store, [match for match in matches if match.table != table]).plan()
        called_for = {planned.id for _, planned in tables_of(left)} - {table}
        gone = _without_what_stands([name for name in tables if name not in called_for], table, Ledger.of(store))
        voided = [match.match for match in matches if match.table in gone]
        store.intervene("void", table, _stated(reason), now, left.stages[-1].number, voided)
        return gone


def _without_what_stands(tables: list[str], void: str, ledger: Ledger) -> list[str]:
    """Return those of `tables`, which are not drawn without the table `void`, that can seat others after it.

    Where the draw tells who can meet whom, these are the tables that seat a bot of it, or of another that seats one.
    """
    plan = ledger.plan()
    drawn = {table.id: (stage, table) for stage, table in tables_of(plan)}
    if void not in drawn:
        return tables
    first = drawn[void][0]
    fixed = ledger.keeping_lines(first)
    touched, gone = set(drawn[void][1].seats), [void]
    for name, (stage, table) in drawn.items():
        if name not in tables or name == void:
            continue
        stands = stage in fixed and stage > first and name in ledger.results and touched.isdisjoint(table.seats)
        if not stands:
            gone.append(name)
            touched.update(table.seats)
    return [name for name in tables if name in gone or name not in drawn]


def _leave_out(store: Store, match: str, reason: str, now: str) -> bool:
    """Record that a match cannot be played, if it is one that waits for that; the better seeding advances from it."""
    ledger, cup = Ledger.of(store), store.cup()
    plan = ledger.plan()
    withdrawn = {each.withdrawn for each in store.interventions()}
    for stage, table in tables_of(plan):
        planned = next_match(store, ledger, table)
        if match != planned or table not in plan.to_play or not store.losses(planned):
            continue
        absent = [name for name in table.seats if name in withdrawn]
        present = [name for name in table.seats if name not in withdrawn]
        job = job_of(cup, store.header().secret, ledger, table, planned, present, store.place.parent)
        store.intervene("void", match, reason, now, plan.stages[-1].number)
        store.record(left_out(stage, job, absent, now))
        return True
    return False


@contextmanager
def _open(folder: Path) -> Iterator[Store]:
    """Open the store of a tournament that is neither running nor over."""
    if not Store.exists(folder):
        Store.read(folder)
    with locked(folder), Store.open(folder) as store:
        header = store.header()
        if header.finished is not None:
            raise ArenaError("{folder}: the tournament is finished; its record is closed", folder=folder)
        if header.seal is not None:
            raise ArenaError(
                "{folder}: the tournament is decided and sealed; run it once more to mark it finished",
                folder=folder,
            )
        yield store
        store.fold()


def _stated(reason: str) -> str:
    if not reason.strip():
        raise UsageError("--reason: give a reason; it is shown in the report")
    if fault := fault_of_text(reason.strip()):
        raise UsageError("--reason: {fault}", fault=fault)
    return reason.strip()
