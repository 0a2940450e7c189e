"""A stage on the terminal: its tables, who goes on, and what decided where water did not."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from arena.language import _, told
from protocol.text import Listed, Said
from tournaments.formats.plan import PlannedTable, Stage
from tournaments.reports.labels import decided_by, is_for_third_place, table_words
from tournaments.reports.numbers import water_at
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.words import beside, title
from tournaments.results.summary import Summary


def stage_table(summary: Summary, stage: Stage, width: int) -> Table:
    """Return every table of the stage, best bot first, and the byes."""
    columns = [
        Column(Said("Table")),
        Column(Said("Place"), "figure", gives_way=1),
        Column(Said("Bot")),
        Column(beside("Water", "水"), "figure"),
        Column(),
    ]
    lines = [line for planned in stage.tables for line in _table(summary, stage, planned)]
    lines += [Line((_("bye"), "", bot, "", ""), section=place == 0) for place, bot in enumerate(stage.byes)]
    return table(width, title(stage.title), columns, lines)


def _table(summary: Summary, stage: Stage, planned: PlannedTable) -> Iterator[Line]:
    words = table_words(summary, stage, planned)
    name = planned.table.id
    if is_for_third_place(stage, planned):
        name = _("{table}, third place", table=name)
    for row, bot in enumerate(sorted(planned.table.seats, key=lambda bot: planned.places.get(bot, 0))):
        how = {ruling.decided_by: decided_by(ruling) for ruling in planned.rulings if bot in ruling.bots}
        by = [Said("by {cause}", cause=cause) for _code, cause in sorted(how.items())]
        yield Line(
            (
                name if row == 0 else "",
                str(planned.places.get(bot, "")),
                Text(bot),
                water_at(summary, planned, bot) or "…",
                told(Listed(filter(None, [words[bot], *by]))),
            ),
            style="bold" if words[bot] else "",
            section=row == 0,
        )
