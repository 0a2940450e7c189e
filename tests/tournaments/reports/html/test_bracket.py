"""The bracket is drawn so that it can be read: no lines cross where none need, and nothing lies over anything else."""

import random
import re
from collections.abc import Callable
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest
from rich.cells import cell_len

from tests.tournaments.formats.playing import at_random, bots, chalk, play
from tests.tournaments.scripted import around, cup_of, file_of
from tournaments.formats.brackets.double_elimination import DoubleElimination
from tournaments.formats.brackets.elimination import Elimination
from tournaments.formats.entrants import Entrants
from tournaments.formats.leagues.round_robin import RoundRobin
from tournaments.formats.plan import Format, Plan, Table, TableResult
from tournaments.reports.html.bracket.drawing import PADDING, brackets
from tournaments.reports.html.bracket.layout import BOX, LABEL, Drawing, Line, Placed, drawing_of
from tournaments.reports.html.bracket.parts import Part, parts_of
from tournaments.reports.html.style import STYLE
from tournaments.reports.html.svg_text import CELL, cut, width_of
from tournaments.results.summary import Summary
from tournaments.run.session import run_tournament

Rectangle = tuple[float, float, float, float]
Segment = tuple[tuple[float, float], tuple[float, float]]
FIELDS = (*range(4, 18), 24, 31, 32, 33, 47, 64, 65, 100, 127, 128)
UPSETS = at_random(3, 1000)


def shuffled(table: Table) -> dict[str, int]:
    """Somebody wins whom seeding does not tell, and never by a tie."""
    order = sorted(table.seats)
    random.Random(f"{table.id} {order}").shuffle(order)
    return {bot: place for place, bot in enumerate(order)}


def drawn(form: Format, field: int, totals: Callable[[Table], dict[str, int]]) -> tuple[Part, Drawing]:
    plan, _ = play(form, bots(field), totals)
    (part,) = parts_of(plan)
    return part, drawing_of(part)


def rectangles(drawing: Drawing) -> list[Rectangle]:
    """Boxes with their labels, and headings with their letters."""
    boxes = [(it.x, it.y - LABEL, it.x + BOX, it.y + it.height) for it in drawing.boxes]
    return boxes + [(it.x, it.y - 14, it.x + BOX, it.y + 5) for it in drawing.headings]


def overlapping(drawing: Drawing) -> list[tuple[Rectangle, Rectangle]]:
    return [
        (one, other)
        for one, other in combinations(rectangles(drawing), 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]


def segments(line: Line) -> list[Segment]:
    return list(pairwise(line.points))


def touch(one: Segment, other: Segment) -> bool:
    """Whether two segments, each level or upright, have a point in common."""
    spans = [sorted(point[axis] for point in segment) for axis in (0, 1) for segment in (one, other)]
    return all(max(a[0], b[0]) <= min(a[1], b[1]) for a, b in (spans[:2], spans[2:]))


def spanned(line: Line) -> Segment:
    """Two corners of the rectangle that a line lies in."""
    across, down = zip(*line.points, strict=True)
    return (min(across), min(down)), (max(across), max(down))


def crossings(drawing: Drawing) -> int:
    spans = [(spanned(line), line) for line in drawing.lines]
    near = ((one, other) for (here, one), (there, other) in combinations(spans, 2) if touch(here, there))
    return sum(touch(part, another) for one, other in near for part in segments(one) for another in segments(other))


def through_boxes(drawing: Drawing) -> list[tuple[Segment, Placed]]:
    """Lines that pass behind a box."""
    frames = [(((box.x + 1, box.y + 1), (box.x + BOX - 1, box.y + box.height - 1)), box) for box in drawing.boxes]
    near = ((line, frame, box) for line in drawing.lines for frame, box in frames if touch(spanned(line), frame))
    return [(segment, box) for line, frame, box in near for segment in segments(line) if touch(segment, frame)]


def inside(drawing: Drawing) -> bool:
    """Whether all of it is within the picture."""
    return all(
        left >= 0 and top >= 0 and right <= drawing.width and bottom <= drawing.height
        for left, top, right, bottom in rectangles(drawing)
    )


@pytest.mark.parametrize("totals", [chalk, shuffled], ids=["favourites", "upsets"])
@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("field", FIELDS)
def test_no_lines_of_an_elimination_of_two_a_table_cross(
    field: int, third_place: bool, totals: Callable[[Table], dict[str, int]]
) -> None:
    form = Elimination(table_size=2, advance=1, third_place=third_place)
    part, drawing = drawn(form, field, totals)
    byes = (1 << (field - 1).bit_length()) - field
    assert len(drawing.lines) == len(part.links) == field - 2 + byes
    assert (crossings(drawing), overlapping(drawing), through_boxes(drawing)) == (0, [], [])
    assert inside(drawing)


def test_the_first_stage_stands_in_the_standard_order_of_a_bracket() -> None:
    _, drawing = drawn(Elimination(table_size=2, advance=1), 16, chalk)
    first = [it.bots for it in drawing.boxes if it.box.column == 0]
    order = sorted(first, key=lambda pair: next(it.y for it in drawing.boxes if it.bots == pair))
    seeds = [(int(one[1:]), int(other[1:])) for one, other in order]
    assert seeds == [(1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)]


@pytest.mark.parametrize("totals", [chalk, shuffled], ids=["favourites", "upsets"])
@pytest.mark.parametrize("reset", [False, True])
@pytest.mark.parametrize("field", FIELDS)
def test_losers_stand_below_winners_and_nothing_lies_over_anything(
    field: int, reset: bool, totals: Callable[[Table], dict[str, int]]
) -> None:
    part, drawing = drawn(DoubleElimination(reset=reset), field, totals)
    assert (crossings(drawing), overlapping(drawing), through_boxes(drawing)) == (0, [], [])
    assert inside(drawing)
    winners, losers = part.bands
    lowest = max(drawing.boxes[number].y + drawing.boxes[number].height for number in winners.boxes)
    assert lowest < min(drawing.boxes[number].y for number in losers.boxes)
    headings = [str(it.words) for it in drawing.headings]
    assert all("Losers" not in words for words in headings[: len(winners.headings)])
    assert all(re.fullmatch(r"Losers' round \d+", words) for words in headings[len(winners.headings) :])


@pytest.mark.parametrize("field", [3, 4, 5, 8, 13, 16, 64])
def test_who_comes_down_is_marked_once(field: int) -> None:
    part, _ = drawn(DoubleElimination(), field, shuffled)
    fallen = [bot for box in part.boxes for bot in box.fallen]
    assert len(fallen) == len(set(fallen)) == field - 1


@pytest.mark.parametrize("field", [5, 9, 17, 30, 64])
@pytest.mark.parametrize(
    "form",
    [Elimination(table_size=4, advance=2), DoubleElimination(table_size=4, advance=2), RoundRobin(table_size=3)],
    ids=lambda form: type(form).__name__,
)
def test_larger_tables_and_leagues_lie_over_nothing_either(form: Format, field: int) -> None:
    plan, _ = play(form, bots(field), UPSETS)
    for part in parts_of(plan):
        drawing = drawing_of(part)
        assert overlapping(drawing) == []
        assert inside(drawing)
        assert (drawing.lines == ()) == (part.kind == "rounds")


LONG = ("花花世界里最会打十三水的机器人程序第二版", "W" * 60, "é" * 40, "a 🀄 b" * 9, "<b>" * 20)


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """Groups, and then a bracket of two a table with a match for third place, between bots with long names."""
    names = [f"{letter}{name}" for letter, name in zip("abcde", LONG, strict=True)] + ["fay", "gus", "hal"]
    groups = {"format": "groups", "groups": 2, "advance": 2, "extra_limit": 0}
    duels = {"format": "elimination", "table_size": 2, "advance": 1, "third_place": True}
    cup = cup_of(names, rounds=1, stages=[groups, duels])
    return run_tournament(cup, file_of(cup), tmp_path_factory.mktemp("bracket"), around())


def test_a_league_and_the_bracket_after_it_are_drawn_apart(summary: Summary) -> None:
    league, bracket = parts_of(summary.plan)
    assert (league.kind, league.links) == ("rounds", ())
    assert (bracket.kind, len(bracket.links)) == ("bracket", 2)
    assert [box.third for box in bracket.boxes] == [False, False, False, True]


def drawings(summary: Summary) -> list[ET.Element]:
    return [ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", brackets(summary), re.DOTALL)]


def test_names_fit_their_boxes_and_leave_room_for_the_water(summary: Summary) -> None:
    for drawing in drawings(summary):
        names = {
            (element.get("y"), float(element.get("x", "0")) - PADDING): element.text or ""
            for element in drawing.iter("text")
            if element.get("class") in {"through", "dim"} and element.get("text-anchor") is None
        }
        waters = {
            (element.get("y"), float(element.get("x", "0")) + PADDING - BOX): element.text or ""
            for element in drawing.iter("text")
            if element.get("text-anchor") == "end"
        }
        assert waters
        for place, water in waters.items():
            assert width_of(names[place]) + width_of(water) <= BOX - 3 * PADDING
            assert names[place]


def test_text_is_drawn_as_large_as_it_is_said_to_be(summary: Summary) -> None:
    """At its own size, whatever the width of the page: what does not fit scrolls."""
    for drawing in drawings(summary):
        _, _, width, height = (drawing.get("viewBox") or "").split()
        assert (drawing.get("width"), drawing.get("height")) == (width, height)
    rules = dict(re.findall(r"([^{}]+?) *\{([^}]*)\}", STYLE))
    sizes = [int(size) for size in re.findall(r"svg[^{]*\{[^}]*?font: (\d+)px", STYLE)]
    assert sizes and min(sizes) >= 12
    assert not any("svg" in selector and "max-width" in rule for selector, rule in rules.items())
    assert "overflow-x: auto" in STYLE


def test_the_match_for_third_place_is_labelled_in_both_languages(summary: Summary) -> None:
    texts = [element.text for drawing in drawings(summary) for element in drawing.iter("text")]
    assert {"s5t2, third place", "s5t2，三四名决赛"} <= set(texts)


@pytest.mark.parametrize(
    ("text", "cells", "shown"),
    [("ada", 3, "ada"), ("adam", 3, "ad…"), ("花花", 4, "花花"), ("花花花", 4, "花…"), ("a花", 2, "a…"), ("", 0, "")],
)
def test_text_is_cut_by_its_width(text: str, cells: int, shown: str) -> None:
    assert cut(text, cells * CELL) == shown
    assert cell_len(shown) <= cells


def test_an_unfinished_bracket_is_drawn_as_far_as_it_is_known() -> None:
    form = DoubleElimination()
    entrants = Entrants(bots(8))
    plan: Plan = form.plan(entrants, {})
    results = {it.id: TableResult(shuffled(it)) for it in plan.to_play[:3]}
    for known in (plan, form.plan(entrants, results)):
        for part in parts_of(known):
            drawing = drawing_of(part)
            assert (crossings(drawing), overlapping(drawing)) == (0, [])
