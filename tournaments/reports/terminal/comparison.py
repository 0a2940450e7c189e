"""Two bots compared, on the terminal: who is better by how much, and the hands in which they differ most."""

from rich.console import Console
from rich.text import Text

from arena.language import _, told
from protocol.text import Counted, Listed, Said
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.terminal.rounds import cards
from tournaments.reports.words import ROWS, beside, outcome, special_hand
from tournaments.results.analysis import Laid
from tournaments.results.comparison import Comparison, Margin

_VERDICTS = {
    "better": Said("{new} is better than {old}"),
    "worse": Said("{new} is worse than {old}"),
    "unclear": Said("it is not clear whether {new} or {old} is better"),
}


def margin_said(margin: Margin) -> Said:
    """Return how far the new bot is ahead, in one line."""
    error = "" if margin.error95 is None else f" ± {margin.error95:.2f}"
    deals = Counted(margin.deals, "{number} deal", "{number} deals")
    return Said("{ahead:+.2f}{error} water 水 a deal over {deals}", ahead=margin.water, error=error, deals=deals)


def show_comparison(console: Console, found: Comparison) -> None:
    """Print the verdict, the difference in water and Elo, and the hands."""
    verdict = _VERDICTS[found.verdict]
    words = Said(verdict.template, new=found.new, old=found.old)
    sure = "" if found.verdict == "unclear" else Said(", {confidence:.1%} sure", confidence=found.confidence)
    style = {"better": "green", "worse": "red"}.get(found.verdict, "yellow")
    console.print(Text(_("{verdict}{sure}", verdict=words, sure=sure), style=f"bold {style}"))
    console.print(Text(told(margin_said(Margin(found.deals, found.water, found.water95)))))
    if found.elo is not None:
        error = "" if found.elo95 is None else f" ± {found.elo95:.0f}"
        console.print(Text(_("{elo:+.0f}{error} Elo", elo=found.elo, error=error)))
    console.print(Text(_("Each ± is half of a 95 % interval."), style="dim"))
    if found.hands:
        console.print()
        _show_hands(console, found)


def _show_hands(console: Console, found: Comparison) -> None:
    columns = [
        Column(Said("Round"), "whole"),
        Column(Said("Gain"), "figure"),
        Column(Said("Value"), "figure"),
        *map(Column, ROWS),
        Column(),
    ]
    lines = []
    for it in found.hands:
        new, old = _cells(it.new, found.new, console.encoding), _cells(it.old, found.old, console.encoding)
        lines.append(Line((it.match, f"{it.gain:+.2f}", *new)))
        lines.append(Line((f"{it.round}.{it.new_leg}", "", *old), style="dim"))
    heading = Said("The hands in which they differ most, in expected {water}", water=beside("water", "水"))
    console.print(table(console.width, heading, columns, lines))


def _cells(laid: Laid, bot: str, encoding: str) -> tuple[str | Text, ...]:
    rows = (cards(row, encoding) for row in (laid.front, laid.middle, laid.back))
    hand = special_hand(laid.special) if laid.special is not None else outcome(laid.outcome)
    return f"{laid.water:+.2f}", *rows, told(Listed(words for words in (bot, hand) if words))
