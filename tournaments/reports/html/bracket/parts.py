"""The parts of a bracket: boxes of bots in bands of columns, and the links between boxes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from protocol.text import Said
from tournaments.formats.plan import Plan, PlannedTable, Stage
from tournaments.formats.titles import double_title
from tournaments.reports.labels import is_for_third_place
from tournaments.reports.words import title

Kind = Literal["rounds", "bracket", "double"]
Side = Literal["winners", "losers"]
_SIDES: Final = {
    "winners": re.compile(r"Winners' round (\d+)"),
    "losers": re.compile(r"Losers' round (\d+)"),
}
_GRAND_FINAL: Final = "Grand final"


class Box(NamedTuple):
    """A table, or bots with a bye if `planned` is None. Columns count from 0; bots are in no order."""

    column: int
    bots: tuple[str, ...]
    planned: PlannedTable | None = None
    third: bool = False
    """Whether it is the match for third place."""
    fallen: frozenset[str] = frozenset()
    """Bots that just dropped from the winners' bracket."""


class Link(NamedTuple):
    """A bot's way from one box of a part to another, by their numbers."""

    bot: str
    source: int
    target: int


class Band(NamedTuple):
    """Boxes drawn in columns of their own, by number, and the columns' headings."""

    boxes: tuple[int, ...]
    headings: dict[int, Said | str]


class Part(NamedTuple):
    """Stages drawn together: the rounds of leagues, a bracket, or a bracket of winners above that of losers."""

    kind: Kind
    duels: bool
    """Whether no table seats more than two."""
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]
    bands: tuple[Band, ...]


def parts_of(plan: Plan) -> list[Part]:
    """Return the parts of a plan in order. Nothing links two parts."""
    return [_part(kind, list(stages)) for kind, stages in groupby(plan.stages, key=_kind)]


def _kind(stage: Stage) -> Kind:
    """Tell a league by its tables, from which everybody goes on."""
    if any(side.search(stage.title) for side in _SIDES.values()) or stage.title.startswith(_GRAND_FINAL):
        return "double"
    decided = [planned for planned in stage.tables if planned.advanced is not None]
    league = decided and all(set(planned.advanced or ()) == set(planned.table.seats) for planned in decided)
    return "rounds" if league else "bracket"


def _part(kind: Kind, stages: Sequence[Stage]) -> Part:
    duels = all(len(planned.table.seats) <= 2 for stage in stages for planned in stage.tables)
    placed = list(
        _double(stages, apart=duels) if kind == "double" else _single(stages, apart=duels and kind == "bracket")
    )
    boxes = tuple(box for _, box in placed)
    sides = [side for side, _ in placed]
    bands = tuple(_band(stages, boxes, sides, side) for side in dict.fromkeys(sides))
    links = () if kind == "rounds" else tuple(_links(stages, boxes, sides))
    return Part(kind, duels, boxes, links, bands)


def _single(stages: Iterable[Stage], *, apart: bool) -> Iterator[tuple[Side, Box]]:
    """Yield the boxes of stages of one band; with `apart`, each bye has a box of its own."""
    for column, stage in enumerate(stages):
        yield from (("winners", box) for box in _byes(column, stage.byes, apart=apart))
        for planned in stage.tables:
            yield "winners", Box(column, planned.table.seats, planned, is_for_third_place(stage, planned))


def _double(stages: Iterable[Stage], *, apart: bool) -> Iterator[tuple[Side, Box]]:
    """Yield the boxes of a double elimination. A bot that failed to advance is among the losers from then on."""
    lost: set[str] = set()
    below: set[str] = set()
    for column, stage in enumerate(stages):
        final = stage.title.startswith(_GRAND_FINAL)
        boxes = [Box(column, planned.table.seats, planned) for planned in stage.tables]
        above = [box for box in boxes if final or lost.isdisjoint(box.bots)]
        rests = list(_byes(column, [bot for bot in stage.byes if bot in lost], apart=apart))
        if _SIDES["winners"].search(stage.title):  # else winners wait while losers play
            yield from (
                ("winners", box) for box in _byes(column, [bot for bot in stage.byes if bot not in lost], apart=apart)
            )
        yield from (("winners", box) for box in above)
        for box in (*rests, *(box for box in boxes if box not in above)):
            yield "losers", box._replace(fallen=frozenset(box.bots) - below)
            below |= set(box.bots)
        lost |= _fallen(above)


def _fallen(boxes: Sequence[Box]) -> set[str]:
    """Return the bots that did not advance. The same number advances from each table, less those that have left."""
    tables = [box.planned for box in boxes if box.planned is not None]
    through = max((len(planned.advanced or ()) for planned in tables), default=0)
    return {bot for planned in tables for bot, place in planned.places.items() if place > through}


def _byes(column: int, bots: Sequence[str], *, apart: bool) -> Iterator[Box]:
    if apart:
        yield from (Box(column, (bot,)) for bot in bots)
    elif bots:
        yield Box(column, tuple(bots))


def _band(stages: Sequence[Stage], boxes: Sequence[Box], sides: Sequence[Side], side: Side) -> Band:
    numbers = tuple(number for number, its in enumerate(sides) if its == side)
    columns = sorted({boxes[number].column for number in numbers})
    return Band(numbers, {column: _heading(stages[column], side) for column in columns})


def _heading(stage: Stage, side: Side) -> Said | str:
    """Return the title of a stage, or of one bracket's round in it where the stage has rounds of both."""
    found = _SIDES[side].search(stage.title)
    if found is None:
        return title(stage.title)
    number = int(found[1])
    return title(double_title(number, None) if side == "winners" else double_title(None, number))


def _links(stages: Sequence[Stage], boxes: Sequence[Box], sides: Sequence[Side]) -> Iterator[Link]:
    """Yield each bot's next box in its band, or its way to the final; bots that drop out or down have none."""
    for number, box in enumerate(boxes):
        for bot in box.bots:
            after = (
                (other.column, at) for at, other in enumerate(boxes) if other.column > box.column and bot in other.bots
            )
            target = min(after, default=None)
            if target is None or box.third or boxes[target[1]].third:
                continue
            final = stages[target[0]].title.startswith(_GRAND_FINAL)
            if sides[number] == sides[target[1]] or final:
                yield Link(bot, number, target[1])
