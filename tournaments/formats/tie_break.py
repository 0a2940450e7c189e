"""Who goes on from one table: by water, then tie-breaks in a chosen order, an extra table among them, then seeding."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from protocol.text import Said
from tournaments.formats import rulings
from tournaments.formats.leaving import absent_at
from tournaments.formats.plan import Criterion, PlannedTable, Ruling, Table, TableResult
from tournaments.formats.played import Played, result_of
from tournaments.formats.standings import measured

TieWord = Criterion | Literal["extra-rounds"]
Score = tuple[int | Fraction, ...]


class TieBreak(msgspec.Struct, frozen=True):
    """How a tie across the cut is broken: in `order`, with at most `limit` extra tables of `rounds` deals each."""

    rounds: int
    limit: int
    order: tuple[TieWord, ...] = ("extra-rounds", "seeding")
    """Seeding is last, named or not. All but extra rounds look at the stages before: "wins" are tables won there."""


def decide(
    table: Table,
    results: Mapping[str, TableResult],
    cut: int,
    tie_break: TieBreak,
    history: Sequence[Played] = (),
) -> PlannedTable:
    """Return the table as far as its results reach; the best `cut` of it go on.

    Bots level across the cut are told apart by `tie_break`, each step looking at those still level. An extra table has
    the same seats, so that all get the same deals, but only the water of level bots counts. `history` are the tables of
    the stages before. Bots level on one side of the cut are put in order of seeding. Each of these leaves a ruling.

    >>> table = Table("s1t1", ("ann", "bob", "cat", "dan"))
    >>> water = {"s1t1": TableResult({"ann": 3, "bob": 9, "cat": 3, "dan": -15})}
    >>> decide(table, water, cut=2, tie_break=TieBreak(rounds=20, limit=1)).extra
    (Table(id='s1t1x1', seats=('ann', 'bob', 'cat', 'dan'), rounds=20),)
    >>> decide(table, water, cut=2, tie_break=TieBreak(rounds=20, limit=0)).advanced
    ('bob', 'ann')
    """
    result = result_of(table, results)
    if result is None:
        return PlannedTable(table)
    if result.void:
        there = {bot: (int(bot not in result.absent),) for bot in table.seats}
        ruling = Ruling.of(table.id, table.seats, "seeding", rulings.void_at_the_cut(table.id))
        return _settled(PlannedTable(table, rulings=(ruling,)), cut, there, results)
    contest = _Contest(table, {bot: (result.totals[bot],) for bot in table.seats}, cut)
    for word in tie_break.order:
        if word == "seeding" or not contest.level:
            break
        if word != "extra-rounds":
            contest.compare(word, rulings.DECIDED_BY[word], measured(word, contest.level, history))
        elif contest.play_extra(results, tie_break):
            return PlannedTable(table, tuple(contest.extra))
    if contest.level:
        said = rulings.seeded_at_the_cut(contest.level, len(contest.extra))
        contest.rulings.append(Ruling.of(table.id, contest.level, "seeding", said))
    contest.rulings += [
        Ruling.of(table.id, group, "seeding", rulings.seeded_away_from_the_cut(group))
        for group in _level_groups(table.seats, contest.score)
        if group != contest.level
    ]
    decided = PlannedTable(table, tuple(contest.extra), rulings=tuple(contest.rulings))
    return _settled(decided, cut, contest.score, results)


def through(planned: PlannedTable, cut: int) -> list[str]:
    """Return who takes the table's `cut` places in a bracket once it is decided, including bots that had left."""
    return [bot for bot, place in planned.places.items() if place <= cut]


class _Contest:
    """Bots at a table being told apart by their scores, to which every step adds a figure for those still level."""

    def __init__(self, table: Table, score: dict[str, Score], cut: int) -> None:
        self._table, self._cut, self.score = table, cut, score
        self.level = _level_across(table.seats, score, cut)
        self.extra: list[Table] = []
        self.rulings: list[Ruling] = []

    def compare(self, word: str, step: Said, values: Mapping[str, int | Fraction]) -> None:
        """Take one step: the higher value is ahead. Leave a ruling if that tells bots apart across the cut."""
        before = self.level
        for bot in before:
            self.score[bot] += (values[bot],)
        self.level = _level_across(self._table.seats, self.score, self._cut)
        if self.level != before:
            figures = ", ".join(f"{bot} {_figure(values[bot])}" for bot in before)
            said = rulings.parted_at_the_cut(step, figures, self.level)
            self.rulings.append(Ruling.of(self._table.id, before, word, said))

    def play_extra(self, results: Mapping[str, TableResult], tie_break: TieBreak) -> bool:
        """Add extra tables as long as they are needed and allowed; return whether one is still to be played."""
        while self.level and len(self.extra) < tie_break.limit:
            extra = f"{self._table.id}x{len(self.extra) + 1}"
            self.extra.append(Table(extra, self._table.seats, tie_break.rounds))
            played = result_of(self.extra[-1], results)
            if played is None:
                return True
            if not played.void:
                water = {bot: Fraction(played.totals[bot], played.seatings) for bot in self.level}
                self.compare("extra-rounds", rulings.extra_rounds(extra), water)
        return False


def unplayed(planned: PlannedTable, results: Mapping[str, TableResult]) -> list[Table]:
    """Return which of a table and its extra tables have no result yet."""
    return [table for table in (planned.table, *planned.extra) if result_of(table, results) is None]


def _settled(
    planned: PlannedTable, cut: int, score: Mapping[str, Score], results: Mapping[str, TableResult]
) -> PlannedTable:
    order = _ranked(planned.table.seats, score)
    places = {bot: place for place, bot in enumerate(order, 1)}
    absent = absent_at(planned, results)
    advanced = tuple(bot for bot in order[:cut] if bot not in absent)
    return msgspec.structs.replace(planned, advanced=advanced, places=places)


def _ranked(seats: Sequence[str], score: Mapping[str, Score]) -> list[str]:
    """Return the seats, best first; equal ones stay in their order, which is that of seeding."""
    return sorted(seats, key=lambda bot: score.get(bot, ()), reverse=True)


def _level_groups(seats: Sequence[str], score: Mapping[str, Score]) -> list[tuple[str, ...]]:
    """Return the groups of two or more that only seeding tells apart, best first."""
    groups: dict[Score, list[str]] = {}
    for bot in _ranked(seats, score):
        groups.setdefault(score[bot], []).append(bot)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _level_across(seats: Sequence[str], score: Mapping[str, Score], cut: int) -> tuple[str, ...]:
    """Return the bots that are level with each other across the cut; none if the cut is clear."""
    order = _ranked(seats, score)
    if len(order) <= cut or score[order[cut - 1]] != score[order[cut]]:
        return ()
    return tuple(bot for bot in order if score[bot] == score[order[cut]])


def _figure(value: int | Fraction) -> str:
    """Return exact water or a count for a person to read: a whole number, or four decimals."""
    return f"{int(value):+d}" if value == int(value) else f"{float(value):+.4f}"
