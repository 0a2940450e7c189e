"""`arena tournament run`, once everything it needs is loaded."""

import shlex
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console

from arena.errors import ArenaError
from arena.language import _, told
from arena.records.job import Listening
from arena.records.settings import milliseconds
from arena.remote.listening import try_ports
from protocol.text import Listed
from tournaments.cli.clock import now
from tournaments.cli.goodbye import take_leave
from tournaments.cup.cup import Cup
from tournaments.cup.file import load_file
from tournaments.cup.forecast import forecast
from tournaments.layout import REPORTS, RESULTS
from tournaments.reports.terminal.console import report_console
from tournaments.reports.terminal.forecast import show_forecast
from tournaments.reports.terminal.remote import show_endpoints
from tournaments.reports.terminal.summary import show_fairness, show_summary
from tournaments.results.summary import Summary
from tournaments.run.director import Stopped
from tournaments.run.folder import check_place
from tournaments.run.live import watching
from tournaments.run.local import LocalExecutor
from tournaments.run.machine import default_slots, isolation_warning, warning_for
from tournaments.run.session import Surroundings, left_to_play, run_tournament
from tournaments.run.stopping import StopRequest
from tournaments.store.lock import holder
from tournaments.store.store import Store


class Prepared(NamedTuple):
    """A tournament that was checked and can be started. `text` is its file as read."""

    file: Path
    cup: Cup
    text: str
    folder: Path
    slots: int
    listening: Listening | None


def prepare(file: Path, folder: Path, jobs: int | None) -> Prepared:
    """Check the file, its bots and the folder. Raises ArenaError or TypedError when something is wrong with them."""
    cup, listening = load_file(file)
    check_place(folder)
    slots = jobs if jobs is not None else default_slots(cup.settings(), cup.largest_table)
    warnings = [isolation_warning(cup.settings(), cup.bots)]
    if jobs is not None:
        warnings.append(warning_for(slots, cup.settings(), cup.largest_table))
    for warning in filter(None, warnings):
        click.secho(f"arena: {told(warning)}", fg="yellow", err=True)
    return Prepared(file, cup, file.read_text(encoding="utf-8-sig"), folder, slots, listening)


def foretell(prepared: Prepared, think: str | None) -> None:
    """Print what will be played and how long it takes. Raises ArenaError where a run would be refused."""
    cup, slots = prepared.cup, prepared.slots
    open_still = left_to_play(cup, prepared.text, prepared.folder)
    # A process at work in the folder listens at these ports itself.
    if holder(prepared.folder) is None:
        _try_ports(prepared)
    thinking = cup.settings().decision_ms / 10 if think is None else milliseconds(think, "--think")
    console = report_console()
    show_forecast(console, cup, forecast(cup, slots, thinking / 1000), slots, thinking / 1000)
    if not open_still:
        words = _("{folder}: already finished; nothing would be played", folder=prepared.folder)
        console.print(words, markup=False, highlight=False)
    if prepared.listening is not None:
        show_endpoints(console, cup.bots, prepared.listening)


def play(prepared: Prepared, stop: StopRequest) -> None:
    """Play to the end and print the result. Raises Stopped when it is stopped before."""
    cup, folder = prepared.cup, prepared.folder
    if stop.requested:
        raise Stopped
    console = report_console(
        _(
            "the output is closed; the run continues: arena tournament status {folder}",
            folder=shlex.quote(str(folder)),
        )
    )
    before, listening = _finished(folder), prepared.listening
    finished = _(
        "the output is closed; the cup is finished: arena tournament status {folder}",
        folder=shlex.quote(str(folder)),
    )
    if before is not None:
        console.farewell = finished

    def begin() -> None:
        _try_ports(prepared)
        if listening is not None:
            show_endpoints(console, cup.bots, listening)

    with watching(console) as observe:
        executor = LocalExecutor(prepared.slots, stop, listening)
        around = Surroundings(executor, observe, now, lambda: stop.requested, begin)
        summary = run_tournament(cup, prepared.text, folder, around)
    console.farewell = finished
    if before is not None:
        words = _("{cup}: already finished {time}; nothing was played", cup=cup.name, time=before)
        console.print(words, markup=False, highlight=False)
    _show(console, summary, folder)
    if listening is not None:
        take_leave(console, cup, listening, again=before is not None)


def _try_ports(prepared: Prepared) -> None:
    """Try to listen at the ports of remote bots. Raises ArenaError when one is taken."""
    if prepared.listening is not None:
        try:
            try_ports(prepared.cup.bots, prepared.listening)
        except ArenaError as error:
            raise ArenaError("{file}: remote.port: {error}", file=prepared.file, error=error) from None


def _finished(folder: Path) -> str | None:
    """Return when the tournament in the folder was finished, or None."""
    if not Store.exists(folder):
        return None
    with Store.read(folder) as store:
        return store.header().finished


def _show(console: Console, summary: Summary, folder: Path) -> None:
    show_summary(console, summary)
    show_fairness(console, summary)
    written = _("{folder}: {files}", folder=folder, files=Listed((RESULTS, *REPORTS)))
    console.print(written, soft_wrap=True, highlight=False, markup=False)
    recompute = _("To recompute everything: arena verify {folder}", folder=shlex.quote(str(folder)))
    console.print(recompute, soft_wrap=True, highlight=False, markup=False)
    pages = _("To look at it on pages: arena web --root {folder}", folder=shlex.quote(str(folder.parent)))
    console.print(pages, soft_wrap=True, highlight=False, markup=False)
