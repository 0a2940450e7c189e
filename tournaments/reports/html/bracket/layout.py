"""The layout of a bracket in pixels: boxes, their rows, headings and lines, none over another.

In a bracket of two at a table boxes stand in the standard order, each centred on the boxes that feed it, and its rows
are in the order of those boxes, so no two lines cross. Larger tables are drawn anew for every stage; there a box only
stands near the boxes that its bots go to.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from statistics import fmean
from typing import Final, NamedTuple

from protocol.text import Said
from tournaments.reports.html.bracket.parts import Band, Box, Part

BOX: Final = 248
"""Width of a box."""
BETWEEN: Final = 44
"""From a column to the next."""
ROW: Final = 22
LABEL: Final = 18
"""Above each box, for its name."""
GAP: Final = 8
HEADING: Final = 30
BAND_GAP: Final = 24
MARGIN: Final = 2
Point = tuple[float, float]


class Placed(NamedTuple):
    """A box with its bots from top to bottom. `x` and `y` are its upper left corner, below the label."""

    box: Box
    bots: tuple[str, ...]
    x: float
    y: float

    @property
    def height(self) -> float:
        return ROW * len(self.bots)

    def row(self, bot: str) -> float:
        """Return the middle of a bot's row."""
        return self.y + ROW * (self.bots.index(bot) + 0.5)


class Heading(NamedTuple):
    """The words above a column; `y` is their baseline."""

    words: Said | str
    x: float
    y: float


class Line(NamedTuple):
    """A bot's way to its next box; drawn as a curve where it may cross others."""

    points: tuple[Point, ...]
    curved: bool


class Drawing(NamedTuple):
    width: float
    height: float
    boxes: tuple[Placed, ...]
    headings: tuple[Heading, ...]
    lines: tuple[Line, ...]


def drawing_of(part: Part) -> Drawing:
    """Return the layout of a part."""
    tree = part.duels and part.kind != "rounds"
    placed: dict[int, Placed] = {}
    headings: list[Heading] = []
    top = 0.0
    for band in part.bands:
        headings += [Heading(words, _x(column), top + HEADING / 2) for column, words in band.headings.items()]
        place = _Tree(part, band, top + HEADING).place if tree else _Stacks(part, band, top + HEADING).place
        placed |= place()
        top = max(placed[number].y + placed[number].height for number in band.boxes) + BAND_GAP
    boxes = tuple(placed[number] for number in range(len(part.boxes)))
    lines = tuple(_line(boxes[it.source], boxes[it.target], it.bot, curved=not tree) for it in part.links)
    width = max(box.x for box in boxes) + BOX + MARGIN
    return Drawing(width, top - BAND_GAP + MARGIN, boxes, tuple(headings), lines)


def _x(column: int) -> float:
    return MARGIN + column * (BOX + BETWEEN)


def _line(source: Placed, target: Placed, bot: str, *, curved: bool) -> Line:
    start, end = (source.x + BOX, source.row(bot)), (target.x, target.row(bot))
    turn = end[0] - BETWEEN / 2
    return Line((start, (turn, start[1]), (turn, end[1]), end), curved)


class _Tree:
    """A band of boxes with at most two bots, each box fed by up to two others."""

    def __init__(self, part: Part, band: Band, top: float) -> None:
        self._boxes = part.boxes
        self._band = band
        self._feeders: dict[int, dict[str, int]] = {number: {} for number in band.boxes}
        """By box, the boxes of the band that its bots come from, by bot."""
        self._from_below: set[tuple[int, str]] = set()
        """Box and bot, for bots that come from another band."""
        for link in part.links:
            if link.source in self._feeders and link.target in self._feeders:
                self._feeders[link.target][link.bot] = link.source
            else:
                self._from_below.add((link.target, link.bot))
        self._free = dict.fromkeys(range(max(self._boxes[number].column for number in band.boxes) + 1), top)
        """By column, the highest place for the next box."""
        self._cursor = top
        self._placed: dict[int, Placed] = {}

    def place(self) -> dict[int, Placed]:
        """Return every box of the band, by number."""
        fed = {source for feeders in self._feeders.values() for source in feeders.values()}
        roots = [number for number in self._band.boxes if number not in fed]
        for root in (root for root in roots if not self._boxes[root].third):
            self._put(root)
        for third in (root for root in roots if self._boxes[root].third):
            self._cursor = self._free[self._boxes[third].column]
            self._put(third)
        return self._placed

    def _put(self, number: int) -> None:
        """Place a box and all that feeds it, below everything placed before."""
        box, feeders = self._boxes[number], self._feeders[number]
        before = set(self._placed)
        for feeder in sorted(set(feeders.values())):
            self._put(feeder)
        bots = tuple(sorted(box.bots, key=partial(self._order, number)))
        height = ROW * len(bots)
        highest = self._free[box.column] + LABEL
        if feeders:
            y = fmean(self._placed[feeder].row(bot) - ROW * (bots.index(bot) + 0.5) for bot, feeder in feeders.items())
            self._move(set(self._placed) - before, max(0.0, highest - y))
            y = max(y, highest)
        else:
            y = max(highest, self._cursor + LABEL)
        self._placed[number] = Placed(box, bots, _x(box.column), y)
        self._free[box.column] = y + height + GAP
        self._cursor = max(self._cursor, y + height + GAP)

    def _order(self, number: int, bot: str) -> tuple[float, int]:
        """Order rows as the boxes they come from. Bots from no box come first, bots from another band last."""
        feeder = self._feeders[number].get(bot)
        if feeder is not None:
            height = self._placed[feeder].row(bot)
        else:
            height = inf if (number, bot) in self._from_below else -inf
        return (height, self._boxes[number].bots.index(bot))

    def _move(self, numbers: set[int], down: float) -> None:
        for number in numbers:
            placed = self._placed[number]
            self._placed[number] = placed._replace(y=placed.y + down)
            column = placed.box.column
            self._free[column] = max(self._free[column], placed.y + down + placed.height + GAP)
            self._cursor = max(self._cursor, self._free[column])


class _Stacks:
    """A band whose boxes are stacked in each column, with bots in the order of their places."""

    def __init__(self, part: Part, band: Band, top: float) -> None:
        self._part, self._band, self._top = part, band, top
        self._next = {(link.source, link.bot): link.target for link in part.links}

    def place(self) -> dict[int, Placed]:
        """Return every box of the band, by number. Columns are filled from the last, so that each knows the next."""
        placed: dict[int, Placed] = {}
        heights: dict[int, float] = {}
        for column in sorted(self._band.headings, reverse=True):
            stack = [number for number in self._band.boxes if self._part.boxes[number].column == column]
            y = self._top
            for number in sorted(stack, key=lambda number: self._height_of_targets(number, placed)):
                box = self._part.boxes[number]
                placed[number] = Placed(box, tuple(_by_place(box)), _x(column), y + LABEL)
                y += LABEL + placed[number].height + GAP
            heights[column] = y - self._top
        tallest = max(heights.values())
        return {number: it._replace(y=it.y + (tallest - heights[it.box.column]) / 2) for number, it in placed.items()}

    def _height_of_targets(self, number: int, placed: Mapping[int, Placed]) -> tuple[float, int]:
        found = [
            placed[target].row(bot)
            for bot in self._part.boxes[number].bots
            if (target := self._next.get((number, bot), -1)) in placed
        ]
        return (fmean(found) if found else inf, number)


def _by_place(box: Box) -> Sequence[str]:
    places = box.planned.places if box.planned is not None else {}
    return sorted(box.bots, key=lambda bot: places.get(bot, 0))
