"""What a format makes of entrants and results: the tables there are, who goes on, and the standings.

A format is pure. After every result it plans again from the start, and the same results give the same plan whatever
their order, so nothing about a bracket is stored but its results.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from protocol.text import Said
from tournaments.formats import rulings
from tournaments.formats.entrants import Entrants

Criterion = Literal["head-to-head", "buchholz", "sonneborn-berger", "water", "wins", "seeding"]
"""head-to-head: points against the bots it is level with. buchholz: the points of all it met. sonneborn-berger: the
points of all it was ahead of, and half the points of those it was level with. water: over all its tables. wins: tables
at which it was alone in front. seeding: always last."""


class Table(msgspec.Struct, frozen=True):
    """One table to play.

    `id` follows from stage and table, as in "s2t1", and from the extra table, as in "s2t1x1". `seats` are bots, best
    seeding first.
    """

    id: str = msgspec.field(name="match")
    seats: tuple[str, ...]
    rounds: int | None = None
    """Deals to play at an extra table, which breaks a tie; None for the tournament's own number."""


class TableResult(msgspec.Struct, frozen=True):
    """A finished table: each bot's water summed over all seatings, and how many seatings there were.

    A match that could not be played at all (`referee-lost`) is void: it has no totals, and the better seeding goes on.
    """

    totals: dict[str, int]
    seatings: int = 1
    void: bool = False
    absent: tuple[str, ...] = ()
    """The seated bots that had left: behind all that played, and ahead of nobody."""


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
    """A table in its stage. Once it is decided: who goes on, and every bot's place at it (1 is best)."""

    table: Table
    extra: tuple[Table, ...] = ()
    advanced: tuple[str, ...] | None = None
    """None until it is decided. A bot that had left is never among them; its place in a bracket stays empty."""
    places: dict[str, int] = {}
    rulings: tuple[Ruling, ...] = ()


class Stage(msgspec.Struct, frozen=True):
    """One round of a bracket or a league."""

    number: int
    title: str
    tables: tuple[PlannedTable, ...]
    byes: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    """What settled ties in the standings of a league, after its last stage."""


class Standing(msgspec.Struct, frozen=True):
    """A bot's final place and the stage it reached. A shared place leaves a gap after it: 1, 2, 2, 4."""

    place: int
    name: str
    stage: int


class LeagueLine(msgspec.Struct, frozen=True):
    """A bot's line in the standings of a league.

    A win against one bot at the largest table is a point, and so is a bye. `criteria` are the tie-breaks in their
    order, in points, water or tables, without those that say nothing of a bot level with nobody.
    """

    place: int
    name: str
    points: float
    criteria: dict[str, float]


class LeagueTable(msgspec.Struct, frozen=True):
    """The standings of a league or one of its groups after `stage`; interim ones until it is `finished`."""

    title: str
    stage: int
    finished: bool
    lines: tuple[LeagueLine, ...]


class League(msgspec.Struct, frozen=True):
    """Bots ranked among themselves, best seeding first, by the tables of some stages."""

    title: str
    bots: tuple[str, ...]
    first_stage: int
    last_stage: int
    """The last one that is drawn so far."""
    free: dict[str, int]
    """Half points for rounds in which a bot rested."""
    criteria: tuple[Criterion, ...]
    order: tuple[str, ...] = ()
    """Best first, once it is over."""
    annulled: tuple[str, ...] = ()
    """Those of the bots that left and whose results do not count."""


class Plan(msgspec.Struct, frozen=True):
    """The whole tournament, or one format of it, as far as the results reach."""

    stages: tuple[Stage, ...]
    to_play: tuple[Table, ...]
    """The tables that can be played now, in schedule order."""
    standings: tuple[Standing, ...]
    """All entrants once `finished`, before that those that are out."""
    finished: bool
    leagues: tuple[League, ...] = ()

    @property
    def present(self) -> Stage:
        """The stage that is being played: the first with an undecided table. A league may have drawn all at once."""
        undecided = (stage for stage in self.stages if any(it.advanced is None for it in stage.tables))
        return next(undecided, self.stages[-1])


class Format(Protocol):
    """A way to find a winner."""

    def refuses(self, count: int) -> Said | None:
        """Return why `count` entrants cannot play it, naming the key to change, or None."""

    def plan(self, entrants: Entrants, results: Mapping[str, TableResult]) -> Plan:
        """Return the plan for `entrants` after the results so far, by table id."""
