"""A finished table as leagues and tie-breaks count it: who was ahead of whom, and by how much."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from tournaments.formats.plan import Table, TableResult


class Played(msgspec.Struct, frozen=True):
    """A finished table that counts. `totals` are None for a void match, at which everybody is level.

    An absent bot is behind everybody who was there, and gets nothing from other absent bots.
    """

    totals: dict[str, int] | None
    """Each bot's water summed over the seatings."""
    seats: tuple[str, ...]
    seatings: int = 1
    absent: tuple[str, ...] = ()

    @classmethod
    def of(cls, seats: Sequence[str], result: TableResult) -> "Played":
        """Return what `result` says of these seats."""
        if result.void:
            return cls(None, tuple(seats), absent=result.absent)
        return cls(result.totals, tuple(seats), result.seatings, result.absent)

    def water(self, bot: str) -> Fraction:
        """Return the exact water of `bot`, 0 if it was absent."""
        if self.totals is None or bot in self.absent:
            return Fraction(0)
        return Fraction(self.totals[bot], self.seatings)

    def points(self, bot: str, among: Collection[str] | None = None) -> int:
        """Return the half points of `bot` at this table, counted against `among` only if that is given."""
        return sum(
            self.compared(bot, other) for other in self.seats if other != bot and (among is None or other in among)
        )

    def weight(self, whole: int) -> int:
        """Return the factor that makes the table worth 2 × `whole`, a multiple of any number of opponents."""
        return whole // (len(self.seats) - 1)

    def compared(self, bot: str, other: str) -> int:
        """Return 2 if `bot` is ahead of `other`, 1 if they are level, 0 if it is behind."""
        if bot in self.absent or other in self.absent:
            return 0 if bot in self.absent else 2
        if self.totals is None or self.totals[bot] == self.totals[other]:
            return 1
        return 2 if self.totals[bot] > self.totals[other] else 0


def result_of(table: Table, results: Mapping[str, TableResult]) -> TableResult | None:
    """Return the result of `table`, or None if there is none yet.

    Raises ValueError when the result belongs to other bots: a table was played again and what followed was kept.
    """
    result = results.get(table.id)
    if result is not None and not result.void and result.totals.keys() != set(table.seats):
        raise ValueError(f"{table.id}: the result is of {sorted(result.totals)}, the table of {sorted(table.seats)}")
    return result


def played(tables: Sequence[Table], results: Mapping[str, TableResult]) -> tuple[Played, ...]:
    """Return those of `tables` that have a result."""
    return tuple(
        Played.of(table.seats, result) for table in tables if (result := result_of(table, results)) is not None
    )


def without(played: Sequence[Played], bots: Collection[str]) -> tuple[Played, ...]:
    """Return the tables as they count without these bots: a table at which fewer than two are left does not.

    >>> without([Played({"ann": 2, "bob": 1, "cat": -3}, ("ann", "bob", "cat"))], ["ann"])[0].seats
    ('bob', 'cat')
    >>> without([Played({"ann": 2, "bob": -2}, ("ann", "bob"))], ["ann"])
    ()
    """
    left = (
        msgspec.structs.replace(table, seats=tuple(bot for bot in table.seats if bot not in bots)) for table in played
    )
    return tuple(table for table in left if len(table.seats) > 1)
