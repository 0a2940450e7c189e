"""Gauntlet: one bot against all the others, which meet each other only at its tables, if at all."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from protocol.text import Said
from tournaments.formats.entrants import Entrants, no_bot_called
from tournaments.formats.keys import Positive, StageKeys, TableSize
from tournaments.formats.leagues.league import rank_table
from tournaments.formats.leaving import gone
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.played import Played, played
from tournaments.formats.shape import split


class Gauntlet(StageKeys, frozen=True, kw_only=True):
    """The format `gauntlet`: one newcomer against all the others.

    Everybody is ranked by the water it won from the newcomer, which has 0 itself. A bot that has left is behind all
    that are there to the end, and behind those that were absent from fewer tables.
    """

    format: Literal["gauntlet"] = "gauntlet"
    newcomer: str | None = None
    """None for the last seed."""
    table_size: TableSize = 2
    cycles: Positive = 1
    """How often it meets everybody."""

    @property
    def largest_table(self) -> int:
        return self.table_size

    @property
    def named_bots(self) -> Mapping[str, str]:
        return {} if self.newcomer is None else {"newcomer": self.newcomer}

    def refuses(self, count: int) -> Said | None:
        """Return a reason if there is nobody to meet."""
        return None if count >= 2 else Said("bots: a gauntlet needs at least 2, got {count}", count=count)

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return every table at once, a stage for each time round the field.

        Raises ValueError when the newcomer is not among the entrants.
        """
        bots = entrants.bots
        newcomer = self.newcomer or bots[-1]
        if newcomer not in bots:
            raise ValueError(f"newcomer: {no_bot_called(newcomer, bots)}")
        field = [bot for bot in bots if bot != newcomer]
        stages = [self._stage(cycle, newcomer, field, entrants, results) for cycle in range(self.cycles)]
        tables = [planned.table for stage in stages for planned in stage.tables]
        to_play = tuple(table for table in tables if table.id not in results)
        if to_play:
            return Plan(tuple(stages), to_play, (), finished=False)
        scores = _scores(newcomer, field, played(tables, results), gone(stages, results, entrants.left))
        standings = [
            Standing(1 + sum(other > scores[bot] for other in scores.values()), bot, stages[-1].number)
            for bot in sorted(sorted(scores, key=bots.index), key=scores.__getitem__, reverse=True)
        ]
        return Plan(tuple(stages), (), tuple(standings), finished=True)

    def _stage(
        self,
        cycle: int,
        newcomer: str,
        field: Sequence[str],
        entrants: Entrants,
        results: Mapping[str, TableResult],
    ) -> Stage:
        number = entrants.first_stage + cycle
        tables: list[PlannedTable] = []
        start = 0
        for size in split(len(field), self.table_size - 1):
            seats = sorted([newcomer, *field[start : start + size]], key=entrants.bots.index)
            tables.append(rank_table(Table(f"s{number}t{len(tables) + 1}", tuple(seats)), results))
            start += size
        title = f"Gauntlet of {newcomer} · {newcomer} 车轮战"
        return Stage(number, title, tuple(tables))


def _scores(
    newcomer: str, field: Sequence[str], tables: Sequence[Played], out: Collection[str]
) -> dict[str, tuple[bool, int, Fraction]]:
    """Return, by bot, whether it is there to the end, minus the tables it missed, and what it won from the newcomer.

    The last is its water minus the newcomer's over the tables both played.
    """
    missed, margins = Counter[str](), dict.fromkeys([newcomer, *field], Fraction(0))
    for table in tables:
        missed.update(table.absent)
        for bot in table.seats:
            if bot not in table.absent and newcomer not in table.absent:
                margins[bot] += table.water(bot) - table.water(newcomer)
    return {bot: (bot not in out, -missed[bot], margin) for bot, margin in margins.items()}
