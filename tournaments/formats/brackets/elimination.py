"""Elimination: the best of each table go on, until one table or few enough bots are left."""

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from protocol.text import Said
from tournaments.formats import seeding
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import Positive, StageKeys, TableSize, everybody_advances
from tournaments.formats.leaving import absent_at, gone, ranked
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.played import Played, played
from tournaments.formats.shape import Shape, shape
from tournaments.formats.tie_break import TieBreak, TieWord, decide, through, unplayed
from tournaments.formats.titles import bracket_title


class Elimination(StageKeys, frozen=True, kw_only=True):
    """The format `elimination`: the best `advance` of every table go on.

    Larger tables are drawn anew for each stage: by place at the table before, then by seeding, snaked in pots, and
    those of one table spread over different ones. Tables of two that send one on keep the standard bracket instead, in
    which the draw tells who can meet whom. A field that fits one table plays the final, where every place counts and a
    tie for the first is played off.
    """

    format: Literal["elimination"] = "elimination"
    table_size: TableSize = 4
    advance: Positive = 2
    qualify: Annotated[int, msgspec.Meta(ge=2)] | None = None
    """How many go on to the next format: it stops when that many are left. None to play it to its final."""
    third_place: bool = False
    """At tables of two: whether those who lost the semi-finals play for the third place."""
    tie_breaks: tuple[TieWord, ...] = ("extra-rounds", "seeding")
    """A tie across the cut is broken in this order; all but extra rounds look at the stages before."""

    @property
    def largest_table(self) -> int:
        return self.table_size

    @property
    def keeps_lines(self) -> bool:
        return self.table_size == 2

    @property
    def tie_break(self) -> TieBreak:
        return TieBreak(self.extra_rounds, self.extra_limit, self.tie_breaks)

    def fault(self) -> Said | None:
        if fault := everybody_advances(self.table_size, self.advance):
            return fault
        if self.third_place and self.table_size != 2:
            return Said("third_place: is played for at tables of two; larger tables rank all their seats")
        if self.third_place and self.qualify is not None:
            return Said("third_place: is played for beside the final; with qualify there is none")
        return None

    def refuses(self, count: int) -> Said | None:
        """Return why `count` bots cannot play: there have to be two, and `qualify` of them left after some stage."""
        if count < 2:
            return Said("bots: elimination needs at least 2, got {count}", count=count)
        left = self._left(count)
        if self.qualify is None or self.qualify in left:
            return None
        if not left:
            return Said(
                "qualify: {qualify} would be left, but {count} bots play the final at once",
                qualify=self.qualify,
                count=count,
            )
        return Said(
            "qualify: {qualify} are never left of {count} bots; after each stage before the final: {left}",
            qualify=self.qualify,
            count=count,
            left=", then ".join(map(str, left)),
        )

    def _left(self, count: int) -> list[int]:
        """Return how many bots are left after each stage before the final."""
        found: list[int] = []
        while not (heats := shape(found[-1] if found else count, self.table_size, self.advance)).final:
            found.append(heats.next_field)
        return found

    def qualifiers(self, count: int) -> int:
        """Return `qualify`, or 1 if it is played to its final: nothing can follow a champion."""
        return self.qualify or 1

    def groups_of(self, entrants: Entrants, plan: Plan) -> Mapping[str, str]:
        """Return each bot's table at the last stage, if several of each go on."""
        return tables_of(plan.stages[-1].tables) if self.advance > 1 else {}

    def cannot_end(self) -> Said | None:
        if self.qualify is None:
            return None
        return Said(
            "qualify: {qualify} would be left, and no stage follows in which they play it out", qualify=self.qualify
        )

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        if self.qualify is not None:
            return None
        return Said(
            "format: it leaves one bot, so {following} has nobody to play it; say by qualify how many go on",
            following=following,
        )

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the bracket as far as the results reach."""
        stages: list[Stage] = []
        standings: list[Standing] = []
        third = False
        for heats, drawn in self._stages(entrants, results):
            stages.append(self._with_third(drawn, stages[-1], entrants, results) if third else drawn)
            third = self.third_place and self.table_size == 2 and len(heats.sizes) == heats.next_field == 2
            if not third:
                standings += _leaving(heats, stages[-1], results, gone(stages, results, entrants.left))
        to_play = [table for stage in stages for planned in stage.tables for table in unplayed(planned, results)]
        finished = self._ends(heats) and not to_play
        if finished and not heats.final:
            seed = {bot: place for place, bot in enumerate(entrants.bots)}
            standings += [Standing(1, bot, stages[-1].number) for bot in _going_on(stages[-1], heats, seed)]
        return Plan(tuple(stages), tuple(to_play), tuple(sorted(standings, key=lambda it: it.place)), finished)

    def _stages(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Iterator[tuple[Shape, Stage]]:
        """Yield each stage that can be drawn, in order: the next one once every table of the last is decided."""
        seed = {bot: place for place, bot in enumerate(entrants.bots)}
        bracket = self.table_size == 2
        order = seeding.bracket_lines(entrants.bots, entrants.apart) if bracket else entrants.bots
        met: seeding.GroupOf = entrants.met
        history: list[Played] = []
        for number in itertools.count(entrants.first_stage):
            heats = shape(len(order), self.table_size, self.advance)
            if bracket:
                drawn = seeding.snake(order[heats.byes :], len(heats.sizes))
            else:
                drawn = self._draw(heats, order, met, entrants.authors)
            planned = tuple(
                decide(table, results, heats.advance, self.tie_break, history)
                for table in as_tables(number, drawn, seed)
            )
            title = bracket_title(len(order), final=heats.final, head_to_head=bracket)
            stage = Stage(number, title, planned, tuple(order[: heats.byes]))
            yield heats, stage
            if self._ends(heats) or any(it.advanced is None for it in planned):
                return
            # In a bracket of two a table a winner keeps its line, or takes over the better one of the bot it beat.
            order = [*stage.byes, *_places(stage, heats)] if bracket else _going_on(stage, heats, seed)
            met = tables_of(planned)
            history += played([it.table for it in planned], results)

    def _ends(self, heats: Shape) -> bool:
        """Return whether a stage of these tables is the last."""
        return heats.final or heats.next_field == self.qualify

    def _draw(
        self, heats: Shape, order: Sequence[str], met: seeding.GroupOf, authors: seeding.GroupOf
    ) -> list[list[str]]:
        """Return the snake, parting bots that met at a table of the last stage, and then bots of one author."""
        seated, tables = order[heats.byes :], len(heats.sizes)
        if not met:
            return seeding.apart(seated, tables, authors)
        drawn = seeding.apart(seated, tables, met)
        pots = [seated[start : start + tables] for start in range(0, len(seated), tables)]
        seeding.part(drawn, pots, authors, keep=met)
        return drawn

    def _with_third(self, final: Stage, semi: Stage, entrants: Entrants, results: Mapping[str, TableResult]) -> Stage:
        """Return the final with the match for the third place, between those who lost the semi-finals."""
        winners = {bot for planned in semi.tables for bot in through(planned, 1)}
        losers = tuple(bot for bot in entrants.bots if bot in tables_of(semi.tables) and bot not in winners)
        third = decide(Table(f"s{final.number}t2", losers), results, 1, self.tie_break)
        return msgspec.structs.replace(final, tables=(*final.tables, third))


def as_tables(number: int, drawn: Sequence[Sequence[str]], seed: Mapping[str, int]) -> list[Table]:
    """Return the tables of a stage as drawn, seats in order of seeding."""
    return [
        Table(f"s{number}t{table}", tuple(sorted(seats, key=seed.__getitem__))) for table, seats in enumerate(drawn, 1)
    ]


def tables_of(tables: Iterable[PlannedTable]) -> dict[str, str]:
    """Return each seated bot's table."""
    return {bot: planned.table.id for planned in tables for bot in planned.table.seats}


def _places(stage: Stage, heats: Shape) -> dict[str, int]:
    """Return who is seated next from the stage's tables, each with its place at its own."""
    return {bot: planned.places[bot] for planned in stage.tables for bot in through(planned, heats.advance)}


def _going_on(stage: Stage, heats: Shape, seed: Mapping[str, int]) -> list[str]:
    """Return who is seated next, by place at the table, then by seeding; a bye counts as first of a table."""
    places = _places(stage, heats)
    return sorted([*stage.byes, *places], key=lambda bot: (places.get(bot, 1), seed[bot]))


def _leaving(
    heats: Shape, stage: Stage, results: Mapping[str, TableResult], out: Collection[str]
) -> Iterator[Standing]:
    """Yield the final places of those that leave at this stage's decided tables; a final ranks its tables one by one.

    At each of these absent bots share the last place; in the final itself all that are `out` by now do, so that none of
    them is champion.
    """
    if heats.final:
        above = 0
        for planned in stage.tables:
            places = ranked(planned.places, absent_at(planned, results) if above else out)
            yield from (Standing(above + place, bot, stage.number) for bot, place in places.items())
            above += len(planned.table.seats)
    else:
        yield from leaving(stage.number, stage.tables, heats.places(heats.next_field))


def leaving(stage: int, tables: Iterable[PlannedTable], shared: Mapping[int, int]) -> Iterator[Standing]:
    """Yield the standings of those that leave `tables`; `shared` is their final place by place at the table."""
    for planned in tables:
        for bot, place in planned.places.items():
            if place in shared:
                yield Standing(shared[place], bot, stage)
