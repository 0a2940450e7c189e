"""The tables in play and those waiting, on the terminal."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.language import Stored, _, counted, told
from arena.records.result import Progress
from protocol.text import COMMA, Listed, Said
from tournaments.formats.plan import Stage
from tournaments.reports.numbers import duration, water_text
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.reports.words import beside, title
from tournaments.results.status import Now
from tournaments.results.summary import Summary
from tournaments.store.match_ids import block_of

_MOST_WAITING: Final = 5
_BAR: Final = 12
"""Terminal columns of a progress bar."""


class InPlay(NamedTuple):
    """A table in play: name, rounds, a bar, and the bots with water and strikes."""

    table: str
    rounds: str
    bar: Text
    bots: Text


def headline(summary: Summary, now: Now) -> str:
    """Say whether it is finished, and if not whether a process runs it."""
    if summary.finished is not None:
        return _("finished {time}", time=summary.finished)
    if now.process is None:
        return _("not finished, nobody runs it now")
    return _("not finished, running as process {process}", process=now.process)


def show_now(console: Console, summary: Summary, now: Now, at: str) -> None:
    """Print how far an unfinished tournament is: the tables in play, how long by `at` (ISO 8601), and the next ones."""
    if summary.finished is not None:
        return
    if now.halted is not None:
        halted = _("The last run stopped, and no bot is charged for it: {reason}", reason=Stored(now.halted))
        console.print(halted, style="yellow", markup=False, highlight=False)
    stage = summary.plan.present
    far = counted(
        len(stage.tables),
        "{stage}: {decided} of {number} table decided",
        "{stage}: {decided} of {number} tables decided",
        stage=title(stage.title),
        decided=decided(stage),
    )
    console.print(far, markup=False, highlight=False)
    console.print()
    if now.in_play or now.waiting:
        console.print(_tables(now, at, console.width))
        console.print()


def _tables(now: Now, at: str, width: int) -> Table:
    lines = []
    for it in now.in_play:
        shown = in_play(it.id, it.seats, it.progress)
        lines.append(Line((shown.table, told(duration(_seconds(it.since, at))), shown.rounds, shown.bar, shown.bots)))
    lines += [
        Line((waits.id, "", _("waiting"), "", told(Listed(waits.seats))), style="dim")
        for waits in now.waiting[:_MOST_WAITING]
    ]
    grid = table_of_play(width, Said("In play") if now.in_play else Said("Waiting"), lines, timed=True)
    more = len(now.waiting) - _MOST_WAITING
    if more > 0:
        grid.caption = counted(
            more,
            "and {number} more table that could be played now",
            "and {number} more tables that could be played now",
        )
        grid.caption_justify = "left"
    return grid


def table_of_play(width: int, heading: Said | str, lines: Iterable[Line], *, timed: bool = False) -> Table:
    """Return tables in play, a line each; `timed` adds a column for the time so far."""
    columns = [
        Column(Said("Table"), "whole"),
        *([Column(Said("Time"), "figure", gives_way=1)] if timed else []),
        Column(Said("Rounds"), "figure"),
        Column("", "whole", gives_way=2),
        Column(Said("Bots, {water}, strikes", water=beside("water", "水"))),
    ]
    return table(width, heading, columns, lines)


def decided(stage: Stage) -> int:
    """Count the decided tables of a stage."""
    return sum(planned.advanced is not None for planned in stage.tables)


def in_play(match: str, seats: list[str], progress: Progress | None) -> InPlay:
    """Return the cells of a table in play; before its first report there is no progress."""
    if progress is None:
        return InPlay(match, _("starting"), Text(), Text(told(Listed(seats))))
    bots, water = Text(), progress.water_a_leg()
    for seat, name in enumerate(seats):
        bots.append(("" if seat == 0 else told(COMMA)) + f"{name} ")
        bots.append(water_text(water[seat]), style="green" if water[seat] >= 0 else "red")
        if progress.strikes[seat]:
            bots.append(f" ✗{progress.strikes[seat]}", style="yellow")
    rounds = f"{progress.played}/{progress.total}"
    return InPlay(block_name(match, block_of(progress.match)), rounds, _bar(progress.played, progress.total), bots)


def block_name(table: str, block: int) -> str:
    """Return a table's id, and the number of the block from the second on."""
    return _("{table} block {block}", table=table, block=block) if block > 1 else table


def _bar(played: int, total: int) -> Text:
    full = _BAR * played // max(total, 1)
    return Text.assemble(("━" * full, "green"), ("╌" * (_BAR - full), "dim"))


def _seconds(since: str, at: str) -> float:
    return max(0.0, (datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds())
