"""`arena arrange` on the terminal: rows under each other, suits in colour, and a sentence on what decides."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.terminal.card_text import card_text
from arena.cli.terminal.terms import row_term, row_type_term, special_term
from arena.language import Paired, _, told
from arena.shisanshui.arranger.advice import PARTS, Advice, reason
from arena.shisanshui.arranger.choice import Arranger
from arena.shisanshui.arranger.classes import VALUES
from arena.shisanshui.rows import row_type
from arena.shisanshui.settlement import ROWS
from protocol.text import Listed, Said

_WIDTH: Final = 80
_SAME: Final = 0.005
"""Water that makes no difference."""


def show_advice(arranger: Arranger, held: Sequence[int], found: list[Advice], most: int) -> None:
    """Print the hand, the best `most` arrangements, and why the first is better than the second."""
    console = Console(emoji=False, highlight=False)
    console.width = min(console.width, _WIDTH)
    rules, players = arranger.rules, arranger.table.players
    table = _("{rules}, {players} players", rules=Paired(rules.name, rules.chinese), players=players)
    console.print(card_text(held, console.encoding).append(f"   {table}", style="dim"))
    for number, advice in enumerate(found[:most], 1):
        console.print()
        console.print(_heading(number, advice))
        console.print(_rows(advice, console.encoding))
    if len(found) > 1:
        console.print()
        console.print(told(because(found[0], found[1])))


def because(better: Advice, worse: Advice) -> Said:
    """Say in one sentence what makes the first better than the second."""
    why = reason(better, worse)
    if abs(why.margin) < _SAME:
        return Said("The first two are worth the same.")
    margin = f"{why.margin:.2f}"
    if not why.gains:
        return Said(
            "The first ({one}) is {margin} water better than the second ({other}).",
            margin=margin,
            one=_outcome(better),
            other=_outcome(worse),
        )
    if not why.costs:
        return Said(
            "The first is {margin} water better than the second: {gains}.", margin=margin, gains=_parts(why.gains)
        )
    return Said(
        "The first is {margin} water better than the second: it gains in {gains}, more than it gives up in {costs}.",
        margin=margin,
        gains=_parts(why.gains),
        costs=_parts(why.costs),
    )


def _parts(waters: list[tuple[int, float]]) -> Said:
    return Listed(Said("{part} {water}", part=Paired(*PARTS[part]), water=f"{water:.2f}") for part, water in waters)


def _outcome(advice: Advice) -> Said | str:
    choice = advice.choice
    if choice.special is not None:
        return special_term(choice.special)
    if choice.outcome == "foul":
        return Said("a foul 倒水 on purpose")
    return Said("rows, the special hand declined") if choice.decline else Said("plain rows")


def _heading(number: int, advice: Advice) -> Text:
    line = Text(f"{number}. ").append(_("{water} water 水", water=f"{advice.choice.water:+.2f}"), style="bold")
    if advice.choice.outcome != "plain" or advice.choice.decline:
        line.append(f"  {told(_outcome(advice))}", style="yellow")
    if advice.expectation is not None:
        chances = _(
            "gun 打枪 {gun}  home run 通杀 {home_run}",
            gun=f"{advice.expectation.gun:.0%}",
            home_run=f"{advice.expectation.home_run:.1%}",
        )
        line.append(f"  {chances}")
    return line


def _rows(advice: Advice, encoding: str) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    for cells in _row_cells(advice, encoding):
        grid.add_row(*cells)
    return grid


def _row_cells(advice: Advice, encoding: str) -> Iterator[list[Text | str]]:
    cards = advice.choice.cards
    for place, laid in enumerate((cards[:3], cards[3:8], cards[8:])):
        kind = row_type(int(VALUES[advice.choice.classes[place]]))
        chance = "" if advice.expectation is None else f"{advice.expectation.win[place]:.0%}"
        yield [
            f"   {row_term(ROWS[place])}",
            card_text(laid, encoding),
            row_type_term(kind, in_front=place == 0),
            _("wins {chance}", chance=chance) if chance else "",
        ]
