"""What the pages say of a finished cup, and what they refuse."""

import html
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest

from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.ruleset import rules_from
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tests.tournaments.web.serving import Site, served
from tournaments.results.analysis import analyse
from tournaments.store.store import Store

HOSTILE = '<script>alert("x")</script>'
LONG = "机器人" * 13


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("runs")
    cup = cup_of([HOSTILE, LONG, "carol", "dave"], rounds=20, stage={"table_size": 2, "advance": 1})
    play_out(cup, root / "spring", ScriptedExecutor())
    with served(root) as running:
        yield running


def test_the_first_page_leads_to_every_cup(site: Site) -> None:
    page = site.get("/")
    assert page.status == 200
    assert 'href="/cups/spring"' in page.body
    assert "Finished" in page.body


def test_names_are_text_everywhere(site: Site) -> None:
    for path in ("/", "/cups/spring", "/cups/spring/details", "/cups/spring/s1t1", "/cups/spring/replay/s1t1"):
        page = site.get(path)
        assert page.status == 200, path
        assert HOSTILE not in page.body, path


def test_every_response_keeps_scripts_from_elsewhere_out(site: Site) -> None:
    policy = site.get("/cups/spring").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert site.get("/static/style.css").headers["x-content-type-options"] == "nosniff"


def test_the_page_speaks_the_language_of_the_browser_until_another_is_chosen(site: Site) -> None:
    assert '<html lang="zh">' in site.get("/", accept_language="zh-CN,zh;q=0.9,en;q=0.8").body
    chosen = site.get("/?lang=zh")
    assert "已结束" in chosen.body
    assert "language=zh" in chosen.headers["set-cookie"]
    assert '<html lang="en">' in site.get("/", accept_language="zh", cookie="language=en").body


def test_the_table_shows_water_as_it_grew_and_the_way_to_its_rounds(site: Site) -> None:
    page = site.get("/cups/spring/s1t1").body
    assert '<polyline points="' in page
    assert 'href="/cups/spring/replay/s1t1"' in page


def test_the_page_of_a_bot_leads_to_its_tables_and_rounds(site: Site) -> None:
    page = site.get("/cups/spring/bots/carol?rounds=all").body
    assert 'href="/cups/spring/s1t' in page
    assert re.search(r'href="/cups/spring/replay/s\d+t\d+\?round=\d+&amp;leg=\d+&amp;view=carol&amp;step=sum"', page)
    assert "±" in page
    hostile = site.get(f"/cups/spring/bots/{quote(HOSTILE, safe='')}")
    assert hostile.status in {200, 404}
    assert HOSTILE not in hostile.body


def test_the_page_of_a_bot_says_what_analyse_says(site: Site) -> None:
    link = 'href="?costs=hands"'
    assert link in site.get("/cups/spring/bots/carol").body
    page = site.get("/cups/spring/bots/carol?costs=hands").body
    assert link not in page
    with Store.read(site.root / "spring") as store:
        found = analyse(store, "carol", 3, partial(arranger, rules_from(store.cup().rules)))
    text = " ".join(re.sub(r"<[^>]+>", " ", html.unescape(page)).split())
    assert f"{found.loss:.3f} ± {found.error95:.3f} water expected a decision" in text
    assert f"{100 * found.best:.0f} % of {found.decisions} decisions gave nothing away" in text
    worst = found.worst[0]
    assert f"−{worst.loss:.2f} {worst.match} {worst.round}.{worst.leg}" in text
    cards = re.findall(r'data-card="(\w\w)"', page)[:26]
    assert sorted(cards[:13]) == sorted(cards[13:]) == sorted(worst.hand)
    assert cards[:13] == [*worst.laid.front, *worst.laid.middle, *worst.laid.back]


def test_what_happened_is_said_in_the_language_of_the_page(site: Site) -> None:
    with Store.read(site.root / "spring") as store:
        table = next(it.match for it in store.matches() if "carol" in it.seats)
    for path in ("bots/carol", table):
        english, chinese = (site.get(f"/cups/spring/{path}?lang={lang}").body for lang in ("en", "zh"))
        assert "no answer within 1000 ms" in english
        assert "no answer within" not in chinese
        assert "1000 毫秒" in chinese


def test_the_bracket_leads_to_the_tables(site: Site) -> None:
    page = site.get("/cups/spring").body
    assert all(f'<a href="/cups/spring/{table}"><rect' in page for table in ("s1t1", "s1t2", "s2t1"))


@pytest.mark.parametrize(
    "path",
    [
        "/cups/nothing",
        "/cups/spring/s9t9",
        "/cups/..%2f..",
        "/cups/play...",
        "/cups/spring/replay/s9t9",
        "/cups/spring/replay/s1t1/9.9.png",
        "/cups/spring/files/.secret",
        "/cups/spring/files/..%2fx",
    ],
)
def test_what_is_not_there_is_refused_in_words(site: Site, path: str) -> None:
    assert site.get(path).status == 404


def test_files_of_a_finished_cup_can_be_had_and_no_logs(site: Site) -> None:
    assert site.get("/cups/spring/files/standings.csv").body == (site.root / "spring" / "standings.csv").read_text()
    assert site.get("/cups/spring/files/logs").status == 404


def test_nothing_changes_at_the_word_of_another_site(site: Site) -> None:
    for headers in ({"origin": "http://evil.example"}, {"sec_fetch_site": "cross-site"}, {}):
        assert site.ask("POST", "/cups/spring", b"x", headers).status == 403


def test_nothing_changes_for_a_site_that_has_its_name_lead_here(site: Site) -> None:
    own = {"sec_fetch_site": "same-origin", "host": "evil.example"}
    assert site.ask("POST", "/play", b"x", own).status == 403
    assert site.ask("POST", "/play", b"x", {**own, "host": "localhost:1"}).status != 403


def test_a_body_without_end_is_refused(site: Site) -> None:
    own = {"sec_fetch_site": "same-origin"}
    assert site.ask("POST", "/cups/spring", b"x" * 100_000, own).status == 413


def test_the_status_is_that_of_the_command(site: Site) -> None:
    told = site.json("/cups/spring/status.json")
    with Store.read(site.root / "spring") as store:
        assert told["name"] == store.cup().name
    assert told["finished"] is True


def test_a_cup_that_is_only_committed_to_is_coming(site: Site, tmp_path: Path) -> None:
    folder = site.root / "autumn"
    folder.mkdir()
    (folder / "commitment.json").write_text("{}")
    assert "has not begun" in site.get("/cups/autumn").body
    assert "Coming" in site.get("/").body


def test_a_damaged_cup_hurts_no_other(site: Site) -> None:
    folder = site.root / "broken"
    folder.mkdir()
    (folder / "results.sqlite").write_bytes(b"nonsense" * 1000)
    assert "Damaged" in site.get("/").body
    assert site.get("/cups/broken").status == 500
    assert site.get("/cups/spring").status == 200
