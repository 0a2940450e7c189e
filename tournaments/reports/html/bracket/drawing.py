"""Draw a bracket as SVG: a box for each table, and a line from each bot to its next table."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from arena.language import told
from protocol.text import Said
from tournaments.cup.cup import moving_on
from tournaments.reports.html.bracket.layout import BOX, Drawing, Heading, Line, Placed, drawing_of
from tournaments.reports.html.bracket.parts import Box, parts_of
from tournaments.reports.html.markup import Markup, PageOf, both, esc, join, no_page, tag
from tournaments.reports.html.svg_text import cut, width_of
from tournaments.reports.numbers import water_at
from tournaments.results.summary import Summary

PADDING: Final = 8
"""Between a box and its text."""
_BELOW_MIDDLE: Final = 4.5
"""From the middle of a row down to the baseline of its text."""


def brackets(summary: Summary, page_of: PageOf = no_page) -> Markup:
    """Return an SVG element for each part of the plan, each in an area that scrolls by itself.

    `page_of` gives the address of a table's page, where it has one.
    """
    drawings = [drawing_of(part) for part in parts_of(summary.plan)]
    return join(
        tag("div", _svg(summary, drawing, page_of), class_="scroll bracket", tabindex=0) for drawing in drawings
    )


def _svg(summary: Summary, drawing: Drawing, page_of: PageOf) -> Markup:
    parts = [
        tag("title", esc(summary.cup.name)),
        *map(_heading, drawing.headings),
        *map(_line, drawing.lines),
        *(_linked(_box(summary, placed), placed.box, page_of) for placed in drawing.boxes),
    ]
    size = f"{drawing.width:g}", f"{drawing.height:g}"
    return tag("svg", *parts, viewBox=f"0 0 {' '.join(size)}", width=size[0], height=size[1])


def _linked(parts: Iterable[Markup], box: Box, page_of: PageOf) -> Markup:
    """Return a box as a link to its table's page, where it has one."""
    address = page_of(box.planned.table.id) if box.planned is not None else ""
    return tag("a", *parts, href=address) if address else join(parts)


def _heading(heading: Heading) -> Markup:
    return both(partial(_cut, heading.words), "text", x=heading.x, y=heading.y, class_="heading")


def _cut(words: Said | str) -> str:
    return cut(told(words), BOX)


def _line(line: Line) -> Markup:
    (x, y), *turns, end = line.points
    if line.curved:
        path = f"M{x:g} {y:g} C" + " ".join(f"{x:g} {y:g}" for x, y in (*turns, end))
    else:
        path = f"M{x:g} {y:g} " + " ".join(f"L{x:g} {y:g}" for x, y in (*turns, end))
    return tag("path", d=path)


def _box(summary: Summary, placed: Placed) -> Iterator[Markup]:
    box = placed.box
    yield tag("rect", x=placed.x, y=f"{placed.y:g}", width=BOX, height=f"{placed.height:g}", rx=4)
    yield both(_label(box), "text", x=placed.x, y=f"{placed.y - 5:g}", class_="dim")
    on = set(box.bots)
    if box.planned is not None:
        stage = next(stage for stage in summary.plan.stages if box.planned in stage.tables)
        on = set(moving_on(summary.plan, stage, box.planned))
    for bot in placed.bots:
        name = f"↓ {bot}" if bot in box.fallen else bot
        score = water_at(summary, box.planned, bot) if box.planned is not None else ""
        yield from _row(name, score, placed.x, placed.row(bot), "through" if bot in on else "dim")


def _label(box: Box) -> Said | str:
    if box.planned is None:
        return Said("bye")
    table = box.planned.table.id
    return Said("{table}, third place", table=table) if box.third else table


def _row(name: str, score: str, x: float, middle: float, style: str) -> Iterator[Markup]:
    """Yield a bot's name, cut to what its score leaves, and the score."""
    base = f"{middle + _BELOW_MIDDLE:g}"
    taken = width_of(score) + PADDING if score else 0
    yield tag("text", esc(cut(name, BOX - 2 * PADDING - taken)), x=x + PADDING, y=base, class_=style)
    if score:
        yield tag("text", esc(score), x=x + BOX - PADDING, y=base, class_=style, text_anchor="end")
