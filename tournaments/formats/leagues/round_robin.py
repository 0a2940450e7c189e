"""Round robin: all meet all, in pairs or as evenly as can be at larger tables."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from protocol.text import Said
from tournaments.formats import seeding
from tournaments.formats.entrants import Annul, Entrants
from tournaments.formats.keys import Positive, StageKeys, TableSize
from tournaments.formats.leagues.annulment import annulled
from tournaments.formats.leagues.league import Group, Rules, conclude, no_cut, rank_table
from tournaments.formats.leagues.lots import seed_of
from tournaments.formats.leagues.schedule import Round, pairs
from tournaments.formats.leaving import gone
from tournaments.formats.plan import Criterion, Plan, Stage, Table, TableResult
from tournaments.formats.played import Played, played, without
from tournaments.formats.standings import CRITERIA
from tournaments.formats.titles import league_title, round_title


class AllMeetAll(StageKeys, frozen=True, kw_only=True):
    """What the formats `round-robin` and `groups` share.

    All rounds can be played at once, since none depends on results.
    """

    table_size: TableSize = 2
    cycles: Positive = 1
    """How often all meet all: exactly at tables of two, about as often at larger ones."""
    advance: Positive | None = None
    """How many of each group go on to the next format; None where this is the last one."""
    criteria: tuple[Criterion, ...] = CRITERIA
    annul: Annul | msgspec.UnsetType = msgspec.UNSET
    """What becomes of the results of a bot that leaves; unset for what the tournament's methods say."""

    @property
    def divisions(self) -> int:
        """How many groups there are."""
        return 1

    @property
    def largest_table(self) -> int:
        return self.table_size

    def refuses(self, count: int) -> Said | None:
        """Return a reason if a group would have fewer than two bots, or send all of them on."""
        smallest = count // self.divisions
        if smallest < 2:
            return Said(
                "groups: {count} bots do not fill {groups} groups of at least 2", count=count, groups=self.divisions
            )
        if self.advance is not None and smallest <= self.advance:
            return Said(
                "advance: {advance} of each group would go on, but the smallest group has {smallest} bots",
                advance=self.advance,
                smallest=smallest,
            )
        return None

    def qualifiers(self, count: int) -> int:
        return count if self.advance is None else self.advance * self.divisions

    def groups_of(self, entrants: Entrants, plan: Plan) -> Mapping[str, str]:
        """Return bot to "group 1", "group 2", …; empty if there is only one."""
        if self.divisions == 1:
            return {}
        drawn = seeding.apart(entrants.bots, self.divisions, entrants.apart)
        return {bot: f"group {number}" for number, bots in enumerate(drawn, start=1) for bot in bots}

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        return no_cut(self.advance, following) or super().cannot_lead_to(following, count)

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return every table at once, and the standings when the last one is played."""
        groups = seeding.apart(entrants.bots, self.divisions, entrants.apart)
        seed = seed_of(entrants.public, entrants.first_stage)
        schedules = [self._schedule(len(bots), seed) for bots in groups]
        stages: list[Stage] = []
        seated: list[list[Table]] = [[] for _ in groups]
        for number in range(max(map(len, schedules))):
            stage = entrants.first_stage + number
            tables: list[Table] = []
            for group, (bots, schedule) in enumerate(zip(groups, schedules, strict=True)):
                for seats in schedule[number] if number < len(schedule) else ():
                    tables.append(Table(f"s{stage}t{len(tables) + 1}", tuple(bots[seat] for seat in seats)))
                    seated[group].append(tables[-1])
            busy = {bot for table in tables for bot in table.seats}
            planned = tuple(rank_table(table, results) for table in tables)
            title = round_title(number + 1, groups=self.divisions > 1)
            stages.append(Stage(stage, title, planned, tuple(bot for bot in entrants.bots if bot not in busy)))
        titles = [league_title("Group", number) for number in range(1, len(groups) + 1)]
        if self.divisions == 1:
            titles = [league_title("Round robin")]
        out = gone(stages, results, entrants.left)
        rule = entrants.annul if isinstance(self.annul, msgspec.UnsetType) else self.annul
        ranked = [
            _group(title, bots, tables, played(tables, results), [bot for bot in bots if bot in out], rule)
            for title, bots, tables in zip(titles, groups, seated, strict=True)
        ]
        rules = Rules(self.criteria, self.tie_break, self.advance or 1, entrants.most_seats, entrants.left)
        return conclude(stages, ranked, rules, results)

    def _schedule(self, players: int, seed: bytes | None) -> tuple[Round, ...]:
        if self.table_size == 2:
            return pairs(players, self.cycles)
        # what searches takes a while to load, and pairs need no search
        from tournaments.formats.leagues.even_tables import even_tables  # noqa: PLC0415

        rounds = -(-(players - 1) // (min(self.table_size, players) - 1))
        return even_tables(players, self.table_size, rounds * self.cycles, seed)


def _group(
    title: str, bots: Sequence[str], tables: Sequence[Table], results: Sequence[Played], out: Sequence[str], rule: Annul
) -> Group:
    """Return a group with the results that count; `out` are those of its bots that have left."""
    without_results = tuple(
        bot for bot in out if annulled(rule, bot, sum(bot in table.seats for table in tables), results)
    )
    return Group(title, tuple(bots), without(results, without_results), {}, without_results)


class RoundRobin(AllMeetAll, frozen=True, kw_only=True):
    """The format `round-robin`: all meet all, `cycles` times."""

    format: Literal["round-robin"] = "round-robin"
