"""A real cup watched in a real browser while it is played."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.places import ARENA
from tests.tournaments.running import prepare
from tests.tournaments.web.serving import CHROMIUM, Site, needs_chromium, served
from tournaments.layout import EVENTS

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
        if "data-card" in answer:
            played = re.search(r"In play: (\d+) of (\d+)", answer)
            assert played is not None
            assert int(played[1]) > int(played[2]) // 2, "a deal is shown in the last leg only"
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


def test_a_narrow_page_scrolls_only_where_it_is_meant_to(tmp_path: Path, site: Site, page: Page) -> None:
    prepare(tmp_path)
    subprocess.run([ARENA, "tournament", "run", "cup.toml"], cwd=tmp_path, capture_output=True, check=True)
    for path in ("/", "/cups/cup", "/cups/cup/details", "/cups/cup/s1t1"):
        page.goto(site.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
