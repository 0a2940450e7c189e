"""Whether the bracket called for exactly the matches that were played."""

from collections import Counter
from collections.abc import Iterator, Set

from protocol.text import Listed, Said
from tournaments.cup.cup import Cup, tables_of
from tournaments.formats.plan import Plan, Table
from tournaments.results.ledger import Ledger
from tournaments.results.unreadable import ANY_FAULT, words_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch


def bracket_differences(store: Store, cup: Cup, checked: Counter[Said]) -> Iterator[Said]:
    """Draw the bracket again, and compare its tables with the matches in the store."""
    try:
        ledger = Ledger.of(store)
        plan = ledger.plan()
        interventions = store.interventions()
    except ANY_FAULT as error:
        yield Said("bracket: cannot be drawn again: {fault}", fault=words_of(error))
        return
    checked[Said("interventions by the organizer")] += len(interventions)
    withdrawn = {each.withdrawn for each in interventions}
    called_for = {table.id: (stage, table) for stage, table in tables_of(plan)}
    let_stand = _first_undecided(plan) if any(each.kind == "void" for each in interventions) else float("inf")
    for name, blocks in ledger.all_blocks.items():
        if name not in called_for:
            if blocks[0].stage > let_stand:
                continue  # its table is drawn once the stage with the void match is decided again
            yield Said("match {match}: the bracket has no such table", match=name)
            continue
        checked[Said("tables of the bracket")] += 1
        yield from _table(cup, *called_for[name], blocks, withdrawn)
    for match in ledger.surplus:
        yield Said("match {match}: was played although its table was over", match=match.match)
    if store.header().finished is not None and not plan.finished:
        yield Said("bracket: marked as finished, but not decided")


def _first_undecided(plan: Plan) -> float:
    """Return the first stage with an undecided table."""
    return min((it.number for it in plan.stages for each in it.tables if each.advanced is None), default=float("inf"))


def _table(cup: Cup, stage: int, table: Table, blocks: list[StoredMatch], withdrawn: Set[str | None]) -> Iterator[Said]:
    """That the blocks are those that the table calls for, between the bots that it seats."""
    deals = 0
    for number, stored in enumerate(blocks, start=1):
        where = stored.match
        if stored.block != number:
            yield Said("match {match}: block {block} of {table} is missing", match=where, block=number, table=table.id)
        if [bot for bot in table.seats if bot not in stored.absent] != stored.seats:
            yield Said(
                "match {match}: seats {seats}, the bracket seats {drawn}",
                match=where,
                seats=Listed(stored.seats),
                drawn=Listed(table.seats),
            )
        if [bot for bot in table.seats if bot not in stored.seats] != stored.absent:
            yield Said(
                "match {match}: {absent} recorded as absent, the bracket seats {drawn}",
                match=where,
                absent=Listed(stored.absent),
                drawn=Listed(table.seats),
            )
        if not withdrawn >= set(stored.absent):
            yield Said("match {match}: a bot is absent that had not withdrawn", match=where)
        if stored.stage != stage:
            yield Said(
                "match {match}: stage {stage}, in the bracket {drawn}", match=where, stage=stored.stage, drawn=stage
            )
        if stored.settings != cup.settings_for(table, deals):
            yield Said("match {match}: was played with other settings than the tournament's", match=where)
        deals += len(stored.result.deals)
