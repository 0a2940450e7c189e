"""A round on the terminal: cards in aligned rows, what they are, and who pays whom for what."""

from collections.abc import Iterator
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from arena.shisanshui.cards import NUMBERS
from arena.shisanshui.rows import ROW_TYPE_CHINESE, ROW_TYPE_IDS
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import SPECIALS
from protocol.reasons import MEANING
from tournaments.results.replay import Costly, RoundView, SeatView

SUITS: Final = {"s": ("♠", ""), "h": ("♥", "red"), "d": ("♦", "red"), "c": ("♣", "")}
JOKERS: Final = {"Xs": ("小王", "yellow"), "Xb": ("大王", "yellow")}
_TYPES: Final = dict(zip(ROW_TYPE_IDS, ROW_TYPE_CHINESE, strict=True))
_SPECIALS: Final = {special.id: special.chinese for special in SPECIALS}
OUTCOMES: Final = {"foul": "倒水", "escaped": "逃跑"}
_TRIPLE: Final = "三尖刀"
"""What three of a kind are called in front."""


def show_round(console: Console, view: RoundView) -> None:
    """Print the round, at most 80 columns wide."""
    grid = Grid(
        title=f"{view.match} · leg {view.leg} · round {view.round} 第 {view.round} 局" + " · void 作废" * view.void,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    grid.add_column("Bot", max_width=16)
    grid.add_column("水", justify="right")
    for name in ("Front 头墩", "Middle 中墩", "Back 尾墩", ""):
        grid.add_column(name, no_wrap=name != "")
    for seat in view.seats:
        grid.add_row(Text(seat.bot), f"{seat.water:+d}", *map(cards, _rows(seat)), _outcome(seat))
        grid.add_row("", "", *_row_names(seat), "", style="dim")
    console.print(grid)
    for line in payments(view):
        console.print(line, highlight=False, markup=False)


def show_extreme(console: Console, bot: str, found: list[Costly]) -> None:
    """Print the rounds, one a line, with the bot's own rows."""
    if not found:
        console.print(Text(f"{bot}: no round of it is in a match that is over and counts."))
        return
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    grid.add_column("水", justify="right")
    grid.add_column("Round")
    for name in ("Front 头墩", "Middle 中墩", "Back 尾墩", ""):
        grid.add_column(name, no_wrap=name != "")
    for costly in found:
        seat = next(seat for seat in costly.view.seats if seat.bot == bot)
        place = f"{costly.match} {costly.round}.{costly.leg}"
        grid.add_row(f"{costly.water:+d}", place, *map(cards, _rows(seat)), _outcome(seat))
    console.print(grid)


def cards(texts: list[str] | None) -> Text:
    """Cards side by side, the highest first, each in two columns; red suits red."""
    line = Text()
    for text in sorted(texts or (), key=NUMBERS.__getitem__, reverse=True):
        word, style = JOKERS.get(text) or (text[0] + SUITS[text[1]][0], SUITS[text[1]][1])
        line.append(("" if not line else " ") + word, style=style)
    return line if texts else Text("–")


def payments(view: RoundView) -> Iterator[str]:
    """Who pays whom in all, and for what: `a pays b 5 水: 头墩 1, 尾墩 4`."""
    found: dict[tuple[str, str], dict[str, int]] = {}
    for move in view.transfers:
        parts = found.setdefault((move.source or "the table", move.target or "the table"), {})
        word = REASONS[move.reason][1]  # type: ignore[index]
        parts[word] = parts.get(word, 0) + move.water
    for (source, target), parts in found.items():
        why = ", ".join(f"{word} {water}" for word, water in parts.items())
        yield f"  {source} pays {target} {sum(parts.values())} 水: {why}"


def _rows(seat: SeatView) -> tuple[list[str] | None, ...]:
    return seat.front, seat.middle, seat.back


def _row_names(seat: SeatView) -> list[str]:
    if seat.types is None:
        return ["", "", ""]
    front, middle, back = (_TYPES[kind] for kind in seat.types)
    return [_TRIPLE if seat.types[0] == "three-of-a-kind" else front, middle, back]


def _outcome(seat: SeatView) -> str:
    """The special hand, the foul, the stand-in, and the fault that led to it."""
    words = [_SPECIALS[seat.special]] if seat.special is not None else []
    words += [OUTCOMES[seat.outcome]] if seat.outcome in OUTCOMES else []
    words += ["接管"] if seat.stand_in else []
    words += [MEANING[seat.code][1]] if seat.code else []  # type: ignore[index]
    return " ".join(words)
