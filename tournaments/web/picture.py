"""A round as a picture, for where an address is shown with one: 1200 × 630 pixels, as such places expect."""

import html
from collections.abc import Iterator
from typing import Final

import resvg_py

from arena.language import told
from tournaments.reports.html.svg_text import cut
from tournaments.reports.numbers import water_text
from tournaments.reports.words import card, special_hand
from tournaments.results.replay import RoundView, SeatView

WIDTH: Final = 1200
HEIGHT: Final = 630
_CARD: Final = 84, 58
_INK: Final = {"": "#16201c", "red": "#c0201a", "yellow": "#a06a00"}
_FONTS: Final = "'Noto Sans CJK SC', 'Noto Sans', 'DejaVu Sans', sans-serif"


def picture(view: RoundView) -> bytes:
    """Return the round as PNG: every seat's rows and water."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing(view)))


def drawing(view: RoundView) -> str:
    """Return the round as SVG.

    >>> drawing(RoundView("s1t1", 1, 7, [], []))[:4]
    '<svg'
    """
    columns = 2 if len(view.seats) <= 4 else 4
    lines = (len(view.seats) + columns - 1) // columns
    width, height = WIDTH / columns, (HEIGHT - 70) / max(lines, 1)
    scale = min(1.0, width / 560, height / 270)
    seats = [
        f'<g transform="translate({column * width:g} {70 + line * height:g}) scale({scale:.3f})">'
        f"{''.join(_seat(seat))}</g>"
        for number, seat in enumerate(view.seats)
        for line, column in (divmod(number, columns),)
    ]
    head = html.escape(f"{view.match} · {view.round}.{view.leg}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="{_FONTS}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#0f5f46"/>'
        f'<text x="24" y="46" font-size="32" fill="#fff" font-weight="700">十三水 · {head}</text>{"".join(seats)}</svg>'
    )


def _seat(seat: SeatView) -> Iterator[str]:
    name = html.escape(cut(seat.bot, 230))
    word = html.escape(told(special_hand(seat.special))) if seat.special else ""
    colour = "#b7f0cd" if seat.water >= 0 else "#ffc4bd"
    yield f'<text x="24" y="30" font-size="26" fill="#fff">{name}</text>'
    yield f'<text x="430" y="30" font-size="28" font-weight="700" fill="{colour}">{water_text(seat.water)}</text>'
    yield f'<text x="24" y="262" font-size="22" fill="#ffe08a">{word}</text>'
    rows = (seat.front, seat.middle, seat.back)
    if seat.front is None:
        rows = (seat.hand[:3], seat.hand[3:8], seat.hand[8:])
    for line, row in enumerate(rows):
        for place, text in enumerate(row or ()):
            yield from _card(24 + place * (_CARD[0] + 5), 44 + line * (_CARD[1] + 6), text)


def _card(x: int, y: int, text: str) -> Iterator[str]:
    face, colour = card(text)
    yield f'<rect x="{x}" y="{y}" width="{_CARD[0]}" height="{_CARD[1]}" rx="5" fill="#fffdf8"/>'
    yield (
        f'<text x="{x + _CARD[0] / 2:g}" y="{y + 40}" font-size="30" font-weight="700" text-anchor="middle"'
        f' fill="{_INK[colour]}">{html.escape(told(face))}</text>'
    )
