"""A real cup watched in a real browser while it is played."""

import json
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.places import ARENA
from tests.tournaments.running import prepare
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tests.tournaments.web.serving import CHROMIUM, Site, needs_chromium, served
from tournaments.layout import EVENTS, LIVE
from tournaments.web.news import said_of

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB").new_page()
        browser.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "runs").mkdir()
    with served(tmp_path / "runs") as running:
        yield running


def test_what_happens_is_shown_without_a_reload_and_never_before_it_may_be(
    tmp_path: Path, site: Site, page: Page
) -> None:
    cup = prepare(tmp_path) / "cup.toml"
    cup.write_text(
        cup.read_text().replace("duplicate = false", "duplicate = true").replace("rounds = 4", "rounds = 40")
    )
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    run = subprocess.Popen([ARENA, "tournament", "run", "cup.toml"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    while not (tmp_path / "runs" / "cup" / EVENTS).exists():
        assert run.poll() is None
    page.goto(f"{site.address}/cups/cup")
    page.evaluate("window.stillHere = true")
    while run.poll() is None:
        answer = site.get("/cups/cup/s1t1?part=live").body
        legs = re.findall(r"<h3>Round \d+, leg (\d+)</h3>", answer)
        assert set(legs) <= {"2"}, "a deal is shown when its last leg is played"
        with suppress(FileNotFoundError):
            live = json.loads((tmp_path / "runs" / "cup" / LIVE / "s1t1.json").read_bytes())
            assert all([each["leg"] for each in deal] == [0, 1] for deal in live["deals"])
    assert run.returncode == 0
    expect(page.get_by_role("status")).to_contain_text("has won the cup", timeout=2000)
    assert page.evaluate("window.stillHere"), "it was not loaded again"
    numbers = page.locator(".news li").evaluate_all("lines => lines.map(line => Number(line.dataset.number))")
    assert numbers == sorted(set(numbers), reverse=True)
    told = (tmp_path / "runs" / "cup" / EVENTS).read_text().splitlines()
    assert numbers[0] == len(told)
    status = subprocess.run(
        [ARENA, "tournament", "status", "runs/cup", "--json"], cwd=tmp_path, capture_output=True, check=True
    )
    assert json.loads(status.stdout) == site.json("/cups/cup/status.json")
    assert faults == []


@pytest.mark.long
def test_a_server_that_is_killed_and_started_loses_nothing_and_doubles_nothing(tmp_path: Path, page: Page) -> None:
    cup = prepare(tmp_path) / "cup.toml"
    cup.write_text(cup.read_text().replace("rounds = 4", "rounds = 300"))
    events = tmp_path / "runs" / "cup" / EVENTS
    site = Site(tmp_path / "runs")
    run = subprocess.Popen([ARENA, "tournament", "run", "cup.toml"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        while not events.exists():
            assert run.poll() is None
        page.goto(f"{site.address}/cups/cup")
        page.evaluate("window.stillHere = true")
        expect(page.locator(".news li").first).to_be_visible()
        site.kill()
        told = len(events.read_bytes().splitlines())
        while len(events.read_bytes().splitlines()) < told + 2:
            assert run.poll() is None, "the cup was over too soon to show anything"
        with served(tmp_path / "runs", port=site.port) as again:
            assert run.wait() == 0
            expect(page.get_by_role("status")).to_contain_text("has won the cup", timeout=15_000)
            assert page.evaluate("window.stillHere"), "it was not loaded again"
            lines = enumerate(events.read_bytes().splitlines(), start=1)
            news = [number for number, line in lines if said_of(json.loads(line)) is not None]
            expect(page.locator(f'.news li[data-number="{news[-1]}"]')).to_be_visible()
            numbers = page.locator(".news li").evaluate_all("lines => lines.map(line => Number(line.dataset.number))")
            assert numbers == news[: -len(numbers) - 1 : -1]
            assert len(numbers) > 3
            assert again.json("/cups/cup/status.json")["finished"]
    finally:
        site.kill()
        run.kill()
        run.wait()


FLOWN = """
window.flown = [];
new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (node.classList?.contains("shot")) window.flown.push(node.textContent);
}).observe(document, { childList: true, subtree: true });
"""
"""Notes what each movement says when it begins."""


@pytest.fixture(scope="module")
def rich_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A cup whose first match has guns and home runs."""
    root = tmp_path_factory.mktemp("runs")
    play_out(cup_of(rounds=150), root / "spring", ScriptedExecutor())
    with served(root) as site:
        yield site


@pytest.mark.parametrize("mark", [1, 2], ids=["gun", "home-run"])
def test_guns_and_home_runs_fly_once_for_each_payment_and_can_be_skipped(
    mark: int, rich_site: Site, page: Page
) -> None:
    index = rich_site.json("/cups/spring/replay/s1t1.json")["index"]
    number, leg, _ = next(entry for entry in index if entry[2] == mark)
    fresh = page.context.new_page()
    fresh.add_init_script(FLOWN)
    fresh.goto(f"{rich_site.address}/cups/spring/replay/s1t1?round={number}&leg={leg}&step=guns")
    paid = fresh.locator(".pays li.big")
    expect(paid.first).to_be_visible()
    expect(fresh.locator("#viewer")).to_have_attribute("data-shots", str(paid.count()))
    flown = fresh.evaluate("window.flown")
    words = ["打枪" if "打枪" in text else "全垒打" for text in paid.all_text_contents()]
    assert sorted(flown) == sorted(words)
    assert ("全垒打" in flown) == (mark == 2)
    fresh.get_by_role("button", name="four colours").click()
    fresh.keyboard.press("ArrowRight")
    expect(fresh.get_by_role("status")).to_have_text("The sum of the round")
    expect(fresh.locator(".shot")).to_have_count(0)
    assert fresh.evaluate("window.flown") == flown
    fresh.close()


def test_a_shared_address_opens_that_step(rich_site: Site, page: Page) -> None:
    site = rich_site
    number, leg, _ = next(entry for entry in site.json("/cups/spring/replay/s1t1.json")["index"] if entry[2])
    page.goto(f"{site.address}/cups/spring/replay/s1t1?round={number}&leg={leg}&step=guns")
    expect(page.locator(".pays li.big").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("The sum of the round")
    assert f"round={number}&leg={leg}&step=sum" in page.url
    page.get_by_role("button", name="running totals").click()
    assert "spoiler=off" in page.url
    head = site.get(f"/cups/spring/replay/s1t1?round={number}&leg={leg}").body
    picture = re.search(r'og:image" content="([^"]+)"', head)
    assert picture is not None
    drawn = page.request.get(picture[1])
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.body().startswith(b"\x89PNG")
    assert re.search(rf'og:description" content="Round {number} of s1t1: [^"]* · \d+ guns?', head)


def test_with_reduced_motion_guns_are_words(rich_site: Site, page: Page) -> None:
    site = rich_site
    number, leg, _ = next(entry for entry in site.json("/cups/spring/replay/s1t1.json")["index"] if entry[2])
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site.address}/cups/spring/replay/s1t1?round={number}&leg={leg}&step=guns")
    expect(page.locator(".pays li.big").first).to_contain_text("打枪")
    expect(page.locator(".shot")).to_have_count(0)
    page.emulate_media(reduced_motion="no-preference")


@pytest.mark.long
def test_a_narrow_page_scrolls_only_where_it_is_meant_to(tmp_path: Path, site: Site, page: Page) -> None:
    prepare(tmp_path)
    subprocess.run([ARENA, "tournament", "run", "cup.toml"], cwd=tmp_path, capture_output=True, check=True)
    for path in ("/", "/cups/cup", "/cups/cup/details", "/cups/cup/s1t1", "/cups/cup/replay/s1t1"):
        page.goto(site.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def test_a_run_with_pages_ends_with_them(tmp_path: Path) -> None:
    prepare(tmp_path)
    done = subprocess.run(
        [ARENA, "tournament", "run", "cup.toml", "--web", "--port", "0"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "http://127.0.0.1:" in done.stdout
    assert "To look at it on pages: arena web --root runs" in done.stdout
    assert done.stderr == ""
