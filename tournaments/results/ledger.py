"""Which tables are decided: the bracket's results, gathered from the matches that were played for them.

A table is one match, or with `until` several in a row, its blocks: the next one is played until it is clear enough who
goes on, or until the limit. Where nobody is left behind (in a league), and for extra tables, one block is all.
"""

from collections.abc import Iterable, Sequence

from tournaments.cup.cup import Cup, Draw, going_on
from tournaments.cup.sequential import Certainty, Evidence
from tournaments.formats.plan import Plan, PlannedTable, Table, TableResult
from tournaments.store.interventions import last_stages
from tournaments.store.matches import StoredMatch, whole_of
from tournaments.store.store import Store


class Ledger:
    """The blocks played at each table, and the results of those that are over."""

    def __init__(self, cup: Cup, draw: Draw) -> None:
        self._cup = cup
        self._draw = draw
        self.blocks: dict[str, list[StoredMatch]] = {}
        """By table, in the order played."""
        self.results: dict[str, TableResult] = {}
        self.certainties: dict[str, Certainty] = {}
        """By table, what its blocks say by now; tables of fixed length are left out."""
        self.surplus: list[StoredMatch] = []
        """Blocks for which there was no need: their table was over before."""

    @classmethod
    def of(cls, store: Store, matches: Iterable[StoredMatch] | None = None) -> "Ledger":
        """The ledger of what is stored, or of `matches` of it alone.

        Raises ValueError when a result belongs to other bots than its table seats.
        """
        cup = store.cup()
        ledger = cls(cup, cup.draw(store.header().commitment, last_stages(store.decisions())))
        try:
            ledger._enter(store.matches() if matches is None else matches)
        except ValueError as error:
            advice = "it was altered, or drawn by an arena that draws otherwise"
            raise ValueError(f"{error}; {advice}") from None
        return ledger

    def _enter(self, matches: Iterable[StoredMatch]) -> None:
        """Table by table, as the bracket asks for them."""
        waiting: dict[str, list[StoredMatch]] = {}
        for match in sorted(matches, key=lambda match: match.block):
            waiting.setdefault(match.match, []).append(match)
        plan = self.plan()
        while ready := [table for table in plan.to_play if table.id in waiting]:
            for table in ready:
                for match in waiting.pop(table.id):
                    self.add(table, match)
            plan = self.plan()
        for name, blocks in waiting.items():  # the bracket does not ask for them (yet)
            self.blocks[name] = blocks

    def plan(self) -> Plan:
        """The bracket as far as its tables are over."""
        return self._draw.plan(self.results)

    def add(self, table: Table, match: StoredMatch) -> None:
        """Enter a block; its table may be over with it."""
        if table.id in self.results:
            self.surplus.append(match)
            return
        blocks = self.blocks.setdefault(table.id, [])
        blocks.append(match)
        if self._over(table, blocks):
            self.results[table.id] = whole_of(blocks).table_result()

    def played(self, table: str) -> int:
        """Deals played at the table so far."""
        return sum(len(match.result.deals) for match in self.blocks.get(table, ()))

    def whole(self) -> dict[str, StoredMatch]:
        """By table, all its blocks as one."""
        return {name: whole_of(blocks) for name, blocks in self.blocks.items()}

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
        """How many would go on if the table ended so; 0 where nobody is left behind."""
        planned = self._planned(table, whole.table_result())
        if planned.advanced is None:
            # Level across the cut, which extra tables would break: how many go on shows when nobody is level.
            ranked = {bot: -place for place, bot in enumerate(table.seats)}
            planned = self._planned(table, TableResult(ranked))
        return len(going_on(planned))

    def _planned(self, table: Table, result: TableResult) -> PlannedTable:
        """What the bracket makes of the table with this result."""
        plan = self._draw.plan(self.results | {table.id: result})
        return next(planned for stage in plan.stages for planned in stage.tables if planned.table.id == table.id)


def certainty_of(cup: Cup, table: Table, blocks: Sequence[StoredMatch], cut: int) -> Certainty | None:
    """What a table's blocks say of who the `cut` are that go on; None where it is of fixed length, or nobody stays."""
    until, whole = cup.match.until, whole_of(blocks)
    if until is None or table.rounds is not None or not whole.result.deals or not 0 < cut < len(whole.seats):
        return None
    evidence = Evidence(len(whole.seats), cut, until)
    evidence.add(whole.result.deals)
    return evidence.certainty()
