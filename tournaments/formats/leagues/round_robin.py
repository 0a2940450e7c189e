"""Round robin, in one group or several: every pair, or tables at which all meet as evenly as can be."""

from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats import seeding
from tournaments.formats.leagues.league import Group, Rules, conclude, league_table, played
from tournaments.formats.leagues.schedule import Round, even_tables, pairs
from tournaments.formats.leaving import Left
from tournaments.formats.plan import Criterion, Plan, Stage, Table, TableResult
from tournaments.formats.standings import CRITERIA
from tournaments.formats.tie_break import TieBreak
from tournaments.formats.titles import league_title, round_title


class RoundRobin(msgspec.Struct, frozen=True, kw_only=True):
    """The formats `round-robin` and `groups`. All rounds can be played at once, since they do not depend on results."""

    groups: int = 1
    table_size: int = 2
    cycles: int = 1
    """How often all meet all: exactly at tables of two, about as often at larger ones."""
    advance: int | None = None
    """How many of each group go on to the next format; None where this is the last one."""
    criteria: tuple[Criterion, ...] = CRITERIA
    extra_rounds: int = 20
    extra_limit: int = 3
    most_seats: int = 8
    """The most that can sit at a table that plays a tie off."""
    authors: Mapping[str, str] = {}
    """Bot to author: bots of one author are put into different groups."""
    first_stage: int = 1
    left: Left = {}
    """Who has left before the end is behind all others and does not go on."""

    def __post_init__(self) -> None:
        if self.groups < 1 or self.cycles < 1:
            raise ValueError("groups: expected 1 or more, and cycles 1 or more")
        if not 2 <= self.table_size <= 8:
            raise ValueError(f"table_size: expected 2 to 8, got {self.table_size}")
        if self.advance is not None and self.advance < 1:
            raise ValueError(f"advance: expected 1 or more, got {self.advance}")

    def refuses(self, entrants: int) -> str | None:
        """Every group needs two bots, and one more than go on from it."""
        smallest = entrants // self.groups
        if smallest < 2:
            return f"groups: {entrants} bots do not fill {self.groups} groups of at least 2"
        if self.advance is not None and smallest <= self.advance:
            return f"advance: {self.advance} of each group would go on, but the smallest group has {smallest} bots"
        return None

    def qualifiers(self, entrants: int) -> int:
        """How many go on to the next format."""
        return entrants if self.advance is None else self.advance * self.groups

    def after(self, first_stage: int, met: Mapping[str, str]) -> "RoundRobin":
        """This format in a chain: those of one former group are put into different ones."""
        return msgspec.structs.replace(self, first_stage=first_stage, authors=met or self.authors)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """Bot to "group 1", "group 2", …; empty where there is only one."""
        if self.groups == 1:
            return {}
        drawn = seeding.apart(entrants, self.groups, self.authors)
        return {bot: f"group {number}" for number, bots in enumerate(drawn, start=1) for bot in bots}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """Every table at once; the standings when the last one is played."""
        groups = seeding.apart(entrants, self.groups, self.authors)
        schedules = [self._schedule(len(bots)) for bots in groups]
        stages: list[Stage] = []
        seated: list[list[Table]] = [[] for _ in groups]
        for number in range(max(map(len, schedules))):
            stage = self.first_stage + number
            tables: list[Table] = []
            for group, (bots, schedule) in enumerate(zip(groups, schedules, strict=True)):
                for seats in schedule[number] if number < len(schedule) else ():
                    tables.append(Table(f"s{stage}t{len(tables) + 1}", tuple(bots[seat] for seat in seats)))
                    seated[group].append(tables[-1])
            busy = {bot for table in tables for bot in table.seats}
            planned = tuple(league_table(table, results) for table in tables)
            title = round_title(number + 1, groups=self.groups > 1)
            stages.append(Stage(stage, title, planned, tuple(bot for bot in entrants if bot not in busy)))
        titles = [league_title("Group", number) for number in range(1, len(groups) + 1)]
        if self.groups == 1:
            titles = [league_title("Round robin")]
        ranked = [
            Group(title, tuple(bots), played(tables, results), {})
            for title, bots, tables in zip(titles, groups, seated, strict=True)
        ]
        extra = TieBreak(self.extra_rounds, self.extra_limit)
        rules = Rules(self.criteria, extra, self.advance or 1, self.most_seats, self.left)
        return conclude(stages, ranked, rules, results)

    def _schedule(self, players: int) -> tuple[Round, ...]:
        if self.table_size == 2:
            return pairs(players, self.cycles)
        rounds = -(-(players - 1) // (min(self.table_size, players) - 1))
        return even_tables(players, self.table_size, rounds * self.cycles)
