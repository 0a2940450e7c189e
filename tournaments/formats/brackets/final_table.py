"""A final table: all who are left at one table, which ranks them."""

from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.plan import Plan, TableResult


class FinalTable(msgspec.Struct, frozen=True, kw_only=True):
    """The format `final-table`: an elimination that is nothing but its final."""

    extra_rounds: int = 20
    extra_limit: int = 3
    first_stage: int = 1

    def refuses(self, entrants: int) -> str | None:
        """A table has two to eight seats."""
        return None if 2 <= entrants <= 8 else f"bots: a final table seats 2 to 8, got {entrants}"

    def qualifiers(self, entrants: int) -> int:
        """All of it, should anything follow."""
        return entrants

    def after(self, first_stage: int, met: Mapping[str, str]) -> "FinalTable":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage)

    def groups_of(self, entrants: Sequence[str], plan: Plan) -> Mapping[str, str]:
        """None: all play in one."""
        return {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """One table; a tie for the first place is played off."""
        form = Elimination(
            table_size=len(entrants),
            advance=1,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
            first_stage=self.first_stage,
        )
        return form.plan(entrants, results)
