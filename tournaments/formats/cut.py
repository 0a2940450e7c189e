"""Who goes on from one table: water, then a bounded number of extra tables, then the better seeding."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from tournaments.formats.plan import PlannedTable, Ruling, Table, TableResult


class TieBreak(msgspec.Struct, frozen=True):
    """How a tie across the cut is broken: at most `limit` extra tables of `rounds` deals, then seeding."""

    rounds: int
    limit: int


def decide(table: Table, results: Mapping[str, TableResult], cut: int, tie_break: TieBreak) -> PlannedTable:
    """The table as far as its results reach, the best `cut` of it advancing.

    Bots level across the cut meet once more, at an extra table of the same seats (so that the deal is the same for all)
    where only their own water counts, until the cut is clear or `tie_break.limit` is reached; then the better seeding
    goes on. Bots level on one side of the cut are put in order by seeding. Each of these leaves a Ruling.
    """
    result = result_of(table, results)
    if result is None:
        return PlannedTable(table)
    if result.void:
        words = f"{table.match} could not be played: the better seeding goes on"
        return _settled(table, (), cut, {}, [Ruling(table.match, table.seats, "seeding", words)])

    score: dict[str, tuple[int, ...]] = {bot: (result.totals[bot],) for bot in table.seats}
    level = _level_across(table.seats, score, cut)
    extra: list[Table] = []
    rulings: list[Ruling] = []
    while level and len(extra) < tie_break.limit:
        extra.append(Table(f"{table.match}x{len(extra) + 1}", table.seats, tie_break.rounds))
        played = result_of(extra[-1], results)
        if played is None:
            return PlannedTable(table, tuple(extra))
        if played.void:
            continue
        for bot in level:
            score[bot] += (played.totals[bot],)
        before, level = level, _level_across(table.seats, score, cut)
        if level != before:
            rulings.append(_by_extra(table.match, before, level, played))
    if level:
        rulings.append(_by_seeding(table.match, level, len(extra)))
    rulings += [_order_only(table.match, group) for group in _level_groups(table.seats, score) if group != level]
    return _settled(table, tuple(extra), cut, score, rulings)


def result_of(table: Table, results: Mapping[str, TableResult]) -> TableResult | None:
    """The result of `table` if there is one.

    Raises ValueError when the result belongs to other bots: a table was played again and what followed was kept.
    """
    result = results.get(table.match)
    if result is not None and not result.void and result.totals.keys() != set(table.seats):
        raise ValueError(f"{table.match}: the result is of {sorted(result.totals)}, the table of {sorted(table.seats)}")
    return result


def unplayed(planned: PlannedTable, results: Mapping[str, TableResult]) -> list[Table]:
    """What of a table, itself or the last extra one, has no result yet."""
    return [table for table in (planned.table, *planned.extra) if result_of(table, results) is None]


def _settled(
    table: Table, extra: tuple[Table, ...], cut: int, score: Mapping[str, tuple[int, ...]], rulings: list[Ruling]
) -> PlannedTable:
    order = _ranked(table.seats, score)
    places = {bot: place for place, bot in enumerate(order, 1)}
    return PlannedTable(table, extra, tuple(order[:cut]), places, tuple(rulings))


def _ranked(seats: Sequence[str], score: Mapping[str, tuple[int, ...]]) -> list[str]:
    """Best first; equal ones stay in the order of the seats, which is that of seeding."""
    return sorted(seats, key=lambda bot: score.get(bot, ()), reverse=True)


def _level_groups(seats: Sequence[str], score: Mapping[str, tuple[int, ...]]) -> list[tuple[str, ...]]:
    """The groups of two or more that nothing but seeding tells apart, best first."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for bot in _ranked(seats, score):
        groups.setdefault(score[bot], []).append(bot)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def _level_across(seats: Sequence[str], score: Mapping[str, tuple[int, ...]], cut: int) -> tuple[str, ...]:
    """The bots that are level with each other on both sides of the cut; nobody when the cut is clear."""
    order = _ranked(seats, score)
    if len(order) <= cut or score[order[cut - 1]] != score[order[cut]]:
        return ()
    return tuple(bot for bot in order if score[bot] == score[order[cut]])


def _by_extra(match: str, before: Sequence[str], level: Sequence[str], played: TableResult) -> Ruling:
    water = ", ".join(f"{bot} {_water(played.totals[bot], played.seatings)}" for bot in before)
    still = f"; {', '.join(level)} still level" if level else ""
    return Ruling(
        match, tuple(before), "extra-rounds", f"level at the cut; extra rounds {played.match}: {water}{still}"
    )


def _by_seeding(match: str, level: Sequence[str], extra: int) -> Ruling:
    after = f" after {extra} extra table{'s' if extra > 1 else ''}" if extra else ""
    return Ruling(match, tuple(level), "seeding", f"level at the cut{after}: in order of seeding, {', '.join(level)}")


def _order_only(match: str, group: tuple[str, ...]) -> Ruling:
    words = f"level, but not across the cut: placed in order of seeding, {', '.join(group)}"
    return Ruling(match, group, "seeding", words)


def _water(total: int, seatings: int) -> str:
    """Exact water as a person reads it: a whole number, or four decimals."""
    water = Fraction(total, seatings)
    return f"{int(water):+d}" if water.denominator == 1 else f"{float(water):+.4f}"
