"""A final table: everybody who is left at one table, which ranks them."""

from collections.abc import Mapping
from typing import Literal

from protocol.text import Said
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.entrants import Entrants
from tournaments.formats.keys import StageKeys
from tournaments.formats.plan import Plan, TableResult
from tournaments.formats.shape import MOST_SEATS


class FinalTable(StageKeys, frozen=True, kw_only=True):
    """The format `final-table`: an elimination that is nothing but its final."""

    format: Literal["final-table"] = "final-table"

    def refuses(self, count: int) -> Said | None:
        """Return a reason if `count` bots do not fit one table."""
        if 2 <= count <= MOST_SEATS:
            return None
        return Said("bots: a final table seats 2 to {most}, got {count}", most=MOST_SEATS, count=count)

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        return Said(
            "format: a final table ranks everybody for good, so {following} cannot follow it", following=following
        )

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the one table; a tie for the first place is played off."""
        bots = entrants.bots
        form = Elimination(
            table_size=len(bots), advance=1, extra_rounds=self.extra_rounds, extra_limit=self.extra_limit
        )
        return form.plan(Entrants(bots, first_stage=entrants.first_stage), results)
