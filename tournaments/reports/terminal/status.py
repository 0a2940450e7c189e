"""What is in play just now and what waits: for a terminal, and as JSON."""

from datetime import datetime
from typing import Any, Final

from rich import box
from rich.console import Console, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from arena.records.result import Progress
from arena.text import counted
from tournaments.formats.plan import Stage
from tournaments.reports import leagues
from tournaments.reports.labels import out_code
from tournaments.reports.numbers import duration, water_text
from tournaments.results.status import Now
from tournaments.results.summary import Summary
from tournaments.store.in_play import TableInPlay
from tournaments.store.matches import block_of

_MOST_WAITING: Final = 5


def headline(summary: Summary, now: Now) -> str:
    """Finished, or whether anybody is at work."""
    if summary.finished is not None:
        return f"finished {summary.finished}"
    work = "nobody runs it now" if now.process is None else f"running as process {now.process}"
    return f"not finished, {work}"


def show_now(console: Console, summary: Summary, now: Now, at: str) -> None:
    """Print how far an unfinished tournament is: the tables in play, how long by `at` (ISO 8601), and the next ones."""
    if summary.finished is not None:
        return
    stage = summary.plan.present
    far = f"{stage.title}: {_decided(stage)} of {counted(len(stage.tables), 'table')} decided"
    console.print(far, markup=False, highlight=False)
    if now.in_play or now.waiting:
        console.print(_grid(now, at))


def _grid(now: Now, at: str) -> Grid:
    title = "In play · 进行中" if now.in_play else "Waiting · 待赛"
    grid = Grid(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    grid.add_column("Table 桌")
    grid.add_column("For", justify="right", no_wrap=True)
    for name in ("Rounds", "", "Bots, water 水, strikes"):
        grid.add_column(name, overflow="fold")
    for table in now.in_play:
        name, rounds, bar, bots = cells(table.match, table.seats, table.progress)
        grid.add_row(name, duration(_seconds(table.since, at)), rounds, bar, bots)
    for waits in now.waiting[:_MOST_WAITING]:
        grid.add_row(waits.match, "", "waits 待赛", "", Text(", ".join(waits.seats)), style="dim")
    more = len(now.waiting) - _MOST_WAITING
    grid.caption = f"and {counted(more, 'more table')} that could be played by now" if more > 0 else None
    grid.caption_justify = "left"
    return grid


def _decided(stage: Stage) -> int:
    return sum(planned.advanced is not None for planned in stage.tables)


def cells(match: str, seats: list[str], progress: Progress | None) -> tuple[str, str, RenderableType, Text]:
    """A table in play: what it is called, rounds, a bar, and the bots with water and strikes."""
    if progress is None:
        return match, "starting", "", Text(", ".join(seats))
    block = block_of(progress.match)
    bar = ProgressBar(total=max(progress.total, 1), completed=progress.played, width=12)
    bots, water = Text(), progress.water_a_leg()
    for seat, name in enumerate(seats):
        bots.append(("" if seat == 0 else ", ") + f"{name} ")
        bots.append(water_text(water[seat]), style="green" if water[seat] >= 0 else "red")
        if progress.strikes[seat]:
            bots.append(f" ✗{progress.strikes[seat]}", style="yellow")
    return match + (f" block {block}" if block > 1 else ""), f"{progress.played}/{progress.total}", bar, bots


def document(summary: Summary, now: Now) -> dict[str, Any]:
    """The JSON of `arena tournament status`: what goes on; `arena tournament export` has the results."""
    stage = summary.plan.present
    return {
        "name": summary.cup.name,
        "finished": summary.finished is not None,
        "running": now.process is not None,
        "process": now.process,
        "started": summary.started,
        "stage": {
            "stage": stage.number,
            "title": stage.title,
            "tables": len(stage.tables),
            "decided": _decided(stage),
        },
        "in_play": [_in_play(table) for table in now.in_play],
        "waiting": [{"match": table.match, "seats": list(table.seats)} for table in now.waiting],
        "standings": [
            {"place": standing.place, "name": standing.name, "out": out_code(summary, standing.name)}
            for standing in summary.plan.standings
        ],
        "leagues": leagues.document(summary),
    }


def _in_play(table: TableInPlay) -> dict[str, Any]:
    """Before the first report nothing is known of rounds and water: null."""
    told = table.progress
    water = None if told is None else told.water_a_leg()
    return {
        "match": table.match,
        "block": None if told is None else block_of(told.match),
        "attempt": table.attempt,
        "since": table.since,
        "played": None if told is None else told.played,
        "rounds": None if told is None else told.total,
        "seats": [
            {
                "name": name,
                "water": None if water is None else water[seat],
                "strikes": None if told is None else told.strikes[seat],
            }
            for seat, name in enumerate(table.seats)
        ],
    }


def _seconds(since: str, at: str) -> float:
    return max(0.0, (datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds())
