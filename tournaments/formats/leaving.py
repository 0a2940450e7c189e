"""Bots that have left the tournament: they go on nowhere, and rank behind all that are there to the end."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tournaments.formats.entrants import Left
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, TableResult


def gone(stages: Sequence[Stage], results: Mapping[str, TableResult], left: Left) -> set[str]:
    """Return who had left before the last of `stages` was over: those absent at one of their tables or in `left`."""
    absent = {bot for stage in stages for planned in stage.tables for bot in absent_at(planned, results)}
    return absent | {bot for bot, stage in left.items() if stage <= stages[-1].number}


def absent_at(planned: PlannedTable, results: Mapping[str, TableResult]) -> set[str]:
    """Return who had left before the table, or an extra table of it, was played."""
    found = (results.get(table.id) for table in (planned.table, *planned.extra))
    return {bot for result in found if result is not None for bot in result.absent}


def ranked(places: Mapping[str, int], out: Iterable[str]) -> dict[str, int]:
    """Return the places of a last table, of which those who are `out` share the one behind all others.

    >>> ranked({"ann": 1, "bob": 2, "cat": 3}, out=["ann"])
    {'bob': 1, 'cat': 2, 'ann': 3}
    """
    behind = set(out)
    there = [bot for bot in sorted(places, key=places.__getitem__) if bot not in behind]
    shared = dict.fromkeys((bot for bot in places if bot in behind), len(there) + 1)
    return {bot: place for place, bot in enumerate(there, start=1)} | shared


def with_stage_reached(plan: Plan, results: Mapping[str, TableResult], left: Left) -> Plan:
    """Return the plan with the stage in which each bot that has left went out.

    That is the first at which it was absent, else the last in which it had a seat or rested.
    """
    absent: dict[str, int] = {}
    there: dict[str, int] = {}
    for stage in plan.stages:
        for planned in stage.tables:
            there |= dict.fromkeys(planned.table.seats, stage.number)
            for bot in absent_at(planned, results):
                absent.setdefault(bot, stage.number)
        there |= dict.fromkeys(stage.byes, stage.number)

    def reached(standing: Standing) -> int:
        if standing.name in absent:
            return absent[standing.name]
        return min(there[standing.name], standing.stage) if standing.name in left else standing.stage

    standings = tuple(msgspec.structs.replace(it, stage=reached(it)) for it in plan.standings)
    return msgspec.structs.replace(plan, standings=standings)
