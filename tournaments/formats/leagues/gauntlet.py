"""Gauntlet: one bot against all the others, who do not meet each other (or only at its tables)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from tournaments.formats.leagues.league import league_table, played
from tournaments.formats.leaving import Left, gone
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.shape import split
from tournaments.formats.standings import Played


class Gauntlet(msgspec.Struct, frozen=True, kw_only=True):
    """The format `gauntlet`. Everybody is ranked by the water won from the newcomer, who stands at nought.

    Who has left is behind all who are there to the end, and behind who was absent from fewer tables.
    """

    newcomer: str | None = None
    """None for the last seed."""
    table_size: int = 2
    cycles: int = 1
    """How often it meets everybody."""
    first_stage: int = 1
    left: Left = {}

    def __post_init__(self) -> None:
        if not 2 <= self.table_size <= 8:
            raise ValueError(f"table_size: expected 2 to 8, got {self.table_size}")
        if self.cycles < 1:
            raise ValueError(f"cycles: expected 1 or more, got {self.cycles}")

    def refuses(self, entrants: int) -> str | None:
        """It takes a field of one at least."""
        return None if entrants >= 2 else f"bots: a gauntlet needs at least 2, got {entrants}"

    def qualifiers(self, entrants: int) -> int:
        """All: a gauntlet sends nobody home."""
        return entrants

    def after(self, first_stage: int, met: Mapping[str, str]) -> "Gauntlet":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """None: all play in one."""
        return {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """Every table at once, a stage for each time round the field.

        Raises ValueError when the newcomer is not among the entrants.
        """
        newcomer = self.newcomer or entrants[-1]
        if newcomer not in entrants:
            raise ValueError(f'newcomer: no bot is called "{newcomer}"')
        field = [bot for bot in entrants if bot != newcomer]
        stages = [self._stage(cycle, newcomer, field, entrants, results) for cycle in range(self.cycles)]
        tables = [planned.table for stage in stages for planned in stage.tables]
        to_play = tuple(table for table in tables if table.id not in results)
        if to_play:
            return Plan(tuple(stages), to_play, (), finished=False)
        scores = _scores(newcomer, field, played(tables, results), gone(stages, results, self.left))
        standings = [
            Standing(1 + sum(other > scores[bot] for other in scores.values()), bot, stages[-1].number)
            for bot in sorted(sorted(scores, key=entrants.index), key=scores.__getitem__, reverse=True)
        ]
        return Plan(tuple(stages), (), tuple(standings), finished=True)

    def _stage(
        self,
        cycle: int,
        newcomer: str,
        field: Sequence[str],
        entrants: Sequence[str],
        results: Mapping[str, TableResult],
    ) -> Stage:
        number = self.first_stage + cycle
        tables: list[PlannedTable] = []
        start = 0
        for size in split(len(field), self.table_size - 1):
            seats = sorted([newcomer, *field[start : start + size]], key=entrants.index)
            tables.append(league_table(Table(f"s{number}t{len(tables) + 1}", tuple(seats)), results))
            start += size
        title = f"Gauntlet of {newcomer} · {newcomer} 车轮战"
        return Stage(number, title, tuple(tables))


def _scores(
    newcomer: str, field: Sequence[str], tables: Sequence[Played], out: Collection[str]
) -> dict[str, tuple[bool, int, Fraction]]:
    """By bot, whether it is there to the end, how many tables it missed, negative, and what it won from the newcomer.

    That is its water less the newcomer's over the tables both played.
    """
    missed, margins = Counter[str](), dict.fromkeys([newcomer, *field], Fraction(0))
    for table in tables:
        missed.update(table.absent)
        for bot in table.seats:
            if bot not in table.absent and newcomer not in table.absent:
                margins[bot] += table.water(bot) - table.water(newcomer)
    return {bot: (bot not in out, -missed[bot], margin) for bot, margin in margins.items()}
