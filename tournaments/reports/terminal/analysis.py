"""A bot's decisions on the terminal, each with the better arrangement below it."""

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.shisanshui.specials import BY_ID
from arena.text import counted
from tournaments.reports.rounds import cards
from tournaments.results.analysis import Analysis, Judged, Laid


def show_analysis(console: Console, found: Analysis) -> None:
    """Print the average and the worst decisions, at most 80 columns wide."""
    error = "" if found.error95 is None else f" ± {found.error95:.3f}"
    faults = f"; {counted(found.faults, 'round')} decided by a fault left out" if found.faults else ""
    console.print(
        Text(
            f"{found.bot}: gave away {found.loss:.3f}{error} 水 of expected water a decision, "
            f"over {counted(found.decisions, 'decision')} in {counted(found.deals, 'deal')}{faults}. "
            f"{found.best:.0%} could not be bettered."
        )
    )
    if not found.worst:
        return
    grid = Table(
        title="The worst decisions 失分最多的决定",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    grid.add_column("水", justify="right")
    grid.add_column("Round")
    for name in ("Front 头墩", "Middle 中墩", "Back 尾墩", ""):
        grid.add_column(name, no_wrap=name != "")
    for decision in found.worst:
        place = f"{decision.match} {decision.round}.{decision.leg}"
        grid.add_row(f"{-decision.loss:.2f}", place, *_cells(decision.laid))
        grid.add_row("", _better(decision), *_cells(decision.better), style="green", end_section=False)
    console.print(grid)


def _better(decision: Judged) -> str:
    return f"{decision.better.water:+.2f}"


def _cells(laid: Laid) -> list[Text]:
    return [*map(cards, (laid.front, laid.middle, laid.back)), Text(_outcome(laid))]


def _outcome(laid: Laid) -> str:
    if laid.special is not None:
        return BY_ID[laid.special].chinese
    return "倒水" if laid.outcome == "foul" else ""
