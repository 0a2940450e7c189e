"""The page that is published: whole, self-contained, in both languages, and safe from what authors call their bots."""

import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from arena.language import Paired, spoken
from tests.tournaments.scripted import BOTS, ScriptedExecutor, around, cup_of, file_of, play_out
from tournaments.reports.html.markup import both, esc, grid, tag
from tournaments.reports.html.page import page
from tournaments.results.details import Details, details_of
from tournaments.results.summary import Summary, summarize
from tournaments.run.organizer import leave
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

EVIL = "<script>alert('x')</script>&\""
CUP = cup_of([EVIL, *BOTS[1:], "ian"], rounds=5, name="Cup <b>& co</b>")
_VOID = {"meta", "input", "br"}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Summary, Details]:
    folder = tmp_path_factory.mktemp("html")
    play_out(CUP, folder, ScriptedExecutor(lose={"s1t2": 2}))
    with Store.read(folder) as store:
        summary = summarize(store)
        return summary, details_of(store, summary)


@pytest.fixture(scope="module")
def text(played: tuple[Summary, Details]) -> str:
    return page(*played)


class Checker(HTMLParser):
    """Notes every element, and fails where one is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        given = dict(attrs)
        self.ids += [given["id"]] if given.get("id") else []  # type: ignore[list-item]
        self.links += [given["href"]] if given.get("href") else []  # type: ignore[list-item]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def checked(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    return checker


def test_every_section_is_there_in_both_languages(text: str) -> None:
    for english, chinese in (
        ("Ranking", "排名"),
        ("Bracket", "对阵"),
        ("Luck", "运气"),
        ("Head to head", "直接交手"),
        ("Strikes", "判罚"),
        ("Biggest rounds", "最大的局"),
        ("Fairness", "公平性"),
    ):
        assert f'<span lang="en">{english}</span><span lang="zh">{chinese}</span>' in text


def test_nothing_comes_from_elsewhere(text: str, checked: Checker) -> None:
    assert not re.search(r"https?:|src=|url\(|@import", text)
    assert checked.seen["script"] == checked.seen["link"] == checked.seen["img"] == 0


def test_names_are_text_and_nothing_else(text: str, checked: Checker) -> None:
    assert "<script" not in text
    assert "<b>" not in text
    assert any(EVIL in word for word in checked.words)


def test_every_link_leads_somewhere_on_the_page(checked: Checker) -> None:
    assert len(checked.links) == 10
    assert {link.removeprefix("#") for link in checked.links} <= set(checked.ids)
    assert len(checked.ids) == len(set(checked.ids))


def test_drawings_are_valid_svg_with_every_bot_and_stage(text: str, played: tuple[Summary, Details]) -> None:
    summary, _ = played
    drawings = [ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]
    assert len(drawings) == 2
    bracket, elo = ({element.text for element in drawing.iter("text")} for drawing in drawings)
    assert {words for stage in summary.plan.stages for words in stage.title.split(" · ")} <= bracket
    assert set(BOTS[1:]) <= bracket
    rated = {player.name for player in summary.ratings.players}
    assert {name for name in rated if len(name) < 20} <= elo
    assert len(list(drawings[1].iter("circle"))) == len(rated)


def test_lines_of_the_bracket_join_a_bot_to_its_next_table(text: str, played: tuple[Summary, Details]) -> None:
    summary, _ = played
    stages = summary.plan.stages
    bots = [{bot for it in stage.tables for bot in it.table.seats} | set(stage.byes) for stage in stages]
    going_on = sum(len(now & after) for now, after in pairwise(bots))
    assert text.count("<path ") == going_on


def test_the_secret_and_its_commitment_are_shown(text: str, played: tuple[Summary, Details]) -> None:
    assert played[0].commitment in text
    assert b"open".hex() in text
    assert "arena verify" in text


def test_interventions_of_the_organizer_are_shown(tmp_path: Path) -> None:
    cup = cup_of()
    with Store.create(tmp_path, cup, file_of(cup), b"open", "0.1.0", "now"):
        pass
    leave(tmp_path, "withdraw", "ada", "went <home>", "now")
    run_tournament(cup, file_of(cup), tmp_path, around())
    page = (tmp_path / "report.html").read_text()
    assert "ada withdrew: went &lt;home&gt;" in page
    assert "ada 退赛：went &lt;home&gt;" in page


def test_meetings_of_two_bots_add_up(played: tuple[Summary, Details]) -> None:
    summary, details = played
    assert details.meetings
    for (one, other), met in details.meetings.items():
        back = details.meetings[other, one]
        assert met.share + back.share == pytest.approx(1)
        assert met.deals == back.deals == met.more + back.more + met.level
    both_at = [it for it in summary.matches.values() if {"bea", "cyd"} <= set(it.seats)]
    assert details.meetings.get(("bea", "cyd")) is None or both_at


def test_luck_is_the_mean_and_error_of_the_deals(played: tuple[Summary, Details]) -> None:
    summary, details = played
    for match, bots in details.luck.items():
        stored = summary.matches[match]
        assert set(bots) == set(stored.seats)
        for bot, water in zip(stored.seats, stored.result.water(), strict=True):
            assert bots[bot].mean * len(stored.result.deals) == pytest.approx(water, abs=0.001)
            assert bots[bot].error95 is not None
    assert "s1t2" not in details.luck


def test_the_biggest_rounds_are_the_biggest_and_of_different_deals(played: tuple[Summary, Details]) -> None:
    _, details = played
    most = [max(seat.water for seat in view.seats) for view in details.biggest]
    assert most == sorted(most, reverse=True)
    assert len({(view.match, view.round) for view in details.biggest}) == len(details.biggest) == 10


def test_the_pieces() -> None:
    assert esc('<a href="x">') == "&lt;a href=&quot;x&quot;&gt;"
    assert tag("p", esc("&"), class_="n", text_anchor="end") == '<p class="n" text-anchor="end">&amp;</p>'
    assert both(Paired("a<", "甲")) == '<span lang="en">a&lt;</span><span lang="zh">甲</span>'
    assert both(lambda: f"<{spoken()}>", "text", x=1) == (
        '<text lang="en" x="1">&lt;en&gt;</text><text lang="zh" x="1">&lt;zh&gt;</text>'
    )
    assert both("same") == "same"
    assert '<td class="n">2</td>' in grid([esc("a"), esc("b")], [[esc(1), esc(2)]], right={1})
