"""The page of a match: whole in one file, and what bots are called is text in it. A browser draws it where one is."""

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.tournaments.scripted import ScriptedExecutor, around, cup_of, file_of
from tournaments.reports.viewer.file import is_page, write_page
from tournaments.reports.viewer.page import page
from tournaments.results.replay import RoundView, SeatView, replayer
from tournaments.run.session import run_tournament
from tournaments.store.store import Store

HOSTILE = "</script><img src=x onerror=alert(1)>"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> list[RoundView]:
    folder = tmp_path_factory.mktemp("match")
    cup = cup_of(["ada", "bea", "cyd"], rounds=3, stage={"table_size": 3, "advance": 1})
    run_tournament(cup, file_of(cup), folder, around(ScriptedExecutor()))
    with Store.read(folder) as store:
        return list(replayer(store, "s1t1").rounds())


def part(text: str, name: str) -> Any:
    """What lies in the file under a name."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def rounds(text: str) -> list[dict[str, Any]]:
    """The rounds in the file, unpacked."""
    return [each for chunk in part(text, "chunks") for each in json.loads(gzip.decompress(base64.b64decode(chunk)))]


def test_it_holds_every_round_and_every_word_in_both_languages(views: list[RoundView]) -> None:
    text = page("Cup", "s1t1", views)
    found = rounds(text)
    before = [entry.pop("before") for entry in found]
    assert found == msgspec.json.decode(msgspec.json.encode(views))
    assert before[0] == {"ada": 0, "bea": 0, "cyd": 0}
    for leg in (1, 2, 3):
        first, second = (number for number, view in enumerate(views) if view.leg == leg and view.round < 3)
        assert before[second] == {seat.bot: seat.water for seat in views[first].seats}
    index, words = part(text, "match")["index"], part(text, "match")["words"]
    assert [(number, leg) for number, leg, _ in index] == [(view.round, view.leg) for view in views]
    guns = [any(move.reason == "gun" for move in view.transfers) for view in views]
    assert [mark > 0 for *_, mark in index] == guns
    assert all(len(pair) == 2 and all(pair) for pair in words.values())
    used = {f"reason {move.reason}" for view in views for move in view.transfers}
    used |= {f"type {kind}" for view in views for seat in view.seats for kind in seat.types or ()}
    assert used <= set(words)
    assert words["front"] == ["front 头墩", "头墩"]
    assert words["pays"][0] == "{source} pays {target} {water} water: {reasons}"


def test_it_needs_nothing_else_and_lets_nothing_else_in(views: list[RoundView]) -> None:
    text = page("Cup", "s1t1", views)
    assert not re.search(r"""(?:src|href)\s*=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", text)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    program = re.search(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    assert policy is not None
    assert program is not None
    digest = base64.b64encode(hashlib.sha256(program[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none'; ")


def test_names_end_no_script_and_begin_no_element(views: list[RoundView]) -> None:
    named = [
        msgspec.structs.replace(view, seats=[msgspec.structs.replace(seat, bot=HOSTILE) for seat in view.seats])
        for view in views
    ]
    text = page(HOSTILE, "s1t1", named)
    assert "<img" not in text.replace("<\\/script><img", "")
    assert part(text, "match")["name"] == HOSTILE


def test_only_such_a_page_is_written_over(views: list[RoundView], tmp_path: Path) -> None:
    write_page(tmp_path / "m.html", "Cup", "s1t1", views)
    assert is_page(tmp_path / "m.html")
    (tmp_path / "mine.html").write_text("<p>mine</p>")
    assert not is_page(tmp_path / "mine.html")


def test_a_long_match_is_packed_into_a_small_file(views: list[RoundView]) -> None:
    text = page("Cup", "s1t1", views * 1000)
    assert len(rounds(text)) == 9000
    assert len(part(text, "chunks")) == 90
    assert len(text) < 2_000_000


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
@pytest.mark.parametrize(("step", "lang"), [(0, "en"), (2, "zh"), (6, "en")])
def test_a_browser_shows_the_step_that_the_address_names(
    views: list[RoundView], step: int, lang: str, tmp_path: Path
) -> None:
    views = [_hostile(view, "bea") for view in views]
    file = tmp_path / "m.html"
    write_page(file, "Cup", "s1t1", views)
    assert CHROMIUM is not None
    words = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom"]
    done = subprocess.run(
        [*words, f"--user-data-dir={tmp_path / 'profile'}", f"{file.as_uri()}#2.3.{step}.{lang}.cyd"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    dom = done.stdout
    assert f'lang="{lang}"' in dom
    assert "<img" not in dom
    shown = next(view for view in views if (view.round, view.leg) == (2, 3))
    names = re.findall(r"<h2>(.*?)</h2>", dom)
    assert names[0] == "cyd"
    assert sorted(names) == sorted(["ada", "cyd", "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"])
    status = {0: "The hands as dealt", 2: "比头墩", 6: "The sum of the round"}[step]
    assert f'role="status">{status}<' in dom
    water = re.findall(r'class="num [a-z]*">([+-]?\d+)<', dom)
    gains = {0: [], 2: [_in_front(shown, seat) for seat in _order(shown)], 6: [seat.water for seat in _order(shown)]}
    assert water == [f"{gain:+d}" if gain else "0" for gain in gains[step]]


def _in_front(view: RoundView, seat: SeatView) -> int:
    """What the seat wins with its front row from all others."""
    moves = [move for move in view.transfers if move.reason == "front"]
    assert moves
    return sum(move.water * ((move.target == seat.bot) - (move.source == seat.bot)) for move in moves)


def _hostile(view: RoundView, bot: str) -> RoundView:
    """The round as it would be if the bot had the hostile name."""
    names = {seat.bot: seat.bot for seat in view.seats} | {bot: HOSTILE}
    seats = [msgspec.structs.replace(seat, bot=names[seat.bot]) for seat in view.seats]
    moves = [
        msgspec.structs.replace(move, source=names[move.source or ""], target=names[move.target or ""])
        for move in view.transfers
    ]
    return msgspec.structs.replace(view, seats=seats, transfers=moves)


def _order(view: RoundView) -> list[SeatView]:
    return sorted(view.seats, key=lambda seat: seat.bot != "cyd")
