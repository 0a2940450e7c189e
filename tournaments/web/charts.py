"""Lines that grow: the water of each bot over the deals of a table, as SVG."""

from collections.abc import Callable, Sequence
from typing import Final

from arena.language import told
from protocol.text import Said
from tournaments.reports.html.markup import Markup, esc, join, tag
from tournaments.reports.html.svg_text import cut
from tournaments.reports.numbers import water_text

WIDTH: Final = 720
HEIGHT: Final = 260
_LEFT: Final = 56
_RIGHT: Final = 150
_TOP: Final = 12
_BOTTOM: Final = 24
MOST_POINTS: Final = 400
_TICKS: Final = 4
Point = tuple[int, Sequence[float]]
"""How many deals or rounds, and the water of each bot by then."""


def growth(bots: Sequence[str], points: Sequence[Point]) -> Markup:
    """Return the chart of the running water, a line a bot; nothing with fewer than two points."""
    if len(points) < 2:
        return Markup("")
    shown = [*points[:: max(1, len(points) // MOST_POINTS)], points[-1]]
    most = max(1, shown[-1][0])
    values = [water for _, waters in shown for water in waters] + [0.0]
    low, high = min(values), max(values)
    high = high if high > low else low + 1

    def x(count: int) -> float:
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * count / most, 1)

    def y(water: float) -> float:
        return round(_TOP + (HEIGHT - _TOP - _BOTTOM) * (high - water) / (high - low), 1)

    grid = [
        join(
            [
                tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y(at), y2=y(at), class_="axis"),
                tag("text", esc(water_text(round(at))), x=_LEFT - 8, y=y(at) + 4, text_anchor="end", class_="dim"),
            ]
        )
        for at in {0.0, *(low + (high - low) * step / _TICKS for step in range(_TICKS + 1))}
    ]
    lines = [
        tag(
            "polyline",
            points=" ".join(f"{x(count)},{y(waters[bot])}" for count, waters in shown),
            class_=f"line line{bot % 8}",
        )
        for bot in range(len(bots))
    ]
    labels = _labels(bots, shown[-1][1], y)
    title = tag("title", esc(told(Said("Water as it grew"))))
    drawn = tag("svg", title, *grid, *lines, *labels, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="chart", role="img")
    return tag("div", drawn, class_="scroll", tabindex=0)


def _labels(bots: Sequence[str], waters: Sequence[float], y: Callable[[float], float]) -> list[Markup]:
    """Return the name of each line at its end, none over another."""
    places = sorted(range(len(bots)), key=lambda bot: -waters[bot])
    taken, labels = 0.0, []
    for bot in places:
        at = max(y(waters[bot]) + 4, taken + 15)
        taken = at
        text = f"{cut(bots[bot], _RIGHT - 60)} {water_text(waters[bot])}"
        labels.append(tag("text", esc(text), x=WIDTH - _RIGHT + 8, y=round(at, 1), class_=f"label label{bot % 8}"))
    return labels
