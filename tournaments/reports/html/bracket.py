"""The bracket as SVG: a column a stage, a box a table, a line from each bot to where it plays next."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from tournaments.cup.cup import moving_on
from tournaments.formats.plan import PlannedTable, Stage
from tournaments.reports.html.markup import Markup, esc, join, tag
from tournaments.reports.numbers import water_text
from tournaments.results.summary import Summary

_WIDTH: Final = 230
_GAP: Final = 60
_ROW: Final = 20
_BETWEEN: Final = 14
_LONGEST: Final = 20
"""Letters of a name that fit its row."""


class _Row(NamedTuple):
    """A bot in a box: the middle of its row's left edge, in pixels."""

    bot: str
    x: float
    y: float
    through: bool
    water: str


def bracket(summary: Summary) -> Markup:
    """One SVG element."""
    rows = [list(_stage_rows(summary, stage, column)) for column, stage in enumerate(summary.plan.stages)]
    height = max(row.y for column in rows for row in column) + _ROW
    width = len(rows) * (_WIDTH + _GAP) - _GAP
    parts = [*_titles(summary), *_lines(rows), *(_row(row) for column in rows for row in column)]
    parts += [box for column, stage in enumerate(summary.plan.stages) for box in _boxes(stage, column)]
    title = tag("title", esc(f"{summary.cup.name}: bracket 对阵"))
    return tag("svg", title, *parts, viewBox=f"0 0 {width} {height:.0f}", width=width, role="img")


def _blocks(stage: Stage) -> Iterator[tuple[PlannedTable | None, list[str], float]]:
    """Each table, and the byes as None, with its bots best first and the top of its box."""
    top = float(_ROW + _BETWEEN)
    for planned in stage.tables:
        bots = sorted(planned.table.seats, key=lambda bot: planned.places.get(bot, 0))
        yield planned, bots, top
        top += len(bots) * _ROW + _BETWEEN
    if stage.byes:
        yield None, list(stage.byes), top


def _stage_rows(summary: Summary, stage: Stage, column: int) -> Iterator[_Row]:
    x = column * (_WIDTH + _GAP)
    for planned, bots, top in _blocks(stage):
        water = summary.water_of(planned.table.id) if planned and planned.table.id in summary.matches else {}
        on = moving_on(summary.plan, stage, planned) if planned else ()
        for place, bot in enumerate(bots):
            through = planned is None or bot in on
            shown = water_text(water[bot]) if bot in water else "轮空" if planned is None else ""
            yield _Row(bot, x, top + (place + 0.5) * _ROW, through, shown)


def _boxes(stage: Stage, column: int) -> Iterator[Markup]:
    for planned, bots, top in _blocks(stage):
        title = tag("title", esc(planned.table.id if planned else "bye 轮空"))
        box = tag("rect", title, x=column * (_WIDTH + _GAP), y=top, width=_WIDTH, height=len(bots) * _ROW, rx=4)
        yield box


def _titles(summary: Summary) -> Iterator[Markup]:
    for column, stage in enumerate(summary.plan.stages):
        yield tag("text", esc(stage.title), x=column * (_WIDTH + _GAP), y=_ROW, class_="through")


def _row(row: _Row) -> Markup:
    style = "through" if row.through else "dim"
    name = row.bot if len(row.bot) <= _LONGEST else row.bot[: _LONGEST - 1] + "…"
    return join(
        [
            tag("text", esc(name), x=row.x + 8, y=row.y + 4, class_=style),
            tag("text", esc(row.water), x=row.x + _WIDTH - 8, y=row.y + 4, class_=style, text_anchor="end"),
        ]
    )


def _lines(rows: list[list[_Row]]) -> Iterator[Markup]:
    """From each row to the same bot's row in the next stage."""
    for column, following in pairwise(rows):
        next_of = {row.bot: row for row in following}
        for row in column:
            if row.bot in next_of:
                end = next_of[row.bot]
                start_x, middle = row.x + _WIDTH, row.x + _WIDTH + _GAP / 2
                path = f"M{start_x} {row.y} C{middle} {row.y} {middle} {end.y} {end.x} {end.y}"
                yield tag("path", d=path)
