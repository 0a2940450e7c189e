"""The page of a game in a real browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from arena.shisanshui.cards import cards
from arena.shisanshui.evaluation import evaluate
from arena.shisanshui.ruleset import load_rules
from tests.tournaments.web.play import table
from tests.tournaments.web.play.playing import rows_of
from tests.tournaments.web.serving import CHROMIUM, Site, needs_chromium, served
from tournaments.store.store import Store
from tournaments.web.play.look import hint, look

# one browser and one site for all: together on one worker
pytestmark = [needs_chromium, pytest.mark.xdist_group("play-page")]
RULES = load_rules("standard")
LONG = "机器人" * 13 + "王"
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("runs")
    own = folder / "own" / "long"
    own.mkdir(parents=True)
    (own / "bot.toml").write_text(f'name = "{LONG}"\ncommand = ["python", "bot.py"]\n', encoding="utf-8")
    (own / "bot.py").write_text(
        "from protocol.sdk import Bot\n\n"
        "class Long(Bot):\n"
        "    def arrange(self, hand, table):\n"
        "        return hand[:3], hand[3:8], hand[8:]\n\n"
        "Long().run()\n"
    )
    with served(folder, "--play-bots", str(folder / "own")) as running:
        yield running


@contextmanager
def sat_down(browser: Browser, site: Site, **wishes: Any) -> Iterator[Page]:
    """A page on which the first hand is dealt; no script of it may fail."""
    bots, script = wishes.pop("bots", ["sample:random"]), wishes.pop("script", "")
    shape = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "has_touch": True}
    context = browser.new_context(**{**shape, **wishes.pop("context", {})})
    context.set_default_timeout(10_000)
    context.add_init_script(script)
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{site.address}/play")
    for seat, select in enumerate(page.locator("[name=bot]").all()[:3]):
        select.select_option(bots[seat] if seat < len(bots) else "")
    for key, value in {"rounds": "1", "name": "Ann", "time": "10m", **wishes}.items():
        field = page.locator(f"[name={key}]")
        if key == "time":
            field.evaluate("(field, time) => field.append(new Option(time))", value)
        (field.select_option if key in {"rules", "time", "on_late"} else field.fill)(value)
    page.locator("form.choose .lead").click()
    expect(page.locator(".pool .card")).to_have_count(13)
    try:
        yield page
        assert faults == []
    finally:
        if page.locator("#game").count():
            page.evaluate("fetch(location.pathname + '/leave', {method: 'POST'})")
            expect(page.locator("#after")).to_be_visible(timeout=20_000)
        context.close()


def hand_of(page: Page) -> list[str]:
    found: list[str] = page.locator(".felt .card").evaluate_all("all => all.map(it => it.dataset.card)")
    return found


def fouling(hand: list[str]) -> dict[str, list[str]]:
    """Return rows of the hand that foul."""
    for start in range(len(hand)):
        turned = hand[start:] + hand[:start]
        if evaluate(RULES, cards(turned)).outcome == "foul":
            return rows_of(turned)
    raise AssertionError(hand)


@pytest.fixture(scope="module")
def arranging(browser: Browser, site: Site) -> Iterator[Page]:
    """One hand for all tests that only move its cards."""
    with sat_down(browser, site) as page:
        yield page


@pytest.fixture
def page(arranging: Page) -> Page:
    arranging.locator("#back").click()
    return arranging


@pytest.mark.parametrize("way", [table.by_taps, table.by_mouse, table.by_finger, table.by_keys])
def test_every_way_lays_the_same_rows(page: Page, way: Callable[[Page, table.Rows], None]) -> None:
    wanted = hint(RULES, 2, hand_of(page))
    way(page, wanted)
    assert table.laid(page) == {row: set(wanted[row]) for row in table.ROWS}
    expect(page.locator("#lay")).to_be_enabled()


def test_a_swipe_beside_the_cards_scrolls_and_one_on_a_card_does_not(page: Page) -> None:
    x, y = table.centre(page.locator(".pool .card").first)
    at = page.evaluate("scrollY")
    table.swipe(page, (x, y), (x, y - 150))
    assert page.evaluate("scrollY") == at
    page.evaluate("scrollTo(0, 0)")
    beside = page.locator("#opponents").bounding_box()
    assert beside is not None
    table.swipe(page, (60, beside["y"] + 5), (60, beside["y"] - 95), steps=8)
    page.wait_for_function("scrollY > 0")


def test_a_card_dragged_onto_a_full_row_changes_places(page: Page) -> None:
    hand = hand_of(page)
    table.by_taps(page, {**rows_of(hand), "middle": [], "back": []})
    card, other = hand[0], hand[12]
    page.mouse.move(*table.centre(table.card(page, other)))
    page.mouse.down()
    page.mouse.move(*table.centre(table.card(page, card)), steps=3)
    page.mouse.up()
    assert table.laid(page)["front"] == {hand[1], hand[2], other}


def test_a_foul_is_shown_before_it_is_laid(page: Page) -> None:
    table.by_taps(page, fouling(hand_of(page)))
    expect(page.locator("#verdict")).to_contain_text("Foul 倒水")
    expect(page.locator("#lay")).to_have_text("Lay it as a foul")


def test_buttons_lift_the_best_of_a_kind(page: Page) -> None:
    best = look(RULES, [[], [], []], hand_of(page), False)["lifts"]
    for kind, cards_of_it in best.items():
        page.locator(f'[data-lift="{kind}"]').click()
        picked = page.locator(".card.picked").evaluate_all("all => all.map(it => it.dataset.card)")
        assert set(picked) == set(cards_of_it)
    page.keyboard.press("Escape")
    expect(page.locator(".card.picked")).to_have_count(0)


def test_the_hand_is_sorted_by_suit_too(page: Page) -> None:
    page.locator("#by-suit").click()
    suits = "".join(text[1] for text in hand_of(page))
    assert all(suit * suits.count(suit) in suits for suit in "shdc")
    page.locator("#by-rank").click()


@pytest.mark.long
def test_a_double_click_lays_once_and_the_record_is_a_click_away(browser: Browser, site: Site) -> None:
    with sat_down(browser, site) as page:
        second_tab = page.context.new_page()
        second_tab.goto(page.url)
        expect(second_tab.locator(".pool .card")).to_have_count(13)
        page.locator("#hint").click()
        expect(page.locator("#verdict")).to_have_text("Assisted: the hint was taken in this round.")
        expect(page.locator("#lay")).to_be_enabled()
        page.locator("#lay").dblclick()
        expect(page.locator("dialog")).to_contain_text("Round 1")
        expect(second_tab.locator("dialog")).to_contain_text("Round 1")
        page.locator("dialog .lead").click()
        page.locator("#replay").click()
        expect(page.locator("#viewer")).to_contain_text("Ann")
        record = page.url.partition("/cups/play.")[2].partition("/")[0]
        with Store.read(site.root / "play" / record) as store:
            stored = store.match("s1t1")
        assert stored is not None
        assert (stored.result.stale, stored.result.strikes) == ([0, 0], [])
        assert stored.result.assisted == [[0, 0, 1]]


SIX_PAIRS = ["As", "Ah", "Kd", "Ks", "Qd", "Qs", "Jd", "Js", "9h", "9d", "7h", "7c", "2s"]


@pytest.mark.long
def test_a_special_hand_is_declared_at_once_or_declined(browser: Browser, site: Site) -> None:
    """A special hand is rare, so the page is given one; the server is asked what it is worth."""
    with sat_down(browser, site, rules="common") as page:
        view = page.evaluate("fetch(location.pathname + '/view').then(answer => answer.json())")
        sent: list[Any] = []

        def take(route: Route) -> None:
            sent.append(route.request.post_data_json)
            route.fulfill(json={"first": True})

        page.route("**/stream", lambda route: route.abort())
        page.route("**/view", lambda route: route.fulfill(json={**view, "hand": SIX_PAIRS, "holds": "six-pairs"}))
        page.route("**/lay", take)
        page.reload()
        lay = page.locator("#lay")
        expect(lay).to_have_text("Declare six-pairs 六对半")
        expect(lay).to_be_enabled()
        page.locator("#decline").check()
        expect(lay).to_have_text("Lay")
        expect(lay).to_be_disabled()
        table.by_taps(page, hint(RULES, 2, SIX_PAIRS))
        expect(lay).to_be_enabled()
        page.locator("#back").click()
        page.locator("#decline").uncheck()
        lay.click()
        page.wait_for_function("document.querySelector('#pool').children.length === 0")
        (laid,) = sent
        assert sorted(laid["front"] + laid["middle"] + laid["back"]) == sorted(SIX_PAIRS)
        assert not laid["decline"]
        page.unroute_all()
        page.reload()


def test_reload_offline_and_a_wrong_clock_change_nothing(browser: Browser, site: Site) -> None:
    wrong = "const Real = Date; Date = class extends Real { static now() { return Real.now() - 86400000; } }"
    with sat_down(browser, site, script=wrong, time="10m") as page:
        hand = hand_of(page)
        wanted = hint(RULES, 2, hand)
        table.by_taps(page, {**wanted, "back": []})
        page.reload()
        expect(page.locator(".felt .card")).to_have_count(13)
        kept = {**{row: set(wanted[row]) for row in table.ROWS}, "back": set()}
        assert table.laid(page) == kept
        page.context.set_offline(True)
        table.by_taps(page, {"front": [], "middle": [], "back": wanted["back"]})
        expect(page.locator("#warning")).to_have_text("No connection; trying again …")
        page.wait_for_timeout(3000)
        page.context.set_offline(False)
        expect(page.locator("#lay")).to_be_enabled()
        expect(page.locator("#warning")).to_be_hidden()
        assert table.laid(page) == {row: set(wanted[row]) for row in table.ROWS}
        left = page.evaluate("fetch(location.pathname + '/view').then(it => it.json()).then(it => it.left_ms)")
        minutes, seconds = (page.locator("#left").text_content() or "").split(":")
        assert abs(60 * int(minutes) + int(seconds) - left / 1000) < 3


@pytest.mark.long
def test_when_time_is_up_the_page_says_so_and_lets_the_referee_decide(browser: Browser, site: Site) -> None:
    hears = "new MutationObserver(() => window.said.push(document.querySelector('#state').textContent))"
    with sat_down(browser, site, time="2s") as page:
        page.evaluate(f"window.said = []; {hears}.observe(document.querySelector('#state'), {{childList: true}})")
        expect(page.locator("dialog")).to_contain_text("foul 倒水")
        expect(page.locator("#warning")).to_contain_text("You were late in round 1")
        assert "Time is up: the referee decides." in page.evaluate("window.said")


@pytest.mark.parametrize("locale", ["en-GB", pytest.param("zh-CN", marks=pytest.mark.long)])
def test_it_can_be_read_by_everyone_and_hostile_names_break_nothing(browser: Browser, site: Site, locale: str) -> None:
    context = {"viewport": {"width": 320, "height": 640}, "locale": locale, "reduced_motion": "reduce"}
    with sat_down(browser, site, name=HOSTILE, bots=["cup:long", "sample:random"], context=context) as page:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_readable(page)
        page.locator("#hint").click()
        page.locator("#lay").click()
        expect(page.locator("dialog")).to_be_visible()
        expect(page.locator("dialog")).to_contain_text(HOSTILE)
        assert_readable(page)
        page.goto(f"{site.address}/play")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_readable(page)
        page.go_back()


def assert_readable(page: Page) -> None:
    """Nothing serious for axe, and nothing wider than the screen."""
    found = Axe().run(page).response["violations"]
    serious = [
        (it["id"], [node["html"] for node in it["nodes"]]) for it in found if it["impact"] in {"serious", "critical"}
    ]
    assert serious == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
