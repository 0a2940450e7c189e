"""What leagues share: tables that send everybody on, the standings, and the play-off of a tie that matters."""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from protocol.text import Said
from tournaments.formats import rulings
from tournaments.formats.entrants import Left
from tournaments.formats.leaving import gone
from tournaments.formats.plan import Criterion, League, Plan, PlannedTable, Ruling, Stage, Standing, Table, TableResult
from tournaments.formats.played import Played, result_of
from tournaments.formats.standings import RankedBot, standings
from tournaments.formats.tie_break import TieBreak, decide, unplayed


class Rules(msgspec.Struct, frozen=True):
    """How the standings of a league are made."""

    criteria: tuple[Criterion, ...]
    """In this order they part bots that are level on points."""
    extra: TieBreak
    """How a tie across the cut is played off that only seeding would break, with `extra.limit` tables at most."""
    cut: int
    """How many of each group matter: those that go on, or the first place alone."""
    most_seats: int
    """Of a table that plays a tie off; seeding breaks a tie of more bots."""
    left: Left
    """A bot that left before the league was over is behind all others of it, whatever its points."""


class Group(msgspec.Struct, frozen=True):
    """Bots that are ranked among themselves, best seeding first."""

    title: str
    bots: tuple[str, ...]
    played: tuple[Played, ...]
    free: dict[str, int]
    """Half points for rounds in which a bot rested."""
    annulled: tuple[str, ...] = ()
    """Those of its bots that left and whose results are not in `played`."""


def no_cut(advance: int | None, following: str) -> Said | None:
    """Return the fault of a league that another format follows and that does not say how many go on, or None."""
    if advance is not None:
        return None
    return Said("advance: missing; how many go on to {following}?", following=following)


def rank_table(table: Table, results: Mapping[str, TableResult]) -> PlannedTable:
    """Return a table that sends everybody on, with places by water that level bots share."""
    result = result_of(table, results)
    if result is None:
        return PlannedTable(table)
    found: tuple[Ruling, ...] = ()
    if result.void:
        found = (Ruling.of(table.id, table.seats, "void", rulings.void_in_a_league(table.id)),)
    here = Played.of(table.seats, result)
    places = {bot: 1 + sum(here.compared(other, bot) == 2 for other in table.seats) for bot in table.seats}
    return PlannedTable(table, (), tuple(sorted(table.seats, key=places.__getitem__)), places, found)


def conclude(
    stages: Sequence[Stage], groups: Sequence[Group], rules: Rules, results: Mapping[str, TableResult]
) -> Plan:
    """Return the plan of a league whose stages are drawn, as far as they are played.

    Once all are, the groups are ranked, with the criteria for level bots; a tie across the cut that these leave open is
    played off. Bots with the same place in different groups share it.
    """
    to_play = [it.table for stage in stages for it in stage.tables if it.advanced is None]
    last = stages[-1]
    leagues = [
        League(it.title, it.bots, stages[0].number, last.number, it.free, rules.criteria, annulled=it.annulled)
        for it in groups
    ]
    if to_play:
        return Plan(tuple(stages), tuple(to_play), (), finished=False, leagues=tuple(leagues))
    ranked = [standings(group.bots, group.played, group.free, rules.criteria, f"s{last.number}") for group in groups]
    out = gone(stages, results, rules.left)
    ruled = [*(ruling for _, found in ranked for ruling in found), *_behind(last.number, out, groups)]
    play_offs = _play_offs(last.number + 1, ranked, out, rules, results)
    stages = [*stages[:-1], msgspec.structs.replace(last, rulings=tuple(ruled))]
    if play_offs:
        stages.append(Stage(last.number + 1, "Play-off · 加赛", tuple(play_offs.values())))
    to_play = [table for it in play_offs.values() for table in unplayed(it, results)]
    if to_play:
        return Plan(tuple(stages), tuple(to_play), (), finished=False, leagues=tuple(leagues))
    out = gone(stages, results, rules.left)
    orders = [_order(lines, play_offs.get(number)) for number, (lines, _) in enumerate(ranked)]
    there = [[bot for bot in order if bot not in out] for order in orders]
    behind = [[bot for bot in order if bot in out] for order in orders]
    leagues = [
        msgspec.structs.replace(league, order=(*before, *after))
        for league, before, after in zip(leagues, there, behind, strict=True)
    ]
    places = _standings((there, behind), stages[-1].number)
    return Plan(tuple(stages), (), tuple(places), finished=True, leagues=tuple(leagues))


def _behind(stage: int, out: Collection[str], groups: Sequence[Group]) -> Iterator[Ruling]:
    """Yield the rulings on the bots of the groups that had left."""
    bots = tuple(bot for group in groups for bot in group.bots if bot in out)
    if bots:
        yield Ruling.of(f"s{stage}", bots, "left", rulings.left_a_league(bots))
    annulled = tuple(bot for group in groups for bot in group.annulled)
    if annulled:
        yield Ruling.of(f"s{stage}", annulled, "left", rulings.annulled_in_a_league(annulled))


def _play_offs(
    stage: int,
    ranked: Sequence[tuple[list[RankedBot], list[Ruling]]],
    out: Collection[str],
    rules: Rules,
    results: Mapping[str, TableResult],
) -> dict[int, PlannedTable]:
    """Return, by number of the group, the table of bots level across the cut that only seeding would part."""
    found: dict[int, PlannedTable] = {}
    for number, (lines, ruled) in enumerate(ranked):
        order = [line.name for line in lines if line.name not in out]
        inside, outside = set(order[: rules.cut]), set(order[rules.cut :])
        for ruling in ruled:
            level = tuple(bot for bot in ruling.bots if bot not in out)
            across = inside & set(level) and outside & set(level)
            if ruling.decided_by == "seeding" and across and len(level) <= rules.most_seats and rules.extra.limit:
                table = Table(f"s{stage}t{len(found) + 1}", level, rules.extra.rounds)
                again = TieBreak(rules.extra.rounds, rules.extra.limit - 1)
                found[number] = decide(table, results, len(inside & set(level)), again)
    return found


def _order(lines: Sequence[RankedBot], play_off: PlannedTable | None) -> list[str]:
    """Return a group best first, after its play-off."""
    order = [line.name for line in lines]
    if play_off is not None:
        seats = sorted(order.index(bot) for bot in play_off.places)
        for seat, bot in zip(seats, sorted(play_off.places, key=play_off.places.__getitem__), strict=True):
            order[seat] = bot
    return order


def _standings(parts: Sequence[Sequence[Sequence[str]]], stage: int) -> list[Standing]:
    """Return, of each part in turn, the first of all groups, who share a place, then their second, and so on."""
    found: list[Standing] = []
    for orders in parts:
        for level in itertools.zip_longest(*orders):
            shared = len(found) + 1
            found += [Standing(shared, bot, stage) for bot in level if bot is not None]
    return found
