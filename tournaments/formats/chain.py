"""Formats one after another: groups and then a bracket, a Swiss and then a final table."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from tournaments.formats.plan import Format, Plan, Stage, Standing, TableResult


class Link(Format, Protocol):
    """A format that can stand in a chain."""

    def after(self, first_stage: int, met: Mapping[str, str]) -> Format:
        """The same format with its stages numbered from `first_stage`; `met` is bot to former group, to be parted."""

    def qualifiers(self, entrants: int) -> int:
        """How many go on to the next format: so many of the standings, in their order."""

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """Bot to the group or the last table at which it met others by the end of `plan`; empty where all are one."""


class Chain(msgspec.Struct, frozen=True):
    """Each format's best, in the order of its standings, are seeded so into the next; stages are numbered on.

    Who does not go on keeps a place behind all who do.
    """

    links: tuple[Link, ...]
    """All but the last must say by `advance` how many go on."""

    def refuses(self, entrants: int) -> str | None:
        """The first format's reason, with its number, that has too few or too many."""
        for number, link in enumerate(self.links):
            why = link.refuses(entrants)
            if why is not None:
                return f"stages[{number}]: {why}"
            entrants = link.qualifiers(entrants)
        return None

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """The formats as far as they can be planned."""
        stages: tuple[Stage, ...] = ()
        met: Mapping[str, str] = {}
        out: list[Standing] = []
        for number, link in enumerate(self.links, start=1):
            plan = link.after(len(stages) + 1, met).plan(entrants, results)
            stages = (*stages, *plan.stages)
            if number == len(self.links) or not plan.finished:
                return Plan(stages, plan.to_play, (*plan.standings, *out), plan.finished)
            on = link.qualifiers(len(entrants))
            # A place shared across the cut is decided by the order of the standings, whose ties have rulings.
            out = [
                *(msgspec.structs.replace(it, place=max(it.place, on + 1)) for it in plan.standings[on:]),
                *out,
            ]
            met = link.groups_of(entrants, plan)
            entrants = [standing.name for standing in plan.standings[:on]]
        raise ValueError("a chain of no formats")
