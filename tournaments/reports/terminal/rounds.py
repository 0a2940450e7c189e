"""Rounds on the terminal: cards in aligned rows, what they are, and who pays whom for what."""

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from arena.language import _, told
from arena.shisanshui.cards import NUMBERS
from protocol.text import Listed, Said
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.words import ROWS, beside, card, fault_word, outcome, payment, row_type, special_hand
from tournaments.results.replay import Costly, RoundView, SeatView

WATER: Final = Column(beside("Water", "水"), "figure")
_CARDS: Final = tuple(Column(row) for row in ROWS)


def show_round(console: Console, view: RoundView) -> None:
    """Print the round."""
    heading = Said("{match} · leg {leg} · round {round}", match=view.match, leg=view.leg, round=view.round)
    lines = []
    for seat in view.seats:
        lines.append(Line((seat.bot, f"{seat.water:+d}", *_cards(seat, console.encoding), _outcome(seat))))
        lines.append(Line(("", "", *_row_names(seat), ""), style="dim"))
    columns = [Column(Said("Bot")), WATER, *_CARDS, Column()]
    console.print(table(console.width, Said("{round} · void", round=heading) if view.void else heading, columns, lines))
    console.print()
    for line in payments(view):
        console.print(line, highlight=False, markup=False)
    console.print()


def show_extreme(console: Console, bot: str, found: list[Costly]) -> None:
    """Print the rounds, one a line, with the bot's own rows."""
    if not found:
        console.print(Text(_("{bot}: no round of it is in a match that is over and counts.", bot=bot)))
        return
    lines = []
    for costly in found:
        seat = next(seat for seat in costly.view.seats if seat.bot == bot)
        place = f"{costly.match} {costly.round}.{costly.leg}"
        lines.append(Line((f"{costly.water:+d}", place, *_cards(seat, console.encoding), _outcome(seat))))
    columns = [WATER, Column(Said("Round"), "whole"), *_CARDS, Column()]
    console.print(table(console.width, "", columns, lines))


def cards(texts: list[str] | None, encoding: str = "utf-8") -> Text:
    """Return cards side by side, the highest first, never broken; red suits red."""
    line = Text(no_wrap=True)
    for text in sorted(texts or (), key=NUMBERS.__getitem__, reverse=True):
        face, style = card(text, encoding)
        line.append(("" if not line else " ") + told(face), style=style)
    return line if texts else Text("–", no_wrap=True)


def payments(view: RoundView) -> Iterator[str]:
    """Yield who pays whom and for what: `a pays b 5 water: front row 头墩 1, back row 尾墩 4`."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for move in view.transfers:
        parts = found.setdefault((move.source or _("the table"), move.target or _("the table")), {})
        parts[move.reason] = parts.get(move.reason, 0) + move.water
    for (source, target), parts in found.items():
        yield "  " + _(
            "{source} pays {target} {water} water: {reasons}",
            source=source,
            target=target,
            water=sum(parts.values()),
            reasons=Listed(Said("{reason} {water}", reason=payment(it), water=water) for it, water in parts.items()),
        )


def _cards(seat: SeatView, encoding: str) -> list[Text]:
    return [cards(row, encoding) for row in (seat.front, seat.middle, seat.back)]


def _row_names(seat: SeatView) -> list[str]:
    if seat.types is None:
        return ["", "", ""]
    return [told(row_type(kind, front=place == 0)) for place, kind in enumerate(seat.types)]


def _outcome(seat: SeatView) -> str:
    """Return the special hand, the foul, the stand-in, and the fault that led to it."""
    words: list[Said | str] = [special_hand(seat.special)] if seat.special is not None else []
    words += [
        outcome(seat.outcome),
        Said("stand-in") if seat.stand_in else "",
        Said("assisted") if seat.assisted else "",
        fault_word(seat.code) if seat.code else "",
    ]
    return told(Listed(word for word in words if word))
