"""Elimination: tables of two to eight, the best few of each go on, until one table is left or few enough bots are."""

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from tournaments.formats import seeding
from tournaments.formats.leagues.league import played
from tournaments.formats.leaving import Left, absent_at, gone, ranked
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.shape import Shape, shape
from tournaments.formats.standings import Played
from tournaments.formats.tie_break import TieBreak, TieWord, decide, through, unplayed
from tournaments.formats.titles import bracket_title


class Elimination(msgspec.Struct, frozen=True, kw_only=True):
    """The format `elimination`.

    Larger tables are drawn anew for each stage: by place at the table before, then by seeding, snaked in pots, and
    those of one table spread over different ones. Tables of two that send one on keep the standard bracket instead, in
    which it is known from the draw who can meet whom. A field that fits one table plays the final, where every place
    counts and a tie for the first is played off.
    """

    table_size: int = 4
    advance: int = 2
    extra_rounds: int = 20
    """Deals of one extra table that breaks a tie across the cut."""
    extra_limit: int = 3
    """Extra tables a tie gets before what comes next decides."""
    tie_breaks: tuple[TieWord, ...] = ("extra-rounds", "seeding")
    """In this order a tie across the cut is broken; what is not extra rounds is taken from the stages before."""
    qualify: int | None = None
    """How many go on to the next format: it ends when so many are left. None where it is played to its final."""
    third_place: bool = False
    """At tables of two: whether those who lost the semi-finals play for the third place."""
    authors: Mapping[str, str] = {}
    """Bot to author: bots of one author are kept apart as long as seeding and the rest of the draw allow."""
    met: Mapping[str, str] = {}
    """Bot to the group in which it has met others before: these are parted at the first draw, before authors."""
    first_stage: int = 1
    """The number of the first stage, where other formats were played before."""
    left: Left = {}
    """Who has left after its last table is no champion either, while the match for the third place is on."""

    def __post_init__(self) -> None:
        if not 2 <= self.table_size <= 8:
            raise ValueError(f"table_size: expected 2 to 8, got {self.table_size}")
        if not 1 <= self.advance < self.table_size:
            raise ValueError(
                f"advance: expected 1 to {self.table_size - 1} at tables of {self.table_size}, got {self.advance}"
            )
        if self.extra_limit < 0 or self.extra_rounds < 1:
            raise ValueError("extra_limit: expected 0 or more, and extra_rounds 1 or more")
        if self.qualify is not None and self.qualify < 2:
            raise ValueError(f"qualify: expected 2 or more, got {self.qualify}")

    @property
    def tie_break(self) -> TieBreak:
        """How a tie across the cut is broken."""
        return TieBreak(self.extra_rounds, self.extra_limit, self.tie_breaks)

    def refuses(self, entrants: int) -> str | None:
        """Elimination can be played by any two or more; where it stops, so many have to be left after a stage."""
        if entrants < 2:
            return f"bots: elimination needs at least 2, got {entrants}"
        left = self._left(entrants)
        if self.qualify is None or self.qualify in left:
            return None
        if not left:
            return f"qualify: {self.qualify} would be left, but {entrants} bots play the final at once"
        after = ", then ".join(map(str, left))
        return f"qualify: {self.qualify} are never left of {entrants} bots; after each stage before the final: {after}"

    def _left(self, entrants: int) -> list[int]:
        """How many bots are left after each stage before the final."""
        found: list[int] = []
        while not (cut := shape(found[-1] if found else entrants, self.table_size, self.advance)).final:
            found.append(cut.next_field)
        return found

    def qualifiers(self, entrants: int) -> int:
        """Who is left where it stops; else the champion alone, whom nothing can follow."""
        return self.qualify or 1

    def after(self, first_stage: int, met: Mapping[str, str]) -> "Elimination":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage, met=met)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """Those of one table at the last stage, if several of each go on."""
        return tables_of(plan.stages[-1]) if self.advance > 1 else {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """The bracket as far as the results reach."""
        stages: list[Stage] = []
        standings: list[Standing] = []
        third = False
        for cut, drawn in self._stages(entrants, results):
            stages.append(self._with_third(drawn, stages[-1], entrants, results) if third else drawn)
            third = self.third_place and self.table_size == 2 and len(cut.sizes) == cut.next_field == 2
            if not third:
                standings += _leaving(cut, stages[-1], results, gone(stages, results, self.left))
        to_play = [table for stage in stages for planned in stage.tables for table in unplayed(planned, results)]
        finished = self._ends(cut) and not to_play
        if finished and not cut.final:
            seed = {bot: place for place, bot in enumerate(entrants)}
            standings += [Standing(1, bot, stages[-1].number) for bot in _going_on(stages[-1], cut, seed)]
        return Plan(tuple(stages), tuple(to_play), tuple(sorted(standings, key=lambda it: it.place)), finished)

    def _stages(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Iterator[tuple[Shape, Stage]]:
        """Each stage that can be drawn, in order: the next one once every table of the last is decided."""
        seed = {bot: place for place, bot in enumerate(entrants)}
        bracket = self.table_size == 2
        order: Sequence[str] = seeding.bracket_lines(entrants, self.met or self.authors) if bracket else entrants
        met: seeding.Groups = self.met
        history: list[Played] = []
        for number in itertools.count(self.first_stage):
            cut = shape(len(order), self.table_size, self.advance)
            drawn = seeding.snake(order[cut.byes :], len(cut.sizes)) if bracket else self._draw(cut, order, met)
            planned = tuple(
                decide(table, results, cut.advance, self.tie_break, history) for table in as_tables(number, drawn, seed)
            )
            title = bracket_title(len(order), final=cut.final, head_to_head=bracket)
            stage = Stage(number, title, planned, tuple(order[: cut.byes]))
            yield cut, stage
            if self._ends(cut) or any(it.advanced is None for it in planned):
                return
            # In a bracket of two a table each keeps its line, or takes over that of whom it beat.
            order = [*stage.byes, *_places(stage, cut)] if bracket else _going_on(stage, cut, seed)
            met = tables_of(stage)
            history += played([it.table for it in planned], results)

    def _ends(self, cut: Shape) -> bool:
        """Whether a stage of this shape is the last."""
        return cut.final or cut.next_field == self.qualify

    def _draw(self, cut: Shape, order: Sequence[str], met: seeding.Groups) -> list[list[str]]:
        """The snake, parting those who met at the last stage's table, and then bots of one author."""
        seated, tables = order[cut.byes :], len(cut.sizes)
        if not met:
            return seeding.apart(seated, tables, self.authors)
        drawn = seeding.apart(seated, tables, met)
        pots = [seated[start : start + tables] for start in range(0, len(seated), tables)]
        seeding.part(drawn, pots, self.authors, keep=met)
        return drawn

    def _with_third(
        self, final: Stage, semi: Stage, entrants: Sequence[str], results: Mapping[str, TableResult]
    ) -> Stage:
        """The final with the match for the third place, between those whom the semi-finals sent home."""
        winners = {bot for planned in semi.tables for bot in through(planned, 1)}
        losers = tuple(bot for bot in entrants if bot in tables_of(semi) and bot not in winners)
        third = decide(Table(f"s{final.number}t2", losers), results, 1, self.tie_break)
        return msgspec.structs.replace(final, tables=(*final.tables, third))


def as_tables(number: int, drawn: Sequence[Sequence[str]], seed: Mapping[str, int]) -> list[Table]:
    """The tables of a stage as drawn, seats by seeding."""
    return [
        Table(f"s{number}t{table}", tuple(sorted(seats, key=seed.__getitem__))) for table, seats in enumerate(drawn, 1)
    ]


def tables_of(stage: Stage) -> dict[str, str]:
    """Each seated bot's table."""
    return {bot: planned.table.id for planned in stage.tables for bot in planned.table.seats}


def _places(stage: Stage, cut: Shape) -> dict[str, int]:
    """Who is seated next from the stage's tables, each with its place at its own."""
    return {bot: planned.places[bot] for planned in stage.tables for bot in through(planned, cut.advance)}


def _going_on(stage: Stage, cut: Shape, seed: Mapping[str, int]) -> list[str]:
    """Who is seated next, by place at the table, then by seeding; a bye counts as first of a table."""
    places = _places(stage, cut)
    return sorted([*stage.byes, *places], key=lambda bot: (places.get(bot, 1), seed[bot]))


def _leaving(cut: Shape, stage: Stage, results: Mapping[str, TableResult], out: Collection[str]) -> Iterator[Standing]:
    """The final places of those whom this stage's decided tables end; a final ranks all of its tables, one by one.

    There who was absent shares the last place; in the final whoever is `out` by now, so that it is not champion.
    """
    if cut.final:
        above = 0
        for planned in stage.tables:
            places = ranked(planned.places, absent_at(planned, results) if above else out)
            yield from (Standing(above + place, bot, stage.number) for bot, place in places.items())
            above += len(planned.table.seats)
    else:
        yield from leaving(stage.number, stage.tables, cut.places(cut.next_field))


def leaving(stage: int, tables: Iterable[PlannedTable], shared: Mapping[int, int]) -> Iterator[Standing]:
    """The standings of those who leave `tables`; `shared` is the place for each place at a table that leaves."""
    for planned in tables:
        for bot, place in planned.places.items():
            if place in shared:
                yield Standing(shared[place], bot, stage)
