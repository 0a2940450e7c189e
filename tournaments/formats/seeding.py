"""The draw: the order of seeding, and how it is spread over tables."""

import hashlib
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

GroupOf = Mapping[str, Hashable]
"""Bot to its group, whose members are kept apart: the table it comes from, or its author."""


def by_rating(entrants: Sequence[str], ratings: Mapping[str, float]) -> tuple[str, ...]:
    """Return the entrants, best rating first; those without one come last, and equal ones keep the order of entry.

    >>> by_rating(["ann", "bob", "cat"], {"ann": 1500, "cat": 1700})
    ('cat', 'ann', 'bob')
    """
    return tuple(sorted(entrants, key=lambda bot: (bot not in ratings, -ratings.get(bot, 0.0))))


def by_draw(entrants: Sequence[str], salt: bytes) -> tuple[str, ...]:
    """Return a draw that anyone can repeat, ordered by the SHA-256 of `salt`, a zero byte and the bot's UTF-8 name.

    >>> by_draw(["a", "b", "c"], b"salt")
    ('b', 'a', 'c')
    """
    return tuple(sorted(entrants, key=lambda bot: hashlib.sha256(salt + b"\0" + bot.encode()).digest()))


def snake(order: Sequence[str], tables: int) -> list[list[str]]:
    """Deal `order` over `tables` in pots: the first pot from left to right, the next from right to left.

    Every table gets one bot of each full pot (seeds 1…T, T+1…2T, …), so sizes differ by at most one. Tables of two come
    out as the standard bracket: seed i meets seed 2T + 1 - i.

    >>> snake(["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"], tables=2)
    [['s1', 's4', 's5', 's8'], ['s2', 's3', 's6', 's7']]
    """
    return apart(order, tables, {})


def apart(order: Sequence[str], tables: int, groups: GroupOf) -> list[list[str]]:
    """Deal `order` in a snake, changed only to part bots of one group that could be parted.

    A group of up to `tables` bots is split over as many tables, a larger one spread as evenly as pots allow. Bots that
    are in no group are free. Every table still gets one bot of each pot.

    Both can hold at once by König's theorem: pots and groups are the two sides of a bipartite graph, a bot is an edge,
    a table is a colour, and no node has more edges than there are tables.

    >>> apart(["s1", "s2", "s3", "s4"], tables=2, groups={"s1": "ann", "s4": "ann"})
    [['s2', 's4'], ['s1', 's3']]
    """
    drawing = _Colouring(tables)
    met: Counter[Hashable] = Counter()
    for place, bot in enumerate(order):
        pot, across = divmod(place, tables)
        group = groups.get(bot)
        if group is None:
            side: Hashable = ("alone", bot)
        else:
            side = ("group", group, met[group] // tables)
            met[group] += 1
        drawing.add(bot, ("pot", pot), side, across if pot % 2 == 0 else tables - 1 - across)
    seats: list[list[str]] = [[] for _ in range(tables)]
    for bot in order:
        seats[drawing.colour[bot]].append(bot)
    return seats


def part(tables: Sequence[list[str]], pots: Sequence[Sequence[str]], groups: GroupOf, keep: GroupOf) -> None:
    """Exchange bots of one pot between tables, in place, as long as that parts more of one of `groups`.

    Bots that `keep` has apart are not brought together. This grants a second wish after the one that `apart` grants, as
    far as exchanges of two bots lead.
    """
    table_of = {bot: number for number, seats in enumerate(tables) for bot in seats}

    def meets(bot: str, table: int, by: GroupOf, without: str) -> int:
        group = by.get(bot)
        others = (other for other in tables[table] if other not in (bot, without))
        return 0 if group is None else sum(by.get(other) == group for other in others)

    def better(one: str, other: str) -> bool:
        here, there = table_of[one], table_of[other]
        gain = []
        for by in (keep, groups):
            before = meets(one, here, by, other) + meets(other, there, by, one)
            gain.append(before - meets(one, there, by, other) - meets(other, here, by, one))
        return gain[0] >= 0 and gain[1] > 0

    def exchange() -> tuple[str, str] | None:
        """Return the first exchange that helps a bot that meets one of its group."""
        for pot in pots:
            for one in pot:
                if meets(one, table_of[one], groups, one):
                    for other in pot:
                        if table_of[one] != table_of[other] and better(one, other):
                            return one, other
        return None

    while (swap := exchange()) is not None:
        one, other = swap
        here, there = table_of[one], table_of[other]
        tables[here][tables[here].index(one)], tables[there][tables[there].index(other)] = other, one
        table_of[one], table_of[other] = there, here


def bracket_lines(order: Sequence[str], groups: GroupOf) -> list[str]:
    """Return `order`, changed within its tiers so that bots of one group meet late in a bracket of two a table.

    The tiers are 1, 2, 3–4, 5–8, …: within one, every line of the bracket is equally hard. Bots that share a group with
    another choose first, each the line farthest from those of its group, its own if that is as good; the others keep
    theirs unless it was taken.

    >>> bracket_lines(["s1", "s2", "s3", "s4"], {"s1": "ann", "s4": "ann"})  # lines 1 and 4 meet at once
    ['s1', 's2', 's4', 's3']
    """
    slots = 1 << (len(order) - 1).bit_length()
    sizes = Counter(group for group in groups.values() if group is not None)
    lines: dict[int, str] = dict(enumerate(order[:1]))
    for low in (1 << power for power in range(slots.bit_length() - 1)):
        own = dict(zip(order[low : 2 * low], range(low, 2 * low), strict=False))
        free = set(own.values())
        for bot in sorted(own, key=lambda bot: sizes[groups.get(bot)] < 2):
            mates = [line for line, other in lines.items() if bot in groups and groups.get(other) == groups[bot]]
            apart_by = {line: min((_meeting(line, mate, slots) for mate in mates), default=0) for line in free}
            line = max(free, key=lambda line: (apart_by[line], line == own[bot], -line))
            lines[line] = bot
            free.remove(line)
    return [lines[line] for line in range(len(order))]


def _meeting(line: int, other: int, slots: int) -> int:
    """Return the round in which two lines, counted from 0, meet in a bracket of so many slots."""
    met = 0
    while line != other:
        line, other = min(line, slots - 1 - line), min(other, slots - 1 - other)
        slots //= 2
        met += 1
    return met


class _Colouring:
    """A proper edge colouring of a bipartite graph, grown edge by edge, each edge with a colour it would like."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self.colour: dict[str, int] = {}
        self.ends: dict[str, tuple[Hashable, Hashable]] = {}
        self.at: dict[tuple[Hashable, int], str] = {}

    def add(self, edge: str, left: Hashable, right: Hashable, wish: int) -> None:
        """Give `edge` its wish, else the nearest colour free at both ends, else free one along a Kempe chain."""
        taken = (left, wish) in self.at or (right, wish) in self.at
        colour = self._free(left, right, wish) if taken else wish
        self.ends[edge] = (left, right)
        self._paint(edge, colour)

    def _free(self, left: Hashable, right: Hashable, wish: int) -> int:
        nearest = sorted(range(self.colours), key=lambda colour: abs(colour - wish))
        at_left = [colour for colour in nearest if (left, colour) not in self.at]
        at_right = [colour for colour in nearest if (right, colour) not in self.at]
        both = [colour for colour in at_left if colour in at_right]
        if both:
            return both[0]
        self._swap(right, at_left[0], at_right[0])
        return at_left[0]

    def _swap(self, start: Hashable, taken: int, free: int) -> None:
        """Exchange two colours along the chain from `start`, where one is taken and the other is free."""
        chain: list[str] = []
        node, colour = start, taken
        while (edge := self.at.get((node, colour))) is not None:
            chain.append(edge)
            left, right = self.ends[edge]
            node = right if node == left else left
            colour = free if colour == taken else taken
        for edge in chain:
            for end in self.ends[edge]:
                del self.at[end, self.colour[edge]]
        for edge in chain:
            self._paint(edge, free if self.colour[edge] == taken else taken)

    def _paint(self, edge: str, colour: int) -> None:
        self.colour[edge] = colour
        for end in self.ends[edge]:
            self.at[end, colour] = edge
