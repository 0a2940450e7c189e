"""What a format says: from entrants and results, which tables there are and who goes on.

A format is pure. It is asked again from the start after every result, and the same results give the same plan, in
whatever order they came; so nothing about a bracket is ever stored but its results.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from protocol.text import Said
from tournaments.formats import rulings
from tournaments.formats.entrants import Entrants

Criterion = Literal["head-to-head", "buchholz", "sonneborn-berger", "water", "wins", "seeding"]
"""head-to-head: points at tables among those who are level. buchholz: the points of all whom it met.
sonneborn-berger: those of all it was ahead of, and half of those it was level with. water: over all its tables. wins:
tables at which it was alone in front. seeding: always the last."""


class Table(msgspec.Struct, frozen=True):
    """One table to play. `id` follows from stage and table, as in "s2t1"; `seats` are bots, best seeding first."""

    id: str = msgspec.field(name="match")
    seats: tuple[str, ...]
    rounds: int | None = None
    """Deals to play where it is not the tournament's own number: an extra table that breaks a tie."""


class TableResult(msgspec.Struct, frozen=True):
    """A finished table: each bot's exact water over all seatings and how many seatings that was.

    A match that could not be played at all (`referee-lost`) is void: no totals, and the better seeding goes on.
    """

    totals: dict[str, int]
    seatings: int = 1
    void: bool = False
    absent: tuple[str, ...] = ()
    """Those seated who had left: behind all who played, and ahead of nobody."""


class Ruling(msgspec.Struct, frozen=True):
    """What settled something that water alone did not: a tie, a match that could not be played, a bot that left."""

    where: str = msgspec.field(name="match")
    """The id of the table, or the stage for the standings of a league, as in "s5"."""
    bots: tuple[str, ...]
    decided_by: str
    """A word of `rulings.DECIDED_BY`."""
    words: str
    """In English; `said` is for other languages."""

    @classmethod
    def of(cls, where: str, bots: Sequence[str], decided_by: str, said: Said) -> "Ruling":
        """Return the ruling that says so."""
        return cls(where, tuple(bots), decided_by, str(said))

    @property
    def said(self) -> Said:
        """The sentence of `words` and what fills its holes."""
        return rulings.said(self.words)


class PlannedTable(msgspec.Struct, frozen=True):
    """A table in its stage: whether it is decided, and then who goes on and every bot's place at it (1 best)."""

    table: Table
    extra: tuple[Table, ...] = ()
    advanced: tuple[str, ...] | None = None
    """None until it is decided. Who had left is never among them: the place it would take in a bracket stays empty."""
    places: dict[str, int] = {}
    rulings: tuple[Ruling, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """One round of a bracket."""

    number: int
    title: str
    tables: tuple[PlannedTable, ...]
    byes: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    """What decided ties in the standings of a league, after its last stage."""


class Standing(msgspec.Struct, frozen=True):
    """A bot's final place (competition ranking: shared places leave a gap) and the stage it reached."""

    place: int
    name: str
    stage: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A bot's line in the standings of a league.

    Points are as many as a win at the largest table is worth one; a bye is worth a win. `criteria` are the tie-breaks
    in their order, in points too, or in water or tables; without those that say nothing of a bot that is level with
    nobody.
    """

    place: int
    name: str
    points: float
    criteria: dict[str, float]


class LeagueTable(msgspec.Struct, frozen=True):
    """The standings of a league or of one of its groups, after `stage`; interim ones while it is not `finished`."""

    title: str
    stage: int
    finished: bool
    lines: tuple[LeagueLine, ...]


class League(msgspec.Struct, frozen=True):
    """Bots that are ranked among themselves, best seeding first, at the tables of some stages."""

    title: str
    bots: tuple[str, ...]
    first_stage: int
    last_stage: int
    """The last one drawn so far."""
    free: dict[str, int]
    """Half points for rounds in which a bot rested."""
    criteria: tuple[Criterion, ...]
    order: tuple[str, ...] = ()
    """Best first, once it is over."""


class Plan(msgspec.Struct, frozen=True):
    """The whole bracket as far as the results reach."""

    stages: tuple[Stage, ...]
    to_play: tuple[Table, ...]
    """Tables that can be played now, in schedule order."""
    standings: tuple[Standing, ...]
    """All entrants, once `finished`; before that those who are out."""
    finished: bool
    leagues: tuple[League, ...] = ()

    @property
    def present(self) -> Stage:
        """The stage that is played: the first with a table that is not decided. A league draws all of its at once."""
        undecided = (stage for stage in self.stages if any(it.advanced is None for it in stage.tables))
        return next(undecided, self.stages[-1])


class Format(Protocol):
    """One way to find a winner."""

    def refuses(self, count: int) -> Said | None:
        """Return why it cannot be played by `count` entrants, naming the key to change, or None."""

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the plan for `entrants` after the results so far, by table id."""
