"""A forecast on the terminal."""

from rich.console import Console

from arena.language import _, told
from protocol.text import Counted, Said
from tournaments.cup.cup import Cup
from tournaments.cup.forecast import StageForecast
from tournaments.reports.numbers import duration
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.words import title


def show_forecast(console: Console, cup: Cup, stages: list[StageForecast], slots: int, think: float) -> None:
    """Print what would be played, and how long it takes with `slots` tables at once."""
    bots = Counted(len(cup.bots), "{number} bot", "{number} bots")
    columns = [
        Column(Said("Stage")),
        Column(Said("Bots"), "figure", gives_way=2),
        Column(Said("Tables"), "figure"),
        Column(Said("Legs"), "figure", gives_way=1),
        Column(Said("Rounds"), "figure", gives_way=3),
        Column(Said("Expected"), "figure"),
        Column(Said("At worst"), "figure"),
    ]
    whole = StageForecast(
        _("all"),
        sum(stage.tables for stage in stages),
        len(cup.bots),
        sum(stage.legs for stage in stages),
        sum(stage.rounds for stage in stages),
        sum(stage.expected for stage in stages),
        sum(stage.worst for stage in stages),
    )
    lines = [*map(_line, stages), _line(whole)._replace(style="bold", section=True)]
    console.print(table(console.width, Said("{cup}: {bots}", cup=cup.name, bots=bots), columns, lines))
    console.print()
    until = "" if cup.match.until is None else Said(", one block a table")
    expected = _(
        "Expected: {time} a decision, no ties, {slots} at once{until}.", time=duration(think), slots=slots, until=until
    )
    worst = _("At worst: every bot uses all its time and all its restarts, and every tie all its extra rounds.")
    for line in (expected, worst, _("Nothing was started.")):
        console.print(line, highlight=False)


def _line(stage: StageForecast) -> Line:
    counts = (stage.bots, stage.tables, stage.legs, stage.rounds)
    return Line(
        (
            told(title(stage.title)),
            *(f"{count:,}" for count in counts),
            told(duration(stage.expected)),
            told(duration(stage.worst)),
        )
    )
