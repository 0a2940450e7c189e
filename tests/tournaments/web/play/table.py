"""The table in a browser: cards moved by mouse, finger, tap and key, and what lies where."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, Page

ROWS = ("front", "middle", "back")
Rows = Mapping[str, Sequence[str]]


def card(page: Page, text: str) -> Locator:
    return page.locator(f'.felt [data-card="{text}"]')


def laid(page: Page) -> dict[str, set[str]]:
    """Return the cards in each row."""
    return {
        row: set(page.locator(f'[data-place="{row}"] .card').evaluate_all("all => all.map(it => it.dataset.card)"))
        for row in ROWS
    }


def centre(place: Locator) -> tuple[float, float]:
    """Return the middle of something on the table, all of which is in view then."""
    place.page.evaluate("document.querySelector('.felt').scrollIntoView({block: 'start'})")
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_taps(page: Page, rows: Rows) -> None:
    for row in ROWS:
        for text in rows[row]:
            card(page, text).tap()
        if not rows[row]:
            continue
        page.locator(f'[data-put="{row}"]').tap()


def by_mouse(page: Page, rows: Rows) -> None:
    for row in ROWS:
        for text in rows[row]:
            page.mouse.move(*centre(card(page, text)))
            page.mouse.down()
            page.mouse.move(*centre(page.locator(f'[data-place="{row}"] .slots')), steps=3)
            page.mouse.up()


def by_finger(page: Page, rows: Rows) -> None:
    for row in ROWS:
        for text in rows[row]:
            swipe(page, centre(card(page, text)), centre(page.locator(f'[data-place="{row}"] .slots')))


def by_keys(page: Page, rows: Rows) -> None:
    """Only keys: to the hand with Tab, from card to card with the arrows."""
    for number, row in enumerate(ROWS, 1):
        for text in rows[row]:
            page.locator("#pool .card").first.focus()
            while page.evaluate("document.activeElement.dataset.card") != text:
                before = page.evaluate("document.activeElement.dataset.at")
                page.keyboard.press("ArrowRight")
                assert page.evaluate("document.activeElement.dataset.at") != before, f"{text} is not reached"
            page.keyboard.press("Enter")
        page.keyboard.press(str(number))


def swipe(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 4) -> None:
    """Move a finger from one point to another."""
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for step in range(1, steps + 1):
        part = step / steps
        touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    touch("touchEnd")
    session.detach()
