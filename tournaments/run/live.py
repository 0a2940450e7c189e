"""A running tournament on the terminal: a display that changes in place, or plain lines where there is no terminal."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.language import Language, Stored, _, counted, in_language, spoken, told
from protocol.text import COMMA, Counted, Listed
from tournaments.formats.plan import Ruling
from tournaments.reports.labels import decided_by
from tournaments.reports.numbers import duration, water_text
from tournaments.reports.terminal.grid import Line
from tournaments.reports.terminal.status import block_name, in_play, table_of_play
from tournaments.reports.words import fault_word, title
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
    """Yield an observer that shows events on `console`, in the language in use."""
    if not console.is_terminal:
        yield _line_by_line(console)
        return
    board = Board(time.monotonic)
    lines = _line_by_line(console)
    drawn = partial(_screen, board, console, spoken())
    with Live(get_renderable=drawn, console=console, refresh_per_second=5, transient=True):

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
    """Return an event as one line, or None if it is only progress."""
    match happening:
        case StoreUpdated():
            return Text(_("updated from an older version; the old file is kept as {file}", file=happening.kept))
        case TournamentBegan():
            return _began(happening)
        case StageDrawn():
            tables = counted(len(happening.tables), "{number} table", "{number} tables")
            byes = _("; byes: {bots}", bots=Listed(happening.byes)) if happening.byes else ""
            return Text.assemble((told(title(happening.title)), "bold"), _(": "), tables, byes)
        case TableBegan():
            return Text("  " + _begins(happening))
        case TableFinished():
            return Text("  ").append_text(_outcome(happening))
        case TableLost():
            lost = _("{match} lost its process", match=happening.table)
            why = _(" (attempt {number}): {reason}", number=happening.attempt, reason=Stored(happening.words))
            waits = _("; it waits for the organizer") if happening.waits else ""
            return Text.assemble("  ", (lost, "yellow"), why, waits)
        case TableDecided():
            return _decided(happening)
        case LeagueDecided():
            standings = _("standings after stage {stage}", stage=happening.stage)
            return Text(f"  {standings}{_rulings(happening.rulings)}")
    return None


def _began(happening: TournamentBegan) -> Text:
    bots = Counted(len(happening.bots), "{number} bot", "{number} bots")
    tables = Counted(happening.jobs, "{number} table at once", "{number} tables at once")
    resumed = Counted(happening.resumed, ", {number} match played before", ", {number} matches played before")
    words = _(": {bots}, {tables}{resumed}", bots=bots, tables=tables, resumed=resumed if happening.resumed else "")
    commitment = _("commitment {hash}", hash=happening.commitment)
    return Text.assemble((happening.name, "bold"), f"{words}\n{commitment}")


def _begins(happening: TableBegan) -> str:
    match, bots = _match(happening), Listed(happening.seats)
    if happening.attempt > 1:
        return _("{match} begins again: {bots}", match=match, bots=bots)
    return _("{match} begins: {bots}", match=match, bots=bots)


def _decided(happening: TableDecided) -> Text | None:
    rulings = _rulings(happening.rulings)
    if happening.advanced:
        table, bots = happening.table, Listed(happening.advanced)
        if happening.champion is None:
            return Text("  " + _("{table} advancing: {bots}", table=table, bots=bots) + rulings)
        return Text("  " + _("{table} champion: {bots}", table=table, bots=bots) + rulings)
    return Text(f"  {happening.table}{rulings}") if rulings else None


def _rulings(rulings: Iterable[Ruling]) -> str:
    return "".join("\n    " + _("{cause}: {words}", cause=decided_by(ruling), words=ruling.said) for ruling in rulings)


def _match(happening: TableBegan | TableFinished) -> str:
    return block_name(happening.table, happening.block)


def _outcome(finished: TableFinished) -> Text:
    match = _match(finished)
    if finished.reason == "walkover":
        if finished.seats:
            return Text(_("{match} is not played: only {bot} is there to play", match=match, bot=finished.seats[0]))
        return Text(_("{match} is not played: nobody is there to play", match=match))
    order = sorted(
        zip(finished.seats, finished.water, finished.strikes, finished.states, strict=True), key=lambda it: -it[1]
    )
    shares = (
        Text.assemble(_("{bot} {water}", bot=bot, water=water_text(water)), _faults(strikes, state))
        for bot, water, strikes, state in order
    )
    return Text.assemble(_("{match} ends: ", match=match), Text(told(COMMA)).join(shares))


def _faults(strikes: int, state: str) -> Text:
    """Return strikes in brackets; a bot that was out at the end is marked."""
    said = [Text(counted(strikes, "{number} strike", "{number} strikes"))] if strikes else []
    if state != "playing":
        said.append(Text(_("out: {reason}", reason=fault_word(state)), style="red"))
    return Text.assemble(_(" ("), Text(told(COMMA)).join(said), _(")")) if said else Text()


def _screen(board: Board, console: Console, language: Language) -> RenderableType:
    with in_language(language):  # the display has a thread of its own
        head = [board.name, told(title(board.title))]
        head.append(counted(len(board.tables), "{done}/{number} table", "{done}/{number} tables", done=board.done))
        if board.seconds_left is not None:
            head.append(_("about {time} left", time=duration(board.seconds_left)))
        tables = list(board.in_play.values())  # drawn while another thread takes what happens
        lines = [Line(in_play(began.table, began.seats, board.progress.get(began.table))) for began in tables]
        return Group(Text(" · ".join(head), style="bold"), Text(), table_of_play(console.width, "", lines))
