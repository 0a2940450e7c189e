"""Double elimination: a bot is out when it has lost twice."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from protocol.text import Said
from tournaments.formats import seeding
from tournaments.formats.brackets.double_bracket import Duel, Source, duels
from tournaments.formats.brackets.double_tables import DoubleTables
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import Positive, StageKeys, TableSize, everybody_advances
from tournaments.formats.leaving import absent_at, ranked
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.tie_break import TieBreak, decide, unplayed
from tournaments.formats.titles import double_title


class DoubleElimination(StageKeys, frozen=True, kw_only=True):
    """The format `double-elimination`: a bot is out when it has lost twice.

    At tables of two, each can be played as soon as both its bots are known.
    """

    format: Literal["double-elimination"] = "double-elimination"
    table_size: TableSize = 2
    advance: Positive = 1
    """How many go on from a larger table; the others drop to the losers' bracket, or are out."""
    reset: bool = True
    """At tables of two: whether the winners' champion, who has not lost yet, gets a second final if it loses one.

    It gets none if it has left: nobody plays against nobody twice."""

    @property
    def largest_table(self) -> int:
        return self.table_size

    @property
    def keeps_lines(self) -> bool:
        return self.table_size == 2

    def fault(self) -> Said | None:
        return everybody_advances(self.table_size, self.advance)

    def refuses(self, count: int) -> Said | None:
        """Return a reason for fewer than two."""
        return None if count >= 2 else Said("bots: double elimination needs at least 2, got {count}", count=count)

    def qualifiers(self, count: int) -> int:
        """Return 1: nothing can follow a champion."""
        return 1

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the bracket as far as the results reach."""
        if self.table_size > 2:
            return DoubleTables(self.table_size, self.advance, self.tie_break).plan(entrants, results)
        run = _Run(entrants, results, self.tie_break)
        stages, last = run.stages(), run.final
        if self.reset and last is not None and run.lost_before(last) and not absent_at(last, results):
            number = stages[-1].number + 1
            last = run.decided(Table(f"s{number}t1", last.table.seats))
            stages.append(Stage(number, "Grand final, reset · 总决赛加赛", (last,)))
        to_play = [table for stage in stages for it in stage.tables for table in unplayed(it, results)]
        finals = ranked(last.places, absent_at(last, results)) if last is not None else {}
        standings = [*(Standing(place, bot, stages[-1].number) for bot, place in finals.items()), *run.out()]
        standings.sort(key=lambda it: it.place)
        return Plan(tuple(stages), tuple(to_play), tuple(standings), finished=len(standings) == len(entrants.bots))


class _Run:
    """The bracket with bots on its edges. A line without a bot is a bye, and so is what comes of two of them."""

    def __init__(self, entrants: Entrants, results: Mapping[str, TableResult], tie_break: TieBreak) -> None:
        lines = seeding.bracket_lines(entrants.bots, entrants.apart)
        self._duels = duels(1 << (len(lines) - 1).bit_length())
        self._seed = {bot: place for place, bot in enumerate(entrants.bots)}
        self._results, self._tie_break, self._before = results, tie_break, entrants.first_stage - 1
        self._bot = {Source("line", number): bot for number, bot in enumerate(lines)}
        """The bot that comes from a source, where that is known."""
        self._filled = set(self._bot)
        """The sources from which a bot comes, known or not."""
        self._tables: dict[int, PlannedTable] = {}
        self._rests: dict[int, str] = {}
        self._numbers: Counter[int] = Counter()
        """By stage, how many duels are tables."""
        self._real: Counter[int] = Counter()
        """By losers' round, how many of its duels are tables."""
        for number, duel in enumerate(self._duels):
            self._enter(number, duel)

    def _enter(self, number: int, duel: Duel) -> None:
        filled = [source for source in duel.sources if source in self._filled]
        known = [self._bot[source] for source in filled if source in self._bot]
        winner, loser = Source("winner", number), Source("loser", number)
        if filled:
            self._filled.add(winner)
        if len(filled) == 1 and known:
            self._bot[winner] = self._rests[number] = known[0]
        if len(filled) < 2:
            return
        self._filled.add(loser)
        self._numbers[duel.stage] += 1
        self._real[duel.round] += duel.side == "losers"
        if len(known) == 2:
            table = f"s{self._before + duel.stage}t{self._numbers[duel.stage]}"
            planned = self.decided(Table(table, tuple(sorted(known, key=self._seed.__getitem__))))
            self._tables[number] = planned
            if planned.advanced is not None:
                self._bot[winner], self._bot[loser] = sorted(known, key=planned.places.__getitem__)

    def decided(self, table: Table) -> PlannedTable:
        """Return the table as far as its results reach; one bot goes on."""
        return decide(table, self._results, 1, self._tie_break)

    @property
    def final(self) -> PlannedTable | None:
        """The final, once both its bots are known."""
        return self._tables.get(len(self._duels) - 1)

    def lost_before(self, final: PlannedTable) -> bool:
        """Return whether the losers' champion won the final, so that both have lost once."""
        return final.advanced is not None and final.places[self._bot[self._duels[-1].sources[1]]] == 1

    def stages(self) -> list[Stage]:
        """Return every stage of which a table is known."""
        found = []
        for stage, group in itertools.groupby(
            sorted(range(len(self._duels)), key=lambda number: self._duels[number].stage),
            key=lambda number: self._duels[number].stage,
        ):
            numbers = list(group)
            tables = tuple(self._tables[number] for number in numbers if number in self._tables)
            rests = tuple(self._rests[number] for number in numbers if number in self._rests)
            if tables:
                found.append(Stage(self._before + stage, self._title(numbers), tables, rests))
        return found

    def _title(self, numbers: Sequence[int]) -> str:
        rounds = {self._duels[number].side: self._duels[number].round for number in numbers}
        if "final" in rounds:
            return "Grand final · 总决赛"
        return double_title(rounds.get("winners"), rounds.get("losers"))

    def out(self) -> list[Standing]:
        """Return the standings of those that have lost in the losers' bracket; those of one round share a place."""
        found = []
        for number, planned in self._tables.items():
            duel = self._duels[number]
            if duel.side == "losers" and planned.advanced is not None:
                place = 3 + sum(real for later, real in self._real.items() if later > duel.round)
                found.append(Standing(place, self._bot[Source("loser", number)], self._before + duel.stage))
        return found
