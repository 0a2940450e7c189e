"""`arena tournament`: run, status, export.

The heavy imports are inside the commands: they take a second or two, and Ctrl-C has to work from the start.
"""

import shlex
import sys
from pathlib import Path
from typing import Final

import click

from arena.cli.command import group
from arena.errors import UsageError
from arena.language import _
from protocol.text import Said
from tournaments.cli.commit import commit
from tournaments.cli.organizer import disqualify, void, withdraw
from tournaments.cli.plan import FromOption, SpreadOption, Trial, World, foretell_chances, plan
from tournaments.layout import RUNS
from tournaments.run.stopping import StopRequest

STOPPED_STATUS: Final = 1

FileArgument = click.argument("file", type=click.Path(path_type=Path))
DirArgument = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@group(short_help="Run cups, follow them, step in, export.")
def tournament() -> None:
    """Run a cup from its file, see how it stands, intervene, export it."""


@tournament.command(
    short_help="Run a tournament, or resume it.",
    epilog="""\b
Examples:
  arena tournament run cup.toml               to runs/cup; run again to resume
  arena tournament run cup.toml --out night   to night
  arena tournament run cup.toml --jobs 4      four tables at once
  arena tournament run cup.toml --web         with pages to watch it on
  arena tournament run cup.toml --dry-run     the stages and their duration
  arena tournament run cup.toml --dry-run --from runs/spring
                                              and how sure the result will be
""",
)
@FileArgument
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The tournament's folder; default runs/<name of FILE>.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 1000), metavar="N", help="Tables at once; default is what the cores allow."
)
@click.option("--dry-run", is_flag=True, help="Check everything, show stages and times, start nothing.")
@click.option("--think", metavar="TIME", help="For --dry-run: time a decision takes; default a tenth of the limit.")
@click.option("--web", is_flag=True, help="Show the cup on pages while it is played, see `arena web`.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="For --web; default 8000, 0 for any free one.")
@FromOption
@SpreadOption
def run(
    file: Path,
    out: Path | None,
    jobs: int | None,
    dry_run: bool,
    think: str | None,
    web: bool,
    port: int | None,
    past: Path | None,
    spread: float | None,
) -> None:
    """Run the tournament in FILE, or resume it where it stopped.

    Ctrl-C stops it within three seconds; the same command resumes it. No finished match is played again.
    """
    if not file.exists() or file.is_dir():
        fault = Said("a folder, not a tournament file") if file.is_dir() else Said("no such file")
        raise UsageError("{file}: {fault}", file=file, fault=fault)
    for option, given in {"--think": think, "--from": past, "--spread": spread}.items():
        if given is not None and not dry_run:
            raise UsageError("{option}: only with --dry-run", option=option)
    world = World(past, spread)
    world.check()
    if port is not None and not web:
        raise UsageError("{option}: only with --web", option="--port")
    folder = out if out is not None else RUNS / file.stem
    if web and not dry_run:
        from tournaments.web.beside import run_with_pages  # noqa: PLC0415

        sys.exit(run_with_pages(_words(file, out, jobs), folder, 8000 if port is None else port))
    if dry_run:
        from tournaments.cli.running import foretell, prepare  # noqa: PLC0415

        prepared = prepare(file, folder, jobs)
        foretell(prepared, think)
        if past is None and spread is None:
            command = shlex.join(["arena", "tournament", "plan", str(file)])
            click.echo(_("How many deals the best bot needs to win: {command}", command=command))
        else:
            foretell_chances(prepared.cup, world, Trial())
        return
    with StopRequest() as stop:
        from tournaments.cli.running import play, prepare  # noqa: PLC0415
        from tournaments.run.director import Stopped  # noqa: PLC0415

        try:
            play(prepare(file, folder, jobs), stop)
        except Stopped:
            click.echo(_("Stopped. Resume with: {command}", command=_this_command(file, out, jobs)), err=True)
            sys.exit(STOPPED_STATUS)


@tournament.command(
    short_help="Show how a tournament stands.",
    epilog="""\b
Examples:
  arena tournament status runs/cup
  watch arena tournament status runs/cup
  arena tournament status runs/cup --json | jq .in_play
""",
)
@DirArgument
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def status(folder: Path, as_json: bool) -> None:
    """Show how the tournament in DIR stands, running or finished.

    While it runs: which tables are in play, for how long and how far, and which are waiting.
    """
    import msgspec  # noqa: PLC0415

    from tournaments.cli.clock import now as time  # noqa: PLC0415
    from tournaments.layout import RESULTS  # noqa: PLC0415
    from tournaments.reports.export import status as document  # noqa: PLC0415
    from tournaments.reports.terminal.console import report_console  # noqa: PLC0415
    from tournaments.reports.terminal.status import headline, show_now  # noqa: PLC0415
    from tournaments.reports.terminal.summary import show_fairness, show_summary  # noqa: PLC0415
    from tournaments.results.status import look_at  # noqa: PLC0415
    from tournaments.store.damage import reading  # noqa: PLC0415

    summary, now = look_at(folder)
    with reading(folder / RESULTS):  # altered values may not be noticed before they are shown
        if as_json:
            click.echo(msgspec.json.format(msgspec.json.encode(document(summary, now))))
            return
        console = report_console()
        head = _("{cup}: {state}", cup=summary.cup.name, state=headline(summary, now))
        console.print(head, style="bold", markup=False, highlight=False)
        if summary.finished is None and now.process is None:
            how = _(
                "The command that began it goes on where it stopped: arena tournament run FILE --out {folder}",
                folder=shlex.quote(str(folder)),
            )
            console.print(how, soft_wrap=True, markup=False, highlight=False)
        show_now(console, summary, now, time())
        show_summary(console, summary)
        show_fairness(console, summary)


@tournament.command(
    short_help="Print a tournament as CSV or JSON.",
    epilog="""\b
Examples:
  arena tournament export runs/cup --format json > cup.json
  arena tournament export runs/cup --format csv --table elo
""",
)
@DirArgument
@click.option("--format", "kind", type=click.Choice(["csv", "json"]), required=True)
@click.option(
    "--table",
    type=click.Choice(["standings", "elo", "matches"]),
    default="standings",
    show_default=True,
    help="The table to export as CSV; JSON holds them all.",
)
def export(folder: Path, kind: str, table: str) -> None:
    """Print the tournament in DIR for other programs. The secret is included once it is finished."""
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


for other in (plan, commit, withdraw, disqualify, void):
    tournament.add_command(other)


def _this_command(file: Path, out: Path | None, jobs: int | None) -> str:
    return shlex.join(["arena", *_words(file, out, jobs)])


def _words(file: Path, out: Path | None, jobs: int | None) -> list[str]:
    """Return the words after `arena` that run this cup."""
    words = ["tournament", "run", str(file)]
    words += ["--out", str(out)] if out is not None else []
    return words + (["--jobs", str(jobs)] if jobs is not None else [])
