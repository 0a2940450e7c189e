"""A bot's decisions on the terminal, each with the better arrangement below it."""

from rich.console import Console
from rich.text import Text

from arena.language import _, told
from protocol.text import Counted, Listed, Said
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.terminal.rounds import cards
from tournaments.reports.words import ROWS, beside, outcome, special_hand
from tournaments.results.analysis import Analysis, Laid


def show_analysis(console: Console, found: Analysis) -> None:
    """Print the average and the worst decisions."""
    error = "" if found.error95 is None else f" ± {found.error95:.3f}"
    left_out = Counted(found.faults, "; {number} round decided by a fault", "; {number} rounds decided by a fault")
    console.print(
        Text(
            _(
                "{bot}: gave away {loss:.3f}{error} of expected {water} a decision, over {decisions} in {deals}"
                "{left_out}. {best:.0%} could not be bettered.",
                bot=found.bot,
                loss=found.loss,
                error=error,
                water=beside("water", "水"),
                decisions=Counted(found.decisions, "{number} decision", "{number} decisions"),
                deals=Counted(found.deals, "{number} deal", "{number} deals"),
                left_out=Said("{rounds} left out", rounds=left_out) if found.faults else "",
                best=found.best,
            )
        )
    )
    if found.error95 is not None:
        console.print(Text(_("Each ± is half of a 95 % interval."), style="dim"))
    if not found.worst:
        return
    columns = [
        Column(Said("Round"), "whole"),
        Column(Said("Loss"), "figure"),
        Column(Said("Value"), "figure"),
        *map(Column, ROWS),
        Column(),
    ]
    lines = []
    for it in found.worst:
        lines.append(Line((it.match, f"{it.loss:.2f}", *_cells(it.laid, Said("played"), console.encoding))))
        lines.append(
            Line((f"{it.round}.{it.leg}", "", *_cells(it.better, Said("better"), console.encoding)), style="green")
        )
    console.print()
    heading = Said("The worst decisions, in expected {water}", water=beside("water", "水"))
    console.print(table(console.width, heading, columns, lines))


def _cells(laid: Laid, which: Said, encoding: str) -> tuple[str | Text, ...]:
    rows = (cards(row, encoding) for row in (laid.front, laid.middle, laid.back))
    hand = special_hand(laid.special) if laid.special is not None else outcome(laid.outcome)
    return f"{laid.water:+.2f}", *rows, told(Listed(words for words in (which, hand) if words))
