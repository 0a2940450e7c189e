"""Which tables are over: the bracket's results, gathered from the matches that were played for them.

A table is one match or, with `until`, several in a row: its blocks. Blocks are played until it is clear enough who goes
on, or up to the limit. A table that eliminates nobody, as in a league, and an extra table have one block.
"""

from collections.abc import Iterable, Sequence

from tournaments.cup.cup import Cup, Draw, going_on
from tournaments.cup.sequential import Certainty, Evidence
from tournaments.formats.plan import Plan, PlannedTable, Table, TableResult
from tournaments.store.damage import reading
from tournaments.store.encoding import DamagedRecord
from tournaments.store.interventions import last_stages
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch, whole_of


class Ledger:
    """The blocks played at each table, and the results of those that are over."""

    def __init__(self, cup: Cup, draw: Draw) -> None:
        self._cup = cup
        self._draw = draw
        self.blocks: dict[str, list[StoredMatch]] = {}
        """By table, in the order played."""
        self.results: dict[str, TableResult] = {}
        self.certainties: dict[str, Certainty] = {}
        """By table, how certain it is so far who goes on; tables of fixed length are left out."""
        self.waiting: dict[str, list[StoredMatch]] = {}
        """The blocks of tables that the bracket does not ask for (yet)."""
        self.surplus: list[StoredMatch] = []
        """Blocks that were played although their table was over."""

    @classmethod
    def of(cls, store: Store, matches: Iterable[StoredMatch] | None = None) -> "Ledger":
        """Return the ledger of everything stored, or of only `matches`.

        Raises DamagedStore when a result is of other bots than its table seats.
        """
        with reading(store.place):
            cup = store.cup()
            ledger = cls(cup, cup.draw(store.header().commitment, last_stages(store.interventions())))
            try:
                ledger._enter(store.matches() if matches is None else matches)
            except ValueError as error:
                raise DamagedRecord(
                    "{fault}; it was altered, or drawn by an arena that draws differently", fault=error
                ) from None
            return ledger

    def _enter(self, matches: Iterable[StoredMatch]) -> None:
        """Enter the matches table by table, as the bracket asks for them."""
        for match in sorted(matches, key=lambda match: match.block):
            self.waiting.setdefault(match.table, []).append(match)
        self.plan()

    def plan(self) -> Plan:
        """Return the bracket as far as its tables are over, with those that were waiting and that it asks for now."""
        plan = self._draw.plan(self.results)
        while ready := [table for table in plan.to_play if table.id in self.waiting]:
            for table in ready:
                for match in self.waiting.pop(table.id):
                    self.add(table, match)
            plan = self._draw.plan(self.results)
        return plan

    @property
    def all_blocks(self) -> dict[str, list[StoredMatch]]:
        """The blocks of every table, those among them that the bracket does not ask for (yet)."""
        return self.blocks | self.waiting

    def add(self, table: Table, match: StoredMatch) -> None:
        """Enter a block, which may be its table's last."""
        if table.id in self.results:
            self.surplus.append(match)
            return
        blocks = self.blocks.setdefault(table.id, [])
        blocks.append(match)
        if self._over(table, blocks):
            self.results[table.id] = whole_of(blocks).table_result()

    def keeping_lines(self, stage: int) -> range:
        """Return the stages, `stage` among them, in which the draw tells who can meet whom; an empty range if none."""
        return self._draw.keeping_lines(self.results, stage)

    def played(self, table: str) -> int:
        """Return how many deals were played at the table so far."""
        return sum(len(match.result.deals) for match in self.blocks.get(table, ()))

    def whole(self) -> dict[str, StoredMatch]:
        """Return all blocks of each table as one match, by table."""
        return {name: whole_of(blocks) for name, blocks in self.all_blocks.items()}

    def _over(self, table: Table, blocks: list[StoredMatch]) -> bool:
        if not blocks[-1].result.deals:
            return True  # void, or a walkover
        certainty = self._certainty(table, blocks)
        if certainty is not None:
            self.certainties[table.id] = certainty
        return certainty is None or certainty.over

    def _certainty(self, table: Table, blocks: list[StoredMatch]) -> Certainty | None:
        if self._cup.match.until is None or table.rounds is not None:
            return None
        return certainty_of(self._cup, table, blocks, self._cut(table, whole_of(blocks)))

    def _cut(self, table: Table, whole: StoredMatch) -> int:
        """Return how many would go on if the table ended now; 0 where it eliminates nobody."""
        planned = self._planned(table, whole.table_result())
        if planned.advanced is None:
            # Bots are level at the cut, and extra tables would decide: count with a result in which nobody is level.
            ranked = {bot: -place for place, bot in enumerate(table.seats)}
            planned = self._planned(table, TableResult(ranked))
        return len(going_on(planned))

    def _planned(self, table: Table, result: TableResult) -> PlannedTable:
        """Return the table as the bracket would have it with this result."""
        plan = self._draw.plan(self.results | {table.id: result})
        return next(planned for stage in plan.stages for planned in stage.tables if planned.table.id == table.id)


def certainty_of(cup: Cup, table: Table, blocks: Sequence[StoredMatch], cut: int) -> Certainty | None:
    """Return how certain a table's blocks make it which `cut` bots go on.

    None for a table of fixed length, and for one that eliminates nobody.
    """
    until, whole = cup.match.until, whole_of(blocks)
    if until is None or table.rounds is not None or not whole.result.deals or not 0 < cut < len(whole.seats):
        return None
    if until.between is not None and set(until.between) <= set(whole.seats):
        seats, cut = [whole.seats.index(bot) for bot in until.between], 1
    else:
        seats = list(range(len(whole.seats)))
    evidence = Evidence(len(seats), cut, until, seatings=whole.result.seatings, methods=cup.methods)
    evidence.add([deal[seat] for seat in seats] for deal in whole.result.deals)
    return evidence.certainty()
