"""Swiss system: each round seats together bots of about equal points that have not met."""

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Literal

from protocol.text import Said
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import Positive, StageKeys, TableSize
from tournaments.formats.leagues.league import Group, Rules, conclude, no_cut, rank_table
from tournaments.formats.leagues.lots import seed_of
from tournaments.formats.leagues.pairing import REST, pair
from tournaments.formats.plan import Criterion, Plan, Stage, Table, TableResult
from tournaments.formats.played import played
from tournaments.formats.titles import league_title, round_title

CRITERIA: tuple[Criterion, ...] = ("buchholz", "sonneborn-berger", "head-to-head", "water", "seeding")
WIN = 2
"""Half points for a win, and for a bye, which counts as a win in nothing else."""


class Swiss(StageKeys, frozen=True, kw_only=True):
    """The format `swiss`: each round seats bots of about equal points that have not met.

    A round is drawn when the one before it is over. At tables of two it is the usual one: a point for a win, half a
    point for a draw. At larger tables a bot gets a point for each bot it is ahead of and half a point for each it is
    level with; where tables differ in size by one, these are scaled so that each is worth the same. Nobody rests at
    larger tables.
    """

    format: Literal["swiss"] = "swiss"
    table_size: TableSize = 2
    rounds: Positive | None = None
    """None for ceil(log2 n), after which at most one bot can have won all."""
    advance: Positive | None = None
    """How many go on to the next format; None where this is the last one."""
    criteria: tuple[Criterion, ...] = CRITERIA

    @property
    def largest_table(self) -> int:
        return self.table_size

    def refuses(self, count: int) -> Said | None:
        """Return a reason if there are more rounds than opponents, or if nobody would be left behind.

        At larger tables some meet again before the opponents run out, but as few as can be found.
        """
        if count < 2:
            return Said("bots: swiss needs at least 2, got {count}", count=count)
        if self.rounds is not None and self.rounds > count - 1:
            found = {"count": count, "most": count - 1, "rounds": self.rounds}
            if self.table_size == 2:
                return Said(
                    "rounds: {count} bots can play at most {most} rounds without a rematch, got {rounds}", **found
                )
            return Said("rounds: {count} bots can play at most {most} rounds, got {rounds}", **found)
        if self.advance is not None and self.advance >= count:
            return Said(
                "advance: {advance} would go on, but there are only {count} bots", advance=self.advance, count=count
            )
        return None

    def qualifiers(self, count: int) -> int:
        return count if self.advance is None else self.advance

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        return no_cut(self.advance, following) or super().cannot_lead_to(following, count)

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the rounds that can be drawn, and the standings after the last.

        A bot that has left keeps its points, for those that met it. Once fewer than two are there, no further round is
        drawn.
        """
        whole = math.lcm(*range(1, self.table_size))
        bots = entrants.bots
        points = dict.fromkeys(bots, 0)
        free: dict[str, int] = {}
        stages: list[Stage] = []
        seated: list[Table] = []
        before = [_grouped(bots, entrants.met)]
        for number in range(self.rounds or (len(bots) - 1).bit_length()):
            stage = entrants.first_stage + number
            there = [bot for bot in bots if entrants.left.get(bot, stage) >= stage]
            if len(there) < 2 and stages:
                break
            apart = before if number or entrants.met else [_grouped(bots, entrants.authors)]
            seed = seed_of(entrants.public, stage)
            drawn, rests = self._draw(there if len(there) > 1 else bots, points, apart, free, seed)
            tables = [
                Table(f"s{stage}t{table}", tuple(sorted(seats, key=bots.index)))
                for table, seats in enumerate(drawn, start=1)
            ]
            planned = tuple(rank_table(table, results) for table in tables)
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
        group = Group(league_title("Swiss"), tuple(bots), played(seated, results), free)
        rules = Rules(self.criteria, self.tie_break, self.advance or 1, entrants.most_seats, entrants.left)
        return conclude(stages, [group], rules, results)

    def _draw(
        self,
        field: Sequence[str],
        points: Mapping[str, int],
        before: Sequence[Sequence[Sequence[str]]],
        rested: Mapping[str, int],
        seed: bytes | None,
    ) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
        """Return one round's tables and who rests, after the rounds `before`; `field` is in order of seeding."""
        order = sorted(field, key=lambda bot: -points[bot])
        number = {bot: at for at, bot in enumerate(order)}
        ranked = tuple(points[bot] for bot in order)
        met = tuple(
            tuple(tuple(sorted(number[bot] for bot in seats if bot in number)) for seats in tables) for tables in before
        )
        if self.table_size > 2:
            # what searches takes a while to load, and pairs need no search
            from tournaments.formats.leagues.swiss_tables import gather  # noqa: PLC0415

            return [tuple(order[at] for at in seats) for seats in gather(ranked, met, self.table_size, seed)], ()
        edges = frozenset(pair for tables in met for table in tables for pair in itertools.combinations(table, 2))
        found = pair(ranked, edges, frozenset(number[bot] for bot in rested if bot in number))
        rests = tuple(order[other] for one, other in found if one == REST)
        return [(order[one], order[other]) for one, other in found if one != REST], rests


def _grouped(entrants: Sequence[str], group_of: Mapping[str, str]) -> list[Sequence[str]]:
    """Return the bots of each group."""
    found: dict[str, list[str]] = {}
    for bot in entrants:
        if bot in group_of:
            found.setdefault(group_of[bot], []).append(bot)
    return list(found.values())
