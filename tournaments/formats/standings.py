"""A league's standings: points over many tables, and the tie-breaks that order bots level on points.

Points are counted in halves, so that they stay whole: at a table a bot gets two for each bot it is ahead of and one for
each it is level with. At tables of two that is the usual 1, ½, 0 times two. Where tables differ in size, points are
scaled by the number of opponents, so that every table is worth the same.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction

import msgspec

from protocol.text import Said
from tournaments.formats import rulings
from tournaments.formats.plan import Criterion, League, LeagueLine, LeagueTable, Ruling, Stage, TableResult
from tournaments.formats.played import Played, without

CRITERIA: tuple[Criterion, ...] = ("head-to-head", "sonneborn-berger", "water", "wins", "seeding")


class RankedBot(msgspec.Struct, frozen=True):
    """A bot's place in a league, which no two share, and its half points, scaled where tables differ in size."""

    place: int
    name: str
    points: int


def standings(
    bots: Sequence[str], played: Sequence[Played], free: Mapping[str, int], order: Sequence[Criterion], where: str
) -> tuple[list[RankedBot], list[Ruling]]:
    """Return the bots in order, and a ruling for every tie on points that says which tie-break settled it.

    `bots` are best seeding first. `free` are half points for rounds in which a bot rested, two for each bye. A bye
    counts as points and, for Buchholz, as an opponent with the bot's own points, so that resting neither helps nor
    harms; it counts for nothing else. A walkover is a table like any other. `where` is what the rulings name.

    >>> tables = [Played({"ann": 4, "bob": -4}, ("ann", "bob")), Played({"cat": 9, "dan": -9}, ("cat", "dan"))]
    >>> lines, rulings = standings(["ann", "bob", "cat", "dan"], tables, free={}, order=["water"], where="s1")
    >>> [(line.place, line.name, line.points) for line in lines]
    [(1, 'cat', 2), (2, 'ann', 2), (3, 'bob', 0), (4, 'dan', 0)]
    >>> rulings[0].words
    'level on points: water: ann 4, cat 9'
    """
    table = _Table(bots, played, free)
    groups = _split(bots, table.points)
    lines: list[RankedBot] = []
    found: list[Ruling] = []
    for group in groups:
        ordered, words = _resolve(group, table, order)
        lines += [RankedBot(len(lines) + at, bot, table.points[bot]) for at, bot in enumerate(ordered, start=1)]
        found += [Ruling.of(where, level, word, _said(word, level, table)) for word, level in words]
    return lines, found


def league_table(league: League, stages: Sequence[Stage], results: Mapping[str, TableResult]) -> LeagueTable:
    """Return the standings of a league as far as its tables are played."""
    tables = [
        planned.table
        for stage in stages
        if league.first_stage <= stage.number <= league.last_stage
        for planned in stage.tables
    ]
    all_played = [
        Played.of(table.seats, results[table.id])
        for table in tables
        if table.id in results and set(table.seats) <= set(league.bots)
    ]
    played = without(all_played, league.annulled)
    criteria = league.criteria
    table = _Table(league.bots, played, league.free)
    lines, _ = standings(league.bots, played, league.free, criteria, "")
    names = league.order or tuple(line.name for line in lines)
    level = {bot: [other for other in league.bots if table.points[other] == table.points[bot]] for bot in names}
    return LeagueTable(
        league.title,
        league.last_stage,
        bool(league.order),
        tuple(
            LeagueLine(place, bot, table.points[bot] / (2 * table.scale), table.figures(bot, level[bot], criteria))
            for place, bot in enumerate(names, start=1)
        ),
    )


def measured(word: Criterion, level: Sequence[str], played: Sequence[Played]) -> dict[str, int | Fraction]:
    """Return a tie-break's value for each of the level bots over `played`, in half points if it counts points."""
    bots = {bot for table in played for bot in table.seats} | set(level)
    measure = _Table(sorted(bots), played, {}).measure(word)
    return {bot: measure(bot, level) for bot in level}


class _Table:
    """The points of a league and its tie-breaks."""

    def __init__(self, bots: Sequence[str], played: Sequence[Played], free: Mapping[str, int]) -> None:
        self.at: dict[str, list[Played]] = {bot: [] for bot in bots}
        for table in played:
            for bot in table.seats:
                self.at[bot].append(table)
        opponents = {len(table.seats) - 1 for table in played}
        self.whole = math.lcm(*opponents)
        self.scale = self.whole // max(opponents, default=1)
        """What half a point at the largest table counts."""
        self.free = free
        self.points = {bot: self.head_to_head(bot) + free.get(bot, 0) * self.whole for bot in bots}

    def head_to_head(self, bot: str, group: Collection[str] | None = None) -> int:
        return sum(it.points(bot, group) * it.weight(self.whole) for it in self.at[bot])

    def buchholz(self, bot: str, _: Collection[str]) -> int:
        met = sum(
            self.points[other] * it.weight(self.whole) for it in self.at[bot] for other in it.seats if other != bot
        )
        rests = self.free.get(bot, 0) // 2
        return met + rests * self.points[bot] * self.whole

    def sonneborn_berger(self, bot: str, _: Collection[str]) -> int:
        return sum(
            it.compared(bot, other) * self.points[other] * it.weight(self.whole)
            for it in self.at[bot]
            for other in it.seats
            if other != bot
        )

    def water(self, bot: str, _: Collection[str]) -> Fraction:
        return sum((it.water(bot) for it in self.at[bot]), Fraction(0))

    def wins(self, bot: str, _: Collection[str]) -> int:
        return sum(it.points(bot) == 2 * (len(it.seats) - 1) for it in self.at[bot])

    def figure(self, word: Criterion, bot: str, level: Collection[str]) -> float:
        """Return a tie-break's value in whole points, water or tables."""
        point = 2 * self.scale
        unit = {"head-to-head": point, "buchholz": point * self.scale, "sonneborn-berger": point**2}.get(word, 1)
        return float(Fraction(self.measure(word)(bot, level)) / unit)

    def figures(self, bot: str, level: Collection[str], order: Sequence[Criterion]) -> dict[str, float]:
        """Return every tie-break of a bot that is level on points with `level`, which includes itself."""
        alone = {"seeding", "head-to-head"} if len(level) == 1 else {"seeding"}
        return {word: round(self.figure(word, bot, level), 4) for word in order if word not in alone}

    def measure(self, word: Criterion) -> Callable[[str, Collection[str]], int | Fraction]:
        """Return the tie-break of that name, which takes a bot and those it is level with; more is better."""
        found: dict[str, Callable[[str, Collection[str]], int | Fraction]] = {
            "head-to-head": self.head_to_head,
            "buchholz": self.buchholz,
            "sonneborn-berger": self.sonneborn_berger,
            "water": self.water,
            "wins": self.wins,
        }
        return found[word]


def _resolve(
    group: list[str], table: _Table, order: Sequence[Criterion]
) -> tuple[list[str], list[tuple[Criterion, list[str]]]]:
    """Return a level group in order, and each tie-break that told bots apart, with the bots it was asked about.

    A part that stays level gets the next tie-break, which looks at that part alone.
    """
    if len(group) < 2:
        return group, []
    for at, word in enumerate(order):
        if word == "seeding":
            break
        measure = table.measure(word)
        parts = _split(group, {bot: measure(bot, group) for bot in group})
        if len(parts) > 1:
            found = [_resolve(part, table, order[at + 1 :]) for part in parts]
            return [bot for ordered, _ in found for bot in ordered], [
                (word, group),
                *(it for _, w in found for it in w),
            ]
    return group, [("seeding", group)]


def _split(bots: Sequence[str], by: Mapping[str, int | Fraction]) -> list[list[str]]:
    """Return groups of equal value, the highest first, each in the order given."""
    return [[bot for bot in bots if by[bot] == value] for value in sorted({by[bot] for bot in bots}, reverse=True)]


def _said(word: Criterion, level: Sequence[str], table: _Table) -> Said:
    if word == "seeding":
        return rulings.seeded_in_a_league(level)
    figures = ", ".join(f"{bot} {table.figure(word, bot, level):g}" for bot in level)
    return rulings.parted_on_points(rulings.DECIDED_BY[word], figures)
