"""On a narrow terminal names break and figures stay whole; what matters least is left out, names never."""

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from arena.language import LANGUAGES, Language, in_language
from protocol.text import Said
from tests.tournaments.scripted import around, cup_of, file_of
from tournaments.reports.terminal.grid import Column, Line, Size, fit, table
from tournaments.reports.terminal.status import InPlay, in_play, table_of_play
from tournaments.reports.terminal.summary import show_summary
from tournaments.reports.words import beside
from tournaments.results.summary import Summary
from tournaments.run.session import run_tournament

NAMES = ("a" * 40, "b花花世界里最会打十三水的机器人", "cyd", "dan-the-fourth", "eve", "fay", "gus")


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """A Swiss league and a final table, with every kind of table that a summary has."""
    stages: list[dict[str, Any]] = [
        {"format": "swiss", "rounds": 3, "advance": 4, "extra_limit": 0},
        {"format": "final-table"},
    ]
    cup = cup_of(NAMES, rounds=2, stages=stages)
    return run_tournament(cup, file_of(cup), tmp_path_factory.mktemp("narrow"), around())


def shown(summary: Summary, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width)
    show_summary(console, summary)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 72, 64, 60, 50, 40])
def test_no_name_and_no_figure_is_lost_or_cut(summary: Summary, width: int, language: Language) -> None:
    with in_language(language):
        lines = shown(summary, width)
    assert max(map(cell_len, lines)) <= width
    assert not any("…" in line for line in lines)
    text = "".join(lines)
    assert all(name in text for name in NAMES if len(name) < 10)
    # three rounds, the standings, the ranking, and Elo
    assert text.count("a") >= 5 * len(NAMES[0])
    assert text.count("花") >= 2 * 5
    waters = {f"{water:+.2f}".rstrip("0").rstrip(".") for it in summary.matches.values() for water in it.result.water()}
    words = {word for line in lines for word in line.split()}
    assert waters - {"+0", "-0"} <= words


def test_what_gives_way_first_is_left_out_first() -> None:
    sizes = [Size(5, 5), Size(30, 10), Size(12, 12, gives_way=1), Size(9, 9, gives_way=2)]
    assert fit(sizes, 100) == [5, 30, 12, 9]
    assert fit(sizes, 45) == [5, 13, 12, 9]
    assert fit(sizes, 41) == [5, 20, 12, None]
    assert fit(sizes, 24) == [5, 17, None, None]
    assert fit(sizes, 10) == [5, 10, None, None]


@given(
    st.lists(st.builds(Size, st.integers(1, 40), st.integers(1, 40), st.integers(0, 3)), min_size=1, max_size=8),
    st.integers(1, 120),
)
def test_columns_fit_and_none_is_narrower_than_it_can_get(sizes: list[Size], width: int) -> None:
    sizes = [size._replace(least=min(size.least, size.wanted)) for size in sizes]
    widths = fit(sizes, width)
    there = [(found, size) for found, size in zip(widths, sizes, strict=True) if found is not None]
    assert all(size.least <= found <= size.wanted for found, size in there)
    assert [size for found, size in zip(widths, sizes, strict=True) if found is None and not size.gives_way] == []
    if any(size.gives_way for _, size in there):
        assert sum(found for found, _ in there) + 2 * (len(there) - 1) <= width


def test_a_heading_breaks_between_words_and_keeps_the_chinese_beside_the_english() -> None:
    columns = [Column(Said("Better than the next"), "figure"), Column(beside("Water", "水"), "figure")]
    console = Console(file=io.StringIO(), width=16)
    console.print(table(16, "", columns, [Line(("99.9 %", "+1"))]))
    assert isinstance(console.file, io.StringIO)
    lines = [line.strip() for line in console.file.getvalue().splitlines()]
    assert lines[:3] == ["Better", "than", "the"] or lines[:2] == ["Better", "than the"]
    assert any(line.endswith("Water 水") for line in lines)


def test_tables_in_play_keep_their_rounds_and_bots_on_a_narrow_terminal() -> None:
    line = InPlay(*in_play("s1t1", list(NAMES[:2]), None))
    console = Console(file=io.StringIO(), width=40)
    console.print(table_of_play(40, "", [Line(line)], timed=False))
    assert isinstance(console.file, io.StringIO)
    text = "".join(console.file.getvalue().split())
    assert "s1t1" in text
    assert "starting" in text
    assert text.count("a") >= 40
