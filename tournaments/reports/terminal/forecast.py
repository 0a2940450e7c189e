"""A forecast on the terminal."""

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from arena.text import counted
from tournaments.cup.cup import Cup
from tournaments.cup.forecast import StageForecast
from tournaments.reports.numbers import duration


def show_forecast(console: Console, cup: Cup, stages: list[StageForecast], slots: int, think: float) -> None:
    """Print what would be played, and how long it takes with `slots` tables at once."""
    title = Text(f"{cup.name}: {counted(len(cup.bots), 'bot')}", style="table.title")
    grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Stage")
    for name in ("Bots", "Tables", "Legs", "Rounds", "Expected", "At worst"):
        grid.add_column(name, justify="right")
    for stage in stages:
        grid.add_row(*_row(stage))
    grid.add_section()
    whole = StageForecast(
        "all",
        sum(stage.tables for stage in stages),
        len(cup.bots),
        sum(stage.legs for stage in stages),
        sum(stage.rounds for stage in stages),
        sum(stage.expected for stage in stages),
        sum(stage.worst for stage in stages),
    )
    grid.add_row(*_row(whole), style="bold")
    console.print(grid)
    until = "" if cup.match.until is None else ", one block a table"
    console.print(
        f"Expected: {duration(think)} a decision, no ties, {slots} at once{until}. "
        "At worst: every bot uses all its time and restarts, every tie all its extra rounds. Nothing was started.",
        highlight=False,
    )


def _row(stage: StageForecast) -> list[str | Text]:
    counts = (stage.bots, stage.tables, stage.legs, stage.rounds)
    return [Text(stage.title), *(f"{count:,}" for count in counts), duration(stage.expected), duration(stage.worst)]
