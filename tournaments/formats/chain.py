"""Formats one after another: groups and then a bracket, a Swiss and then a final table."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

import msgspec

from tournaments.formats.leaving import Left, gone
from tournaments.formats.plan import Format, League, Plan, Stage, Standing, TableResult


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

    Who does not go on keeps a place behind all who do. Who has left before its format was over does not: from a league
    the next of the standings goes on instead; where nobody does, fewer do. Only if the formats that follow cannot be
    played by so few is it seated in them, to be absent there.
    """

    links: tuple[Link, ...]
    """All but the last must say by `advance` how many go on."""
    left: Left = {}

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
        leagues: tuple[League, ...] = ()
        for number, link in enumerate(self.links, start=1):
            plan = link.after(len(stages) + 1, met).plan(entrants, results)
            stages, leagues = (*stages, *plan.stages), (*leagues, *plan.leagues)
            if number == len(self.links) or not plan.finished:
                return Plan(stages, plan.to_play, (*plan.standings, *out), plan.finished, leagues)
            met = link.groups_of(entrants, plan)
            # A place shared across the cut is decided by the order of the standings, whose ties have rulings.
            best = [standing.name for standing in plan.standings[: link.qualifiers(len(entrants))]]
            entrants = self._going_on(number, best, gone(plan.stages, results, self.left))
            last = len(entrants) + 1
            behind = [it for it in plan.standings if it.name not in entrants]
            out = [*(msgspec.structs.replace(it, place=max(it.place, last)) for it in behind), *out]
        raise ValueError("a chain of no formats")

    def _going_on(self, number: int, best: Sequence[str], out: Collection[str]) -> Sequence[str]:
        """Those of the `best` of the first `number` formats who are there, if what follows can be played by them."""
        there = [bot for bot in best if bot not in out]
        return best if Chain(self.links[number:]).refuses(len(there)) is not None else there
