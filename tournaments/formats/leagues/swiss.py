"""Swiss system: each round seats together bots of about equal points that have not met."""

import itertools
import math
from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats.leagues.league import Group, Rules, conclude, league_table, played
from tournaments.formats.leagues.pairing import REST, pair
from tournaments.formats.leagues.swiss_tables import gather
from tournaments.formats.leaving import Left
from tournaments.formats.plan import Criterion, Plan, Stage, Table, TableResult
from tournaments.formats.tie_break import TieBreak
from tournaments.formats.titles import league_title, round_title

CRITERIA: tuple[Criterion, ...] = ("buchholz", "sonneborn-berger", "head-to-head", "water", "seeding")
WIN = 2
"""Half points; a bye is worth as many, and counts as a win in nothing else."""


class Swiss(msgspec.Struct, frozen=True, kw_only=True):
    """The format `swiss`. A round is drawn when the one before it is over.

    At tables of two it is the usual one: a point for a win, half a point for a draw. At larger ones a bot gets a point
    for each that it is ahead of and half a point for each that it is level with; where tables differ in size by one,
    these are scaled so that each is worth the same. Nobody rests at larger tables.
    """

    table_size: int = 2

    rounds: int | None = None
    """None for ceil(log2 n), after which at most one bot can have won all."""
    advance: int | None = None
    """How many go on to the next format; None where this is the last one."""
    criteria: tuple[Criterion, ...] = CRITERIA
    extra_rounds: int = 20
    extra_limit: int = 3
    most_seats: int = 8
    """The most that can sit at a table that plays a tie off."""
    first_stage: int = 1
    authors: Mapping[str, str] = {}
    """Bot to author: bots of one author are kept apart in the first round as if they had met."""
    met: Mapping[str, str] = {}
    """Bot to the group or table of the stage before, in which it has met others; then authors do not matter."""
    left: Left = {}
    """The rounds drawn after it leave a bot out; it is behind all who are there to the end."""

    def __post_init__(self) -> None:
        if not 2 <= self.table_size <= 8:
            raise ValueError(f"table_size: expected 2 to 8, got {self.table_size}")
        if self.rounds is not None and self.rounds < 1:
            raise ValueError(f"rounds: expected 1 or more, got {self.rounds}")
        if self.advance is not None and self.advance < 1:
            raise ValueError(f"advance: expected 1 or more, got {self.advance}")

    def refuses(self, entrants: int) -> str | None:
        """No more rounds than there are opponents, and more bots than go on.

        At larger tables some meet again before that, but the fewest that can be found.
        """
        if entrants < 2:
            return f"bots: swiss needs at least 2, got {entrants}"
        if self.rounds is not None and self.rounds > entrants - 1:
            most = f"{entrants} bots can play at most {entrants - 1} rounds"
            return f"rounds: {most}{' without a rematch' if self.table_size == 2 else ''}, got {self.rounds}"
        if self.advance is not None and self.advance >= entrants:
            return f"advance: {self.advance} would go on, but there are only {entrants} bots"
        return None

    def qualifiers(self, entrants: int) -> int:
        """How many go on to the next format."""
        return entrants if self.advance is None else self.advance

    def after(self, first_stage: int, met: Mapping[str, str]) -> "Swiss":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage, met=met)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """None: all play in one."""
        return {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """The rounds that can be drawn; the standings after the last.

        A bot that has left keeps its points, for those who met it. Once fewer than two are there, the round that is
        drawn is the last.
        """
        whole = math.lcm(*range(1, self.table_size))
        points = dict.fromkeys(entrants, 0)
        free: dict[str, int] = {}
        stages: list[Stage] = []
        seated: list[Table] = []
        before = [_grouped(entrants, self.met)]
        for number in range(self.rounds or (len(entrants) - 1).bit_length()):
            stage = self.first_stage + number
            there = [bot for bot in entrants if self.left.get(bot, stage) >= stage]
            if len(there) < 2 and stages:
                break
            apart = before if number or self.met else [_grouped(entrants, self.authors)]
            drawn, rests = self._draw(there if len(there) > 1 else entrants, points, apart, free)
            tables = [
                Table(f"s{stage}t{table}", tuple(sorted(seats, key=entrants.index)))
                for table, seats in enumerate(drawn, start=1)
            ]
            planned = tuple(league_table(table, results) for table in tables)
            stages.append(Stage(stage, round_title(number + 1), planned, rests))
            seated += tables
            before.append([table.seats for table in tables])
            if any(table.advanced is None for table in planned):
                break
            for it in played(tables, results):
                for bot in it.seats:
                    points[bot] += it.points(bot) * it.weight(whole)
            for bot in rests:
                points[bot] += WIN * whole
                free[bot] = free.get(bot, 0) + WIN
        group = Group(league_title("Swiss"), tuple(entrants), played(seated, results), free)
        extra = TieBreak(self.extra_rounds, self.extra_limit)
        rules = Rules(self.criteria, extra, self.advance or 1, self.most_seats, self.left)
        return conclude(stages, [group], rules, results)

    def _draw(
        self,
        field: Sequence[str],
        points: Mapping[str, int],
        before: Sequence[Sequence[Sequence[str]]],
        rested: Mapping[str, int],
    ) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
        """One round's tables and who rests, after the rounds `before`; the `field` is in order of seeding."""
        order = sorted(field, key=lambda bot: -points[bot])
        number = {bot: at for at, bot in enumerate(order)}
        ranked = tuple(points[bot] for bot in order)
        met = tuple(
            tuple(tuple(sorted(number[bot] for bot in seats if bot in number)) for seats in tables) for tables in before
        )
        if self.table_size > 2:
            return [tuple(order[at] for at in seats) for seats in gather(ranked, met, self.table_size)], ()
        edges = frozenset(pair for tables in met for table in tables for pair in itertools.combinations(table, 2))
        found = pair(ranked, edges, frozenset(number[bot] for bot in rested if bot in number))
        rests = tuple(order[other] for one, other in found if one == REST)
        return [(order[one], order[other]) for one, other in found if one != REST], rests


def _grouped(entrants: Sequence[str], group_of: Mapping[str, str]) -> list[Sequence[str]]:
    """The bots of each group."""
    found: dict[str, list[str]] = {}
    for bot in entrants:
        if bot in group_of:
            found.setdefault(group_of[bot], []).append(bot)
    return list(found.values())
