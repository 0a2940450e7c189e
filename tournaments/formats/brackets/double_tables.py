"""Double elimination at larger tables: a bot is out when it fails to go on for the second time."""

import itertools
from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats import seeding
from tournaments.formats.brackets.elimination import leaving, tables_of
from tournaments.formats.entrants import Entrants
from tournaments.formats.leaving import absent_at, ranked
from tournaments.formats.plan import Plan, PlannedTable, Stage, Standing, Table, TableResult
from tournaments.formats.shape import Shape, shape
from tournaments.formats.tie_break import TieBreak, decide, through, unplayed
from tournaments.formats.titles import double_title

Heats = tuple[Shape | None, Shape | None]
"""The tables of the winners' and of the losers' bracket at a stage; None for a bracket that waits."""


class _Pool(msgspec.Struct, frozen=True):
    """The bots of one bracket in the order of the next draw, and the last table of each."""

    order: tuple[str, ...] = ()
    met: Mapping[str, str] = {}


class DoubleTables(msgspec.Struct, frozen=True):
    """Two brackets of tables: a bot that fails to go on drops from the winners' to the losers' bracket, or out of that.

    The winners' bracket is played down to `advance` bots, the losers' to as many as then fit the final table, which
    ranks all of them. Both are drawn anew for each stage, as in an elimination.
    """

    table_size: int
    advance: int
    tie_break: TieBreak

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return both brackets as far as the results reach."""
        seed = {bot: place for place, bot in enumerate(entrants.bots)}
        winners, losers = _Pool(tuple(entrants.bots), entrants.apart), _Pool()
        stages: list[Stage] = []
        standings: list[Standing] = []
        rounds = [0, 0]
        for number in itertools.count(entrants.first_stage):
            heats = self._heats(len(winners.order), len(losers.order))
            if heats == (None, None):
                stages.append(
                    self._final(number, sorted([*winners.order, *losers.order], key=seed.__getitem__), results)
                )
                [final] = stages[-1].tables
                places = ranked(final.places, absent_at(final, results))
                standings += (Standing(place, bot, number) for bot, place in places.items())
                break
            above, below = self._tables(number, heats, (winners, losers), seed, results)
            rounds = [count + (each is not None) for count, each in zip(rounds, heats, strict=True)]
            shown = [count if each is not None else None for count, each in zip(rounds, heats, strict=True)]
            rests = [bot for pool in (winners, losers) for bot in pool.order if bot not in tables_of([*above, *below])]
            stages.append(Stage(number, double_title(*shown), (*above, *below), tuple(rests)))
            if heats[1] is not None:
                alive = len(winners.order) + len(losers.order) - sum(size - heats[1].advance for size in heats[1].sizes)
                standings += leaving(number, below, heats[1].places(alive))
            if any(it.advanced is None for it in stages[-1].tables):
                break
            winners, losers = self._next(winners, losers, (above, below), heats, seed)
        to_play = tuple(table for stage in stages for it in stage.tables for table in unplayed(it, results))
        standings.sort(key=lambda it: it.place)
        return Plan(tuple(stages), to_play, tuple(standings), finished=len(standings) == len(entrants.bots))

    def _heats(self, winners: int, losers: int) -> Heats:
        """Return the tables of the next stage; both None before the final."""
        above = self._cut_into_tables(winners, self.advance)
        room = self.table_size - winners
        if above is not None:
            return above, self._cut_into_tables(losers, self.advance)
        return None, self._cut_into_tables(losers, min(self.advance, room)) if losers > room else None

    def _cut_into_tables(self, field: int, advance: int) -> Shape | None:
        if field <= advance:
            return None
        return Shape(0, (field,), advance) if field <= self.table_size else shape(field, self.table_size, self.advance)

    def _tables(
        self,
        number: int,
        heats: Heats,
        pools: tuple[_Pool, _Pool],
        seed: Mapping[str, int],
        results: Mapping[str, TableResult],
    ) -> tuple[list[PlannedTable], list[PlannedTable]]:
        """Return the drawn tables of both brackets, numbered through."""
        found: tuple[list[PlannedTable], list[PlannedTable]] = ([], [])
        count = itertools.count(1)
        for each, pool, tables in zip(heats, pools, found, strict=True):
            if each is not None:
                for seats in seeding.apart(pool.order[each.byes :], len(each.sizes), pool.met):
                    table = Table(f"s{number}t{next(count)}", tuple(sorted(seats, key=seed.__getitem__)))
                    tables.append(decide(table, results, each.advance, self.tie_break))
        return found

    def _next(
        self,
        winners: _Pool,
        losers: _Pool,
        tables: tuple[Sequence[PlannedTable], Sequence[PlannedTable]],
        heats: Heats,
        seed: Mapping[str, int],
    ) -> tuple[_Pool, _Pool]:
        """Return who is in which bracket after the stage, in the order of places at the last table, then of seeding.

        In the losers' bracket those that have just come down are before those that were there.
        """
        above, below = tables
        place = {bot: at for it in (*above, *below) for bot, at in it.places.items()}
        met = {**winners.met, **losers.met, **tables_of([*above, *below])}
        on = {
            bot
            for each, found in zip(heats, tables, strict=True)
            if each is not None
            for it in found
            for bot in through(it, each.advance)
        }
        dropped = [bot for it in above for bot in it.places if bot not in on]
        stay = [bot for bot in winners.order if bot in on or bot not in place]
        fight = [bot for bot in losers.order if bot in on or bot not in place]

        def drawn(*parts: Sequence[str]) -> _Pool:
            order = [bot for part in parts for bot in sorted(part, key=lambda bot: (place.get(bot, 1), seed[bot]))]
            return _Pool(tuple(order), {bot: met[bot] for bot in order if bot in met})

        return drawn(stay), drawn(dropped, fight)

    def _final(self, number: int, seats: Sequence[str], results: Mapping[str, TableResult]) -> Stage:
        planned = decide(Table(f"s{number}t1", tuple(seats)), results, 1, self.tie_break)
        return Stage(number, "Grand final · 总决赛", (planned,))
