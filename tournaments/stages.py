"""The formats a tournament file can name, and the keys each takes. A further format is one struct and one line here."""

import difflib
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Protocol

import msgspec

from arena.errors import ArenaError
from protocol.typed import convert
from tournaments.formats.elimination import Elimination
from tournaments.formats.plan import Format

TableSize = Annotated[int, msgspec.Meta(ge=2, le=8)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class StageSection(Protocol):
    """The keys of one `[[stages]]` table."""

    @property
    def largest_table(self) -> int:
        """The most seats a table of the stage may have."""

    @property
    def most_extra_deals(self) -> list[int]:
        """The deals of each extra table that a tie may take at most."""

    def fault(self) -> str | None:
        """Why the stage is impossible, naming the key, or None."""

    def build(self) -> Format:
        """The format with these keys."""


class EliminationSection(msgspec.Struct, frozen=True):
    """`format = "elimination"`: the best `advance` of every table go on, until one table decides all."""

    format: Literal["elimination"]
    table_size: TableSize = 4
    advance: Positive = 2
    extra_rounds: Positive = 20
    extra_limit: Count = 3

    @property
    def largest_table(self) -> int:
        return self.table_size

    @property
    def most_extra_deals(self) -> list[int]:
        return [self.extra_rounds] * self.extra_limit

    def fault(self) -> str | None:
        if self.advance >= self.table_size:
            return f"advance: expected less than table_size = {self.table_size}, got {self.advance}"
        return None

    def build(self) -> Format:
        return Elimination(
            table_size=self.table_size,
            advance=self.advance,
            extra_rounds=self.extra_rounds,
            extra_limit=self.extra_limit,
        )


SECTIONS: Final[Mapping[str, type[StageSection]]] = {"elimination": EliminationSection}


def stage_section(data: Mapping[str, Any], source: str) -> StageSection:
    """The keys of one stage, typed. Raises ArenaError or TypedError that begins with `source`."""
    name = data.get("format")
    if name is None:
        raise ArenaError(f"{source}: format: missing; one of {', '.join(SECTIONS)}")
    section = SECTIONS.get(str(name))
    if section is None:
        near = difflib.get_close_matches(str(name), SECTIONS, n=1)
        advice = f'did you mean "{near[0]}"?' if near else f"one of {', '.join(SECTIONS)}"
        raise ArenaError(f'{source}: format: unknown format "{name}"; {advice}')
    stage = convert(data, section, source)
    fault = stage.fault()
    if fault is not None:
        raise ArenaError(f"{source}: {fault}")
    return stage
