"""Elo with error bars as SVG: a line a bot, the best on top."""

from collections.abc import Iterator
from math import ceil, floor
from typing import TYPE_CHECKING, Final

from tournaments.reports.html.markup import Markup, both, esc, join, tag
from tournaments.reports.html.svg_text import cut
from tournaments.reports.numbers import elo_text
from tournaments.results.summary import Summary

if TYPE_CHECKING:
    from tournaments.ratings.table import RatedBot

_LEFT: Final = 180
_PLOT: Final = 480
_RIGHT: Final = 180
_ROW: Final = 24
_TICKS: Final = (50, 100, 200, 500, 1000, 2000, 5000)


class _Scale:
    """Maps Elo to pixels, between round figures that enclose every interval."""

    def __init__(self, players: "tuple[RatedBot, ...]") -> None:
        low = min(player.elo - (player.error95 or 0) for player in players)
        high = max(player.elo + (player.error95 or 0) for player in players)
        self.tick = next((tick for tick in _TICKS if (high - low) / tick <= 8), _TICKS[-1])
        self.low = floor(low / self.tick) * self.tick
        self.high = max(ceil(high / self.tick) * self.tick, self.low + self.tick)

    def x(self, elo: float) -> float:
        return round(_LEFT + _PLOT * (elo - self.low) / (self.high - self.low), 1)

    def ticks(self) -> range:
        return range(self.low, self.high + 1, self.tick)


def elo_plot(summary: Summary) -> Markup:
    """Return an SVG element in an area that scrolls; nothing where nobody is rated."""
    players = summary.ratings.players
    if not players:
        return Markup("")
    scale = _Scale(players)
    height = (len(players) + 1) * _ROW
    parts = [*_axis(scale, height), *(_bot(scale, place, player) for place, player in enumerate(players))]
    title = tag("title", esc("Elo, ± 95 %"))
    width = _LEFT + _PLOT + _RIGHT
    drawn = tag("svg", title, *parts, viewBox=f"0 0 {width} {height + 4}", width=width, height=height + 4)
    return tag("div", drawn, class_="scroll", tabindex=0)


def _axis(scale: _Scale, height: int) -> Iterator[Markup]:
    for elo in scale.ticks():
        yield tag("line", x1=scale.x(elo), x2=scale.x(elo), y1=0, y2=height - _ROW)
        yield tag("text", esc(elo), x=scale.x(elo), y=height - 4, text_anchor="middle", class_="dim")


def _bot(scale: _Scale, place: int, player: "RatedBot") -> Markup:
    y = (place + 0.5) * _ROW
    parts = [tag("text", esc(cut(player.name, _LEFT - 10)), x=_LEFT - 10, y=y + 4, text_anchor="end")]
    if player.error95 is not None:
        ends = scale.x(player.elo - player.error95), scale.x(player.elo + player.error95)
        parts.append(tag("line", x1=ends[0], x2=ends[1], y1=y, y2=y, class_="bar"))
        parts += [tag("line", x1=end, x2=end, y1=y - 5, y2=y + 5, class_="bar") for end in ends]
    parts.append(tag("circle", cx=scale.x(player.elo), cy=y, r=4))
    parts.append(both(elo_text(player.elo, player.error95), "text", x=_LEFT + _PLOT + 14, y=y + 4))
    return join(parts)
