"""`arena tournament`: run, status, export."""

import shlex
import sys
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from arena.settings import milliseconds
from tournaments.cli.clock import now
from tournaments.cli.hand import disqualify, void, withdraw
from tournaments.config import load_cup
from tournaments.cup import Cup
from tournaments.director import Stopped
from tournaments.forecast import forecast
from tournaments.local import LocalExecutor, default_slots, warning_for
from tournaments.reports.export import export as document_of
from tournaments.reports.live import watching
from tournaments.reports.plan import show_forecast
from tournaments.reports.sheets import elo_csv, matches_csv, standings_csv
from tournaments.reports.terminal import report_console, show_fairness, show_summary
from tournaments.session import Surroundings, run_tournament
from tournaments.stopping import StopRequest
from tournaments.store import Store
from tournaments.summary import Summary, summarize

RUNS: Final = Path("runs")
STOPPED_STATUS: Final = 1

FileArgument = click.argument("file", type=click.Path(path_type=Path))
DirArgument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group()
def tournament() -> None:
    """Cups 杯赛: run one from its file, see how it stands, decide what no program can, export it."""


@tournament.command(
    epilog="""\b
Examples:
  arena tournament run cup.toml                plays into runs/cup; again: goes on
  arena tournament run cup.toml --out night    plays into night
  arena tournament run cup.toml --jobs 4       four tables at once
  arena tournament run cup.toml --dry-run      only says what it will be and how long it takes
"""
)
@FileArgument
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Where it is kept; runs/<name of FILE> by default."
)
@click.option(
    "--jobs", type=click.IntRange(1, 1000), metavar="N", help="Tables at once; by default what the cores allow."
)
@click.option("--dry-run", is_flag=True, help="Check everything, show stages, matches and times, start nothing.")
@click.option("--think", metavar="TIME", help="For --dry-run: what a decision takes; a tenth of the limit by default.")
def run(file: Path, out: Path | None, jobs: int | None, dry_run: bool, think: str | None) -> None:
    """Run the tournament in FILE, or go on with it where it stopped.

    Ctrl-C stops it within three seconds; the same command goes on. No finished match is played again.
    """
    cup = load_cup(file)
    folder = out if out is not None else RUNS / file.stem
    slots = jobs if jobs is not None else default_slots(cup.settings(), cup.largest_table)
    console = report_console()
    _warn(cup, slots, jobs is not None)
    if dry_run:
        thinking = cup.settings().decision_ms / 10 if think is None else milliseconds(think, "--think")
        show_forecast(console, cup, forecast(cup, slots, thinking / 1000), slots, thinking / 1000)
        return
    with StopRequest() as stop:
        executor = LocalExecutor(slots, stop)
        try:
            with watching(console) as observe:
                around = Surroundings(executor, observe, now, lambda: stop.requested)
                summary = run_tournament(cup, file.read_text(encoding="utf-8"), folder, around)
        except Stopped:
            click.echo(f"Stopped. Go on with: {_this_command(file, out, jobs)}", err=True)
            sys.exit(STOPPED_STATUS)
    _show(console, summary, folder)


@tournament.command()
@DirArgument
def status(folder: Path) -> None:
    """How the tournament in DIR stands, while it runs or after."""
    summary = _summary(folder)
    console = report_console()
    console.print(f"{summary.cup.name}: {_state(summary)}", style="bold", markup=False, highlight=False)
    show_summary(console, summary)
    show_fairness(console, summary)


@tournament.command(
    epilog="""\b
Examples:
  arena tournament export runs/cup --format json > cup.json
  arena tournament export runs/cup --format csv --table elo
"""
)
@DirArgument
@click.option("--format", "kind", type=click.Choice(["csv", "json"]), required=True)
@click.option(
    "--table",
    type=click.Choice(["standings", "elo", "matches"]),
    default="standings",
    show_default=True,
    help="Which table as CSV; JSON holds them all.",
)
def export(folder: Path, kind: str, table: str) -> None:
    """Print the tournament in DIR for other programs. Until it is finished it says so and keeps its secret."""
    summary = _summary(folder)
    if kind == "json":
        click.echo(msgspec.json.format(msgspec.json.encode(document_of(summary))))
        return
    sheets = {"standings": standings_csv, "elo": elo_csv, "matches": matches_csv}
    click.echo(sheets[table](summary), nl=False)


for decision in (withdraw, disqualify, void):
    tournament.add_command(decision)


def _summary(folder: Path) -> Summary:
    with Store.read(folder) as store:
        return summarize(store)


def _state(summary: Summary) -> str:
    """Finished, or how far it is."""
    if summary.finished is not None:
        return f"finished {summary.finished}"
    stage = summary.plan.stages[-1]
    played = sum(planned.advanced is not None for planned in stage.tables)
    return f"not finished; {stage.title}, {played} of {len(stage.tables)} tables decided"


def _show(console: Console, summary: Summary, folder: Path) -> None:
    show_summary(console, summary)
    show_fairness(console, summary)
    files = ", ".join(("results.sqlite", "standings.csv", "elo.csv", "report.md", "report.html"))
    console.print(f"{folder}: {files}", soft_wrap=True, highlight=False, markup=False)
    console.print(f"To recompute all of it: arena verify {shlex.quote(str(folder))}", soft_wrap=True, highlight=False)


def _warn(cup: Cup, slots: int, asked: bool) -> None:
    warning = warning_for(slots, cup.settings(), cup.largest_table) if asked else None
    if warning is not None:
        click.secho(f"arena: {warning}", fg="yellow", err=True)


def _this_command(file: Path, out: Path | None, jobs: int | None) -> str:
    words = ["arena", "tournament", "run", str(file)]
    words += ["--out", str(out)] if out is not None else []
    words += ["--jobs", str(jobs)] if jobs is not None else []
    return shlex.join(words)
