"""A running tournament on the terminal: a display that changes in place, or plain lines where there is no terminal."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

from arena.text import counted
from tournaments.formats.plan import Ruling
from tournaments.reports.numbers import duration, water_text
from tournaments.reports.status import cells
from tournaments.run.board import Board
from tournaments.run.events import (
    Happening,
    LeagueDecided,
    Observer,
    StageDrawn,
    StoreUpdated,
    TableBegan,
    TableDecided,
    TableFinished,
    TableLost,
    TournamentBegan,
)


@contextmanager
def watching(console: Console) -> Iterator[Observer]:
    """An observer that shows what happens on `console`."""
    if not console.is_terminal:
        yield _line_by_line(console)
        return
    board = Board(time.monotonic)
    lines = _line_by_line(console)
    with Live(get_renderable=lambda: _screen(board), console=console, refresh_per_second=5, transient=True):

        def observe(happening: Happening) -> None:
            board.take(happening)
            lines(happening)

        yield observe


def _line_by_line(console: Console) -> Observer:
    def observe(happening: Happening) -> None:
        line = _line(happening)
        if line is not None:
            console.print(line, soft_wrap=True, highlight=False)

    return observe


def _line(happening: Happening) -> Text | None:  # noqa: PLR0911
    """What happened in one line, or None for what is only progress."""
    match happening:
        case StoreUpdated():
            return Text(f"brought up to date from an older version; as it was: {happening.kept}")
        case TournamentBegan():
            resumed = f", {counted(happening.resumed, 'match', 'matches')} played before" if happening.resumed else ""
            bots = f"{counted(len(happening.bots), 'bot')}, {counted(happening.jobs, 'table')} at once{resumed}"
            return Text.assemble((happening.name, "bold"), f": {bots}\ncommitment {happening.commitment}")
        case StageDrawn():
            byes = f"; byes 轮空: {', '.join(happening.byes)}" if happening.byes else ""
            return Text.assemble((happening.title, "bold"), f": {counted(len(happening.tables), 'table')}{byes}")
        case TableBegan():
            again = " again" if happening.attempt > 1 else ""
            return Text(f"  {_play(happening)} begins{again}: {', '.join(happening.seats)}")
        case TableFinished():
            return Text.assemble(f"  {_play(happening)} ", _outcome(happening))
        case TableLost():
            words = f" (attempt {happening.attempt}): {happening.words}"
            words += "; it waits for the organizer" if happening.waits else ""
            return Text.assemble("  ", (f"{happening.match} lost its process", "yellow"), words)
        case TableDecided():
            rulings = _rulings(happening.rulings)
            word = "晋级" if happening.champion is None else "冠军"
            on = f" {word}: {', '.join(happening.advanced)}" if happening.advanced else ""
            return Text(f"  {happening.match}{on}{rulings}") if on or rulings else None
        case LeagueDecided():
            return Text(f"  standings after stage {happening.stage}{_rulings(happening.rulings)}")
    return None


def _rulings(rulings: Iterable[Ruling]) -> str:
    return "".join(f"\n    by {ruling.decided_by}: {ruling.words}" for ruling in rulings)


def _play(happening: TableBegan | TableFinished) -> str:
    return happening.match + (f" block {happening.block}" if happening.block > 1 else "")


def _outcome(finished: TableFinished) -> Text:
    if finished.reason == "walkover":
        left = f"only {finished.seats[0]}" if finished.seats else "nobody"
        return Text(f"is not played: {left} is there to play")
    order = sorted(
        zip(finished.seats, finished.water, finished.strikes, finished.states, strict=True), key=lambda it: -it[1]
    )
    shares = (
        Text.assemble(f"{bot} {water_text(water)} 水", _faults(strikes, state)) for bot, water, strikes, state in order
    )
    return Text.assemble("ends: ", Text(", ").join(shares))


def _faults(strikes: int, state: str) -> Text:
    """What a bot was charged with, in brackets; a bot that was out at the end is not to go unnoticed."""
    said = [Text(counted(strikes, "strike"))] if strikes else []
    if state != "playing":
        said.append(Text(f"out 出局: {state}", style="red"))
    return Text.assemble(" (", Text(", ").join(said), ")") if said else Text()


def _screen(board: Board) -> RenderableType:
    left = board.seconds_left
    time_left = "" if left is None else f" · about {duration(left)} left 剩余"
    head = Text(
        f"{board.name} · {board.title} · {board.done}/{counted(len(board.tables), 'table')}{time_left}", style="bold"
    )
    grid = Grid(box=box.SIMPLE, pad_edge=False, show_header=True)
    for name in ("Table 桌", "Rounds", "", "Bots, water 水, strikes"):
        grid.add_column(name, overflow="fold")
    for now in list(board.in_play.values()):  # drawn by another thread
        grid.add_row(*cells(now.match, now.seats, now.progress))
    return Group(head, grid)
