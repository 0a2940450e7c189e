"""What every `[[stages]]` table can say, and what a chain asks of each of its formats."""

from collections.abc import Mapping
from typing import Annotated, Protocol

import msgspec

from protocol.text import Said
from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, Plan
from tournaments.formats.shape import MOST_SEATS
from tournaments.formats.tie_break import TieBreak

TableSize = Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class StageFormat(Format, Protocol):
    """A format as its `[[stages]]` table describes it, alone or followed by others.

    `StageKeys` has an answer to everything here that is not in `Format`.
    """

    @property
    def format(self) -> str:
        """The name of the format."""

    @property
    def extra_rounds(self) -> int:
        """Deals of an extra table that breaks a tie."""

    @property
    def extra_limit(self) -> int:
        """Extra tables that a tie gets before seeding decides."""

    @property
    def largest_table(self) -> int:
        """The most seats that one of its tables can have."""

    @property
    def named_bots(self) -> Mapping[str, str]:
        """By key, each bot that the table names; it has to be among the tournament's bots."""

    @property
    def keeps_lines(self) -> bool:
        """Whether the draw tells from which tables the bots of each later table come."""

    def fault(self) -> Said | None:
        """Return why the keys cannot go together whatever the field, naming one of them, or None."""

    def qualifiers(self, count: int) -> int:
        """Return how many of `count` entrants go on to the next format, in the order of the standings."""

    def groups_of(self, entrants: Entrants, plan: Plan) -> Mapping[str, str]:
        """Return bot to the group or last table where it met others by the end of `plan`; empty if all met as one."""

    def cannot_end(self) -> Said | None:
        """Return why the tournament cannot end with this format, or None."""

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        """Return why the format `following`, as in "stages[1]", cannot come after this one of `count` bots, or None."""


class StageKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The keys of every `[[stages]]` table, to which each format adds its own."""

    extra_rounds: Positive = 20
    """Deals of an extra table that breaks a tie."""
    extra_limit: Count = 3
    """Extra tables that a tie gets before seeding decides."""
    format: str
    """Each format narrows this to its own name."""

    @property
    def largest_table(self) -> int:
        return MOST_SEATS

    @property
    def named_bots(self) -> Mapping[str, str]:
        return {}

    @property
    def keeps_lines(self) -> bool:
        return False

    @property
    def tie_break(self) -> TieBreak:
        """How a tie is broken that decides who goes on."""
        return TieBreak(self.extra_rounds, self.extra_limit)

    def fault(self) -> Said | None:
        return None

    def qualifiers(self, count: int) -> int:
        return count

    def groups_of(self, entrants: Entrants, plan: Plan) -> Mapping[str, str]:
        return {}

    def cannot_end(self) -> Said | None:
        return None

    def cannot_lead_to(self, following: str, count: int) -> Said | None:
        if self.qualifiers(count) < 2:
            return Said("format: it leaves one bot, so {following} has nobody to play it", following=following)
        return None


def everybody_advances(table_size: int, advance: int) -> Said | None:
    """Return the fault of a table that would send home nobody, or None."""
    if advance < table_size:
        return None
    return Said(
        "advance: expected less than table_size = {table_size}, got {advance}", table_size=table_size, advance=advance
    )
