"""Formats one after another: groups and then a bracket, a Swiss and then a final table."""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from protocol.text import Said
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import StageFormat
from tournaments.formats.leaving import gone
from tournaments.formats.plan import League, Plan, Stage, Standing, TableResult


class Chain(msgspec.Struct, frozen=True):
    """The best of each format enter the next, seeded in the order of its standings; stages are numbered on.

    A bot that does not go on keeps a place behind all that do. A bot that left before its format was over does not go
    on: from a league the next in the standings goes on instead, from a bracket fewer do. Only if too few are left for
    the formats that follow does it get its seat after all, and is absent there.
    """

    formats: tuple[StageFormat, ...]

    def refuses(self, count: int) -> Said | None:
        """Return the reason of the first format that too few or too many would enter, with its number."""
        for number, form in enumerate(self.formats):
            fault = form.refuses(count)
            if fault is not None:
                return Said("stages[{number}]: {fault}", number=number, fault=fault)
            count = form.qualifiers(count)
        return None

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the formats as far as they can be planned."""
        stages: tuple[Stage, ...] = ()
        out: list[Standing] = []
        leagues: tuple[League, ...] = ()
        for number, form in enumerate(self.formats, start=1):
            plan = form.plan(entrants, results)
            stages, leagues = (*stages, *plan.stages), (*leagues, *plan.leagues)
            if number == len(self.formats) or not plan.finished:
                return Plan(stages, plan.to_play, (*plan.standings, *out), plan.finished, leagues)
            # A place shared across the cut is decided by the order of the standings, whose ties have rulings.
            best = [standing.name for standing in plan.standings[: form.qualifiers(len(entrants.bots))]]
            going_on = self._going_on(number, best, gone(plan.stages, results, entrants.left))
            last = len(going_on) + 1
            behind = [it for it in plan.standings if it.name not in going_on]
            out = [*(msgspec.structs.replace(it, place=max(it.place, last)) for it in behind), *out]
            met = form.groups_of(entrants, plan)
            first_stage = plan.stages[-1].number + 1
            entrants = msgspec.structs.replace(entrants, bots=going_on, met=met, first_stage=first_stage)
        raise ValueError("a chain of no formats")

    def keeping_lines(self, entrants: Entrants, results: Mapping[str, TableResult], stage: int) -> range:
        """Return the stages of the format of `stage` if the draw tells there who can meet whom, else an empty range.

        Nor does the draw tell it once a table sends nobody on, since all its bots have left.
        """
        first = 1
        for number, form in enumerate(self.formats, start=1):
            drawn = Chain(self.formats[:number]).plan(entrants, results).stages
            last = drawn[-1].number
            if stage <= last:
                decided = (it.advanced for each in drawn if each.number >= first for it in each.tables)
                return range(first, last + 1) if form.keeps_lines and () not in decided else range(0)
            first = last + 1
        raise ValueError("a stage that no format has drawn")

    def _going_on(self, number: int, best: Sequence[str], out: Collection[str]) -> Sequence[str]:
        """Return the `best` of the first `number` formats that are there, if these can play what follows."""
        there = [bot for bot in best if bot not in out]
        return best if Chain(self.formats[number:]).refuses(len(there)) is not None else there
