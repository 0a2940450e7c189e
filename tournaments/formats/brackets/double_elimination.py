"""Double elimination: who has lost twice is out."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats import seeding
from tournaments.formats.brackets.double_bracket import Duel, Source, duels
from tournaments.formats.brackets.double_tables import DoubleTables
from tournaments.formats.leaving import absent_at, ranked
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.tie_break import TieBreak, decide, unplayed
from tournaments.formats.titles import double_title


class DoubleElimination(msgspec.Struct, frozen=True, kw_only=True):
    """The format `double-elimination`. At two a table, each can be played as soon as both its bots are known."""

    table_size: int = 2
    advance: int = 1
    """How many go on from a larger table; the others drop, or are out."""
    reset: bool = True
    """At tables of two: whether the winners' champion, who has not lost yet, gets a second final if it loses one.

    It gets none if it had left: nobody plays against nobody twice."""
    extra_rounds: int = 20
    extra_limit: int = 3
    authors: Mapping[str, str] = {}
    """Bot to author: bots of one author are drawn apart in the winners' bracket."""
    met: Mapping[str, str] = {}
    """Bot to the group in which it has met others before: parted before authors."""
    first_stage: int = 1

    def __post_init__(self) -> None:
        if not 2 <= self.table_size <= 8:
            raise ValueError(f"table_size: expected 2 to 8, got {self.table_size}")
        if not 1 <= self.advance < self.table_size:
            most = self.table_size - 1
            raise ValueError(f"advance: expected 1 to {most} at tables of {self.table_size}, got {self.advance}")

    def refuses(self, entrants: int) -> str | None:
        """Any two or more can play."""
        return None if entrants >= 2 else f"bots: double elimination needs at least 2, got {entrants}"

    def qualifiers(self, entrants: int) -> int:
        """The champion alone: nothing can follow."""
        return 1

    def after(self, first_stage: int, met: Mapping[str, str]) -> "DoubleElimination":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage, met=met)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """None: nothing can follow."""
        return {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """The bracket as far as the results reach."""
        tie_break = TieBreak(self.extra_rounds, self.extra_limit)
        if self.table_size > 2:
            larger = DoubleTables(
                table_size=self.table_size,
                advance=self.advance,
                tie_break=tie_break,
                first_stage=self.first_stage,
                groups=self.met or self.authors,
            )
            return larger.plan(entrants, results)
        lines = seeding.bracket_lines(entrants, self.met or self.authors)
        run = _Run(lines, entrants, results, self.first_stage, tie_break)
        stages, last = run.stages(), run.final
        if self.reset and last is not None and run.lost_before(last) and not absent_at(last, results):
            number = stages[-1].number + 1
            last = run.decided(Table(f"s{number}t1", last.table.seats))
            stages.append(Stage(number, "Grand final, reset · 总决赛加赛", (last,)))
        to_play = [table for stage in stages for it in stage.tables for table in unplayed(it, results)]
        finals = ranked(last.places, absent_at(last, results)) if last is not None else {}
        standings = [*(Standing(place, bot, stages[-1].number) for bot, place in finals.items()), *run.out()]
        standings.sort(key=lambda it: it.place)
        return Plan(tuple(stages), tuple(to_play), tuple(standings), finished=len(standings) == len(entrants))


class _Run:
    """The edges of the bracket with bots on them. A line without a bot is a bye, and so is whoever comes from none."""

    def __init__(
        self,
        lines: Sequence[str],
        entrants: Sequence[str],
        results: Mapping[str, TableResult],
        first_stage: int,
        tie_break: TieBreak,
    ) -> None:
        self._duels = duels(1 << (len(lines) - 1).bit_length())
        self._seed = {bot: place for place, bot in enumerate(entrants)}
        self._results, self._tie_break, self._before = results, tie_break, first_stage - 1
        self._bot = {Source("line", number): bot for number, bot in enumerate(lines)}
        """Who comes from a source, where that is known."""
        self._filled = set(self._bot)
        """The sources from which somebody comes, known or not."""
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
        self._real[duel.level] += duel.side == "losers"
        if len(known) == 2:
            match = f"s{self._before + duel.stage}t{self._numbers[duel.stage]}"
            planned = self.decided(Table(match, tuple(sorted(known, key=self._seed.__getitem__))))
            self._tables[number] = planned
            if planned.advanced is not None:
                self._bot[winner], self._bot[loser] = sorted(known, key=planned.places.__getitem__)

    def decided(self, table: Table) -> PlannedTable:
        """The table as far as its results reach: one goes on."""
        return decide(table, self._results, 1, self._tie_break)

    @property
    def final(self) -> PlannedTable | None:
        """The final, once both at it are known."""
        return self._tables.get(len(self._duels) - 1)

    def lost_before(self, final: PlannedTable) -> bool:
        """Whether the final was won by the losers' champion, so that both have lost once."""
        return final.advanced is not None and final.places[self._bot[self._duels[-1].sources[1]]] == 1

    def stages(self) -> list[Stage]:
        """Every stage of which a table is known."""
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
        level = {self._duels[number].side: self._duels[number].level for number in numbers}
        if "final" in level:
            return "Grand final · 总决赛"
        return double_title(level.get("winners"), level.get("losers"))

    def out(self) -> list[Standing]:
        """Those who have lost in the losers' bracket: who does so in one round shares a place."""
        found = []
        for number, planned in self._tables.items():
            duel = self._duels[number]
            if duel.side == "losers" and planned.advanced is not None:
                place = 3 + sum(real for level, real in self._real.items() if level > duel.level)
                found.append(Standing(place, self._bot[Source("loser", number)], self._before + duel.stage))
        return found
