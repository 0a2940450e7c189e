"""`arena tournament`: run, status, export.

What does the work is imported when a command is called: it takes a second or two to load, and Ctrl-C has to be in order
from the beginning.
"""

import shlex
import sys
from pathlib import Path
from typing import Final

import click

from arena.cli.command import group
from arena.errors import UsageError
from tournaments.cli.organizer import disqualify, void, withdraw
from tournaments.run.stopping import StopRequest

RUNS: Final = Path("runs")
STOPPED_STATUS: Final = 1

FileArgument = click.argument("file", type=click.Path(path_type=Path))
DirArgument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@group(short_help="Cups 杯赛: run, look at, decide, export.")
def tournament() -> None:
    """Cups 杯赛: run one from its file, see how it stands, decide what no program can, export it."""


@tournament.command(
    short_help="Run a tournament, or go on with it.",
    epilog="""\b
Examples:
  arena tournament run cup.toml               into runs/cup; again: goes on
  arena tournament run cup.toml --out night   into night
  arena tournament run cup.toml --jobs 4      four tables at once
  arena tournament run cup.toml --dry-run     what it will be and how long
""",
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
    if not file.exists() or file.is_dir():
        raise UsageError(
            "{file}: {value}", file=file, value="a folder, not a tournament file" if file.is_dir() else "no such file"
        )
    if think is not None and not dry_run:
        raise UsageError("--think: only with --dry-run; what bots take in a run is theirs")
    folder = out if out is not None else RUNS / file.stem
    if dry_run:
        from tournaments.cli.running import foretell, prepare  # noqa: PLC0415

        foretell(prepare(file, folder, jobs), think)
        return
    with StopRequest() as stop:
        from tournaments.cli.running import play, prepare  # noqa: PLC0415
        from tournaments.run.director import Stopped  # noqa: PLC0415

        try:
            play(prepare(file, folder, jobs), stop)
        except Stopped:
            click.echo(f"Stopped. Go on with: {_this_command(file, out, jobs)}", err=True)
            sys.exit(STOPPED_STATUS)


@tournament.command(
    short_help="How a tournament stands, running or over.",
    epilog="""\b
Examples:
  arena tournament status runs/cup
  watch arena tournament status runs/cup
  arena tournament status runs/cup --json | jq .in_play
""",
)
@DirArgument
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def status(folder: Path, as_json: bool) -> None:
    """How the tournament in DIR stands, while it runs or after.

    While it runs: which tables are in play, since when and how far, and which ones wait.
    """
    import msgspec  # noqa: PLC0415

    from tournaments.cli.clock import now as time  # noqa: PLC0415
    from tournaments.reports.status import document, headline, show_now  # noqa: PLC0415
    from tournaments.reports.terminal import report_console, show_fairness, show_summary  # noqa: PLC0415
    from tournaments.results.status import look_at  # noqa: PLC0415

    summary, now = look_at(folder)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(document(summary, now))))
        return
    console = report_console()
    console.print(f"{summary.cup.name}: {headline(summary, now)}", style="bold", markup=False, highlight=False)
    show_now(console, summary, now, time())
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
    import msgspec  # noqa: PLC0415

    from tournaments.reports.export import export as document_of  # noqa: PLC0415
    from tournaments.reports.sheets import SHEETS  # noqa: PLC0415
    from tournaments.results.summary import summarize  # noqa: PLC0415
    from tournaments.store.store import Store  # noqa: PLC0415

    with Store.read(folder) as store:
        summary = summarize(store)
        if kind == "json":
            click.echo(msgspec.json.format(msgspec.json.encode(document_of(summary))))
        else:
            click.echo(SHEETS[table](summary), nl=False)


for intervention in (withdraw, disqualify, void):
    tournament.add_command(intervention)


def _this_command(file: Path, out: Path | None, jobs: int | None) -> str:
    words = ["arena", "tournament", "run", str(file)]
    words += ["--out", str(out)] if out is not None else []
    words += ["--jobs", str(jobs)] if jobs is not None else []
    return shlex.join(words)
