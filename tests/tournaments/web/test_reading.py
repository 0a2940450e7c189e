"""Everybody can read the pages: narrow, with large text, by screen reader, many tabs, big brackets, long names."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, sync_playwright

from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tests.tournaments.web.serving import CHROMIUM, Site, needs_chromium, served

# one browser and one site for all: together on one worker
pytestmark = [needs_chromium, pytest.mark.xdist_group("reading")]

HOSTILE = '<img src=x onerror="document.title=1">'
LONG = "十三水机器人" * 6 + "十三水机"
PATHS = ("/", "/cups/spring", "/cups/spring/details", "/cups/spring/s1t1", "/cups/spring/replay/s1t1")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("runs")
    bots = [HOSTILE, LONG, "carol", "dave"]
    play_out(cup_of(bots, rounds=4, stage={"table_size": 2, "advance": 1}), root / "spring", ScriptedExecutor())
    names = [f"bot {number}" for number in range(64)]
    cup = cup_of(names, rounds=1, duplicate=False, stage={"table_size": 2, "advance": 1}, name="Sixty-four")
    play_out(cup, root / "big", ScriptedExecutor())
    with served(root) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_context(viewport={"width": 320, "height": 700}, locale="en-GB")
        browser.close()


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    made = browser.new_page()
    yield made
    made.close()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", PATHS)
def test_nothing_serious_is_in_the_way_of_anybody(site: Site, page: Page, path: str, language: str) -> None:
    page.goto(f"{site.address}{path}?lang={language}")
    if "replay" in path:
        page.locator(".viewer .seat").first.wait_for()
    found = Axe().run(page).response["violations"]
    serious = [(it["id"], it["nodes"][0]["html"]) for it in found if it["impact"] in {"serious", "critical"}]
    assert serious == []
    assert page.evaluate("document.documentElement.lang") == language


@pytest.mark.parametrize("path", PATHS)
def test_large_text_and_long_names_break_no_narrow_page(site: Site, page: Page, path: str) -> None:
    page.goto(f"{site.address}{path}")
    if "replay" in path:
        page.locator(".viewer .seat").first.wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.title() != "1", "a name ran as a script"


def test_eight_tabs_are_loaded_while_one_listens_for_all(site: Site, browser: BrowserContext) -> None:
    tabs = [browser.new_page() for _ in range(8)]
    for tab in tabs:
        tab.goto(f"{site.address}/cups/spring", wait_until="networkidle" if tab is tabs[0] else "load", timeout=2000)
    tabs[0].wait_for_function(
        "navigator.locks.query().then(({held, pending}) => held.length === 1 && pending.length === 7)", timeout=5000
    )
    for tab in tabs:
        tab.close()


@pytest.mark.parametrize("width", [390, 1440])
def test_a_bracket_of_64_scrolls_by_itself_and_can_be_seen_whole(site: Site, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site.address}/cups/big?lang=en")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    area = page.locator(".bracket")
    assert area.evaluate("it => it.scrollWidth > it.clientWidth")
    page.get_by_role("button", name="All of it").click()
    assert area.evaluate("it => it.scrollWidth <= it.clientWidth + 1")
    area.press("0")
    assert area.evaluate("it => it.scrollWidth > it.clientWidth")
    page.locator(".bracket a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/cups/big/s1t*")
