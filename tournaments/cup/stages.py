"""The formats a tournament file can name, and the keys each takes. A further format is one struct and one line here."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from arena.errors import ArenaError
from protocol.typed import convert
from tournaments.formats import standings
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.brackets.final_table import FinalTable
from tournaments.formats.chain import Chain, Link
from tournaments.formats.leagues import swiss
from tournaments.formats.leagues.gauntlet import Gauntlet
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.leagues.swiss import Swiss
from tournaments.formats.plan import Criterion, Format
from tournaments.formats.tie_break import TieWord

MOST_SEATS: Final = 8
TableSize = Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Roster(NamedTuple):
    """What a format is told of the bots besides their seeding."""

    authors: Mapping[str, str]
    """Bot to author, for bots that have one."""
    left: Mapping[str, int]
    """Bots that have left the tournament, each with the last stage that was drawn before it did."""
    most_seats: int
    """Of any table, as far as the deck serves them."""


class StageSection(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of one `[[stages]]` table; each format adds its own."""

    extra_rounds: Positive = 20
    """Deals of an extra table that breaks a tie."""
    extra_limit: Count = 3
    """Extra tables that a tie gets before seeding decides."""

    @property
    def largest_table(self) -> int:
        """The most seats a table of the stage may have."""
        return 2

    def fault(self) -> str | None:
        """Why the stage is impossible for any field, naming the key, or None."""
        return None

    def build(self, roster: Roster) -> Link:
        """The format with these keys."""
        raise NotImplementedError


class EliminationSection(StageSection, frozen=True, kw_only=True):
    """The best `advance` of every table go on, until one table decides all or `qualify` are left."""

    format: Literal["elimination"]
    table_size: TableSize = 4
    advance: Positive = 2
    qualify: Annotated[int, msgspec.Meta(ge=2)] | None = None
    third_place: bool = False
    tie_breaks: tuple[TieWord, ...] = ("extra-rounds", "seeding")

    @property
    def largest_table(self) -> int:
        return self.table_size

    def fault(self) -> str | None:
        fault = _everybody_advances(self.table_size, self.advance)
        if fault is not None:
            return fault
        if self.third_place and self.table_size != 2:
            return "third_place: is played for at tables of two; larger tables rank all their seats"
        if self.third_place and self.qualify is not None:
            return "third_place: is played for beside the final; with qualify there is none"
        return None

    def build(self, roster: Roster) -> Link:
        return Elimination(
            table_size=self.table_size,
            advance=self.advance,
            qualify=self.qualify,
            third_place=self.third_place,
            tie_breaks=self.tie_breaks,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
            authors=roster.authors,
            left=roster.left,
        )


class DoubleEliminationSection(StageSection, frozen=True, kw_only=True):
    """Out is who has twice been left behind."""

    format: Literal["double-elimination"]
    table_size: TableSize = 2
    advance: Positive = 1
    reset: bool = True

    @property
    def largest_table(self) -> int:
        return self.table_size

    def fault(self) -> str | None:
        return _everybody_advances(self.table_size, self.advance)

    def build(self, roster: Roster) -> Link:
        return DoubleElimination(
            table_size=self.table_size,
            advance=self.advance,
            reset=self.reset,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
            authors=roster.authors,
        )


class SwissSection(StageSection, frozen=True, kw_only=True):
    """Each round between bots of about equal points that have not met."""

    format: Literal["swiss"]
    table_size: TableSize = 2
    rounds: Positive | None = None
    advance: Positive | None = None
    criteria: tuple[Criterion, ...] = swiss.CRITERIA

    @property
    def largest_table(self) -> int:
        return self.table_size

    def build(self, roster: Roster) -> Link:
        return Swiss(
            table_size=self.table_size,
            rounds=self.rounds,
            advance=self.advance,
            criteria=self.criteria,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
            most_seats=roster.most_seats,
            authors=roster.authors,
            left=roster.left,
        )


class RoundRobinSection(StageSection, frozen=True, kw_only=True):
    """All meet all, `cycles` times."""

    format: Literal["round-robin"]
    table_size: TableSize = 2
    cycles: Positive = 1
    advance: Positive | None = None
    criteria: tuple[Criterion, ...] = standings.CRITERIA

    @property
    def largest_table(self) -> int:
        return self.table_size

    def build(self, roster: Roster) -> Link:
        return self._league(1, roster)

    def _league(self, groups: int, roster: Roster) -> Link:
        return RoundRobin(
            groups=groups,
            table_size=self.table_size,
            cycles=self.cycles,
            advance=self.advance,
            criteria=self.criteria,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
            most_seats=roster.most_seats,
            authors=roster.authors,
            left=roster.left,
        )


class GroupsSection(RoundRobinSection, frozen=True, kw_only=True):
    """All of a group meet all of it; the best `advance` of each go on."""

    format: Literal["groups"]  # type: ignore[assignment]
    groups: Annotated[int, msgspec.Meta(ge=2)]

    def build(self, roster: Roster) -> Link:
        return self._league(self.groups, roster)


class GauntletSection(StageSection, frozen=True, kw_only=True):
    """One newcomer, the last seed unless named, against all the others."""

    format: Literal["gauntlet"]
    newcomer: str | None = None
    table_size: TableSize = 2
    cycles: Positive = 1

    @property
    def largest_table(self) -> int:
        return self.table_size

    def build(self, roster: Roster) -> Link:
        return Gauntlet(newcomer=self.newcomer, table_size=self.table_size, cycles=self.cycles, left=roster.left)


class FinalTableSection(StageSection, frozen=True, kw_only=True):
    """All who are left at one table."""

    format: Literal["final-table"]

    @property
    def largest_table(self) -> int:
        return MOST_SEATS

    def build(self, roster: Roster) -> Link:
        return FinalTable(extra_rounds=self.extra_rounds, extra_limit=self.extra_limit)


SECTIONS: Final[Mapping[str, type[StageSection]]] = {
    "elimination": EliminationSection,
    "double-elimination": DoubleEliminationSection,
    "swiss": SwissSection,
    "round-robin": RoundRobinSection,
    "groups": GroupsSection,
    "gauntlet": GauntletSection,
    "final-table": FinalTableSection,
}


def _everybody_advances(table_size: int, advance: int) -> str | None:
    return f"advance: expected less than table_size = {table_size}, got {advance}" if advance >= table_size else None


def stage_section(data: Mapping[str, Any], source: str) -> StageSection:
    """The keys of one stage, typed. Raises ArenaError or TypedError that begins with `source`."""
    name = data.get("format")
    if name is None:
        raise ArenaError("{source}: format: missing; one of {sections}", source=source, sections=", ".join(SECTIONS))
    section = SECTIONS.get(str(name))
    if section is None:
        near = difflib.get_close_matches(str(name), SECTIONS, n=1)
        advice = f'did you mean "{near[0]}"?' if near else f"one of {', '.join(SECTIONS)}"
        raise ArenaError('{source}: format: unknown format "{name}"; {advice}', source=source, name=name, advice=advice)
    stage = convert(data, section, source)
    fault = stage.fault()
    if fault is not None:
        raise ArenaError("{source}: {fault}", source=source, fault=fault)
    return stage


def format_of(sections: Sequence[StageSection], roster: Roster) -> Format:
    """The stages one after another as one format."""
    links = tuple(section.build(roster) for section in sections)
    return links[0] if len(links) == 1 else Chain(links, roster.left)


def fields(sections: Sequence[StageSection], entrants: int) -> Iterator[tuple[StageSection, Link, int]]:
    """Each stage with its format and the number of bots that enter it."""
    for section in sections:
        link = section.build(Roster({}, {}, MOST_SEATS))
        yield section, link, entrants
        entrants = link.qualifiers(entrants)


def impossible(sections: Sequence[StageSection], entrants: int) -> str | None:
    """Why the stages cannot follow each other with so many bots, as `stages[i]: key: words`, or None."""
    last = len(sections) - 1
    for index, (_, link, field) in enumerate(fields(sections, entrants)):
        reason = link.refuses(field)
        if reason is not None:
            return f"stages[{index}]: {reason}"
        on = link.qualifiers(field)
        if index < last and on < 2:
            advice = "; say by qualify how many go on" if hasattr(link, "qualify") else ""
            return f"stages[{index}]: format: it leaves one bot, so stages[{index + 1}] has nobody to play it{advice}"
        if index == last and (left := getattr(link, "qualify", None)) is not None:
            return f"stages[{index}]: qualify: {left} would be left, and no stage follows in which they play it out"
        if index < last and on == field and getattr(link, "advance", field) is None:
            return f"stages[{index}]: advance: missing; how many go on to stages[{index + 1}]?"
    return None
