"""How a field is cut into tables: how many bots rest, how many tables there are, and how large they are."""

from typing import Final

import msgspec

MOST_SEATS: Final = 8
"""The most seats of a table, in any game."""


class Shape(msgspec.Struct, frozen=True):
    """The tables of one stage. `sizes` are largest first and differ by at most one."""

    byes: int
    sizes: tuple[int, ...]
    advance: int
    """How many go on from each table; 1 in the final."""

    @property
    def next_field(self) -> int:
        """How many bots are left for the next stage."""
        return self.byes + self.advance * len(self.sizes)

    @property
    def final(self) -> bool:
        """Whether this stage leaves one bot alone."""
        return self.next_field == 1

    def places(self, better: int) -> dict[int, int]:
        """Return, by place at a table, the final place that those who do not go on share, behind `better` bots.

        It follows from the sizes alone, so it is known before the stage's other tables are played.

        >>> Shape(byes=0, sizes=(4, 4), advance=2).places(better=4)
        {3: 5, 4: 7}
        """
        found: dict[int, int] = {}
        for place in range(self.advance + 1, self.sizes[0] + 1):
            found[place] = better + 1
            better += sum(size >= place for size in self.sizes)
        return found


def shape(field: int, table_size: int, advance: int) -> Shape:
    """Return the tables for `field` bots, at most `table_size` at each, of which `advance` go on.

    A field that fits one table is the final. Otherwise there are ceil(seated / table_size) tables, and as few bots rest
    as it takes for every table to be larger than `advance`. Tables of two are the standard bracket: 2^ceil(log2 n) - n
    bots rest in the first round, and every later round is full.

    >>> shape(field=14, table_size=4, advance=2)
    Shape(byes=0, sizes=(4, 4, 3, 3), advance=2)
    >>> shape(field=5, table_size=2, advance=1)
    Shape(byes=3, sizes=(2,), advance=1)
    >>> shape(field=4, table_size=4, advance=2).final
    True
    """
    if field <= table_size:
        return Shape(0, (field,), 1)
    byes = (1 << (field - 1).bit_length()) - field if table_size == 2 else 0
    while (sizes := split(field - byes, table_size))[-1] <= advance:
        byes += 1
    return Shape(byes, sizes, advance)


def split(seated: int, table_size: int) -> tuple[int, ...]:
    """Return the sizes of as few tables as seat so many, largest first, differing by at most one.

    >>> split(14, table_size=4)
    (4, 4, 3, 3)
    """
    tables = -(-seated // table_size)
    small, larger = divmod(seated, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)
