"""Swiss system, two at a table: each round pairs bots of about equal points that have not met."""

from collections.abc import Mapping, Sequence

import msgspec

from tournaments.formats.cut import TieBreak
from tournaments.formats.league import Group, Rules, conclude, league_table, played
from tournaments.formats.pairing import REST, pair
from tournaments.formats.plan import Plan, Stage, Table, TableResult
from tournaments.formats.standings import Criterion
from tournaments.formats.titles import round_title

CRITERIA: tuple[Criterion, ...] = ("buchholz", "sonneborn-berger", "head-to-head", "water", "seeding")
WIN = 2
"""Half points; a bye is worth as many, and counts as a win in nothing else."""


class Swiss(msgspec.Struct, frozen=True, kw_only=True):
    """The format `swiss`. A round is drawn when the one before it is over."""

    rounds: int | None = None
    """None for ceil(log2 n), after which at most one bot can have won all."""
    advance: int | None = None
    """How many go on to the next format; None where this is the last one."""
    criteria: tuple[Criterion, ...] = CRITERIA
    extra_rounds: int = 20
    extra_limit: int = 3
    first_stage: int = 1
    left: Mapping[str, int] = {}
    """Bots that have left, each with the last stage that was drawn before it did: those after it leave it out."""

    def __post_init__(self) -> None:
        if self.rounds is not None and self.rounds < 1:
            raise ValueError(f"rounds: expected 1 or more, got {self.rounds}")
        if self.advance is not None and self.advance < 1:
            raise ValueError(f"advance: expected 1 or more, got {self.advance}")

    def refuses(self, entrants: int) -> str | None:
        """No more rounds than there are opponents, and more bots than go on."""
        if entrants < 2:
            return f"bots: swiss needs at least 2, got {entrants}"
        if self.rounds is not None and self.rounds > entrants - 1:
            return (
                f"rounds: {entrants} bots can play at most {entrants - 1} rounds without a rematch, got {self.rounds}"
            )
        if self.advance is not None and self.advance >= entrants:
            return f"advance: {self.advance} would go on, but there are only {entrants} bots"
        return None

    def qualifiers(self, entrants: int) -> int:
        """How many go on to the next format."""
        return entrants if self.advance is None else self.advance

    def after(self, first_stage: int, met: Mapping[str, str]) -> "Swiss":
        """This format in a chain."""
        return msgspec.structs.replace(self, first_stage=first_stage)

    def groups_of(self, entrants: Sequence[str]) -> Mapping[str, str]:
        """None: all play in one."""
        return {}

    def plan(self, entrants: Sequence[str], results: Mapping[str, TableResult]) -> Plan:
        """The rounds that can be drawn; the standings after the last.

        A bot that has left keeps its points. Once fewer than two are there, the round that is drawn is the last.
        """
        points = dict.fromkeys(entrants, 0)
        free: dict[str, int] = {}
        met: set[frozenset[str]] = set()
        stages: list[Stage] = []
        seated: list[Table] = []
        for number in range(self.rounds or (len(entrants) - 1).bit_length()):
            stage = self.first_stage + number
            there = [bot for bot in entrants if self.left.get(bot, stage) >= stage]
            if len(there) < 2 and stages:
                break
            drawn, rests = draw(there if len(there) > 1 else entrants, points, met, free)
            tables = [Table(f"s{stage}t{table}", seats) for table, seats in enumerate(drawn, start=1)]
            planned = tuple(league_table(table, results) for table in tables)
            stages.append(Stage(stage, round_title(number + 1), planned, rests))
            seated += tables
            if any(table.advanced is None for table in planned):
                break
            met |= {frozenset(seats) for seats in drawn}
            free |= dict.fromkeys(rests, WIN)
            for it in played(tables, results):
                for bot in it.seats:
                    points[bot] += it.points(bot)
            for bot in rests:
                points[bot] += WIN
        group = Group(tuple(entrants), played(seated, results), free)
        rules = Rules(self.criteria, TieBreak(self.extra_rounds, self.extra_limit), self.advance or 1)
        return conclude(stages, [group], rules, results)


def draw(
    entrants: Sequence[str], points: Mapping[str, int], met: set[frozenset[str]], rested: Mapping[str, int]
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """One round's pairs, seats by seeding, and who rests. `points` are half points."""
    order = sorted(entrants, key=lambda bot: -points[bot])
    number = {bot: at for at, bot in enumerate(order)}
    seed = {bot: at for at, bot in enumerate(entrants)}
    edges = frozenset(tuple(sorted(number[bot] for bot in pair)) for pair in met if pair <= number.keys())
    found = pair(tuple(points[bot] for bot in order), edges, frozenset(number[bot] for bot in rested if bot in number))
    drawn = [(order[one], order[other]) for one, other in found if REST not in (one, other)]
    rests = tuple(order[other] for one, other in found if one == REST)
    return [tuple(sorted(seats, key=seed.__getitem__)) for seats in drawn], rests
