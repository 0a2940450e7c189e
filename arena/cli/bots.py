"""`arena bots`: the library of submitted bots."""

import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec
from rich.table import Table
from rich.text import Text

from arena.bots.admission import admit
from arena.bots.library import PLACE, Library, Version
from arena.cli.command import group
from arena.cli.terminal.console import table_console
from arena.cli.terminal.terms import isolation_term
from arena.language import Stored, _, told
from arena.records.limits import Wanted
from arena.records.manifest import BOT_FILE
from arena.system.processes import become_subreaper
from protocol.text import Said, printable

in_library = click.option(
    "--library",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    default=PLACE,
    show_default=True,
    help="Folder of the library.",
)
as_document = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@group(
    epilog="""\b
Examples:
  arena bots add greedy.zip     unpack, build, check and keep a submission
  arena bots list
  arena bots show team-one/greedy@1.2
In a tournament file: [[bots]] bot = "team-one/greedy@1.2"
"""
)
def bots() -> None:
    """Keep bots that others submit."""


@bots.command(short_help="Unpack, build, check and keep a submission.")
@click.argument("source", metavar="PATH.zip|DIR", type=click.Path(path_type=Path))
@in_library
@click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "1", "2", "3", "4"]),
    default="auto",
    show_default=True,
    help="Isolation level of the build and the check.",
)
@click.option("--trust", is_flag=True, help="Trust the program as your own: no isolation.")
@as_document
def add(source: Path, library: Path, isolation: str, trust: bool, as_json: bool) -> None:
    """Unpack, build and check a submission, and keep it under author/name@version.

    bot.toml must give name, version, author and command. A build has no network. Nothing is kept of a submission that
    is refused. Changed contents need a new version, even after arena bots remove.
    """
    become_subreaper()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    wanted: Wanted = 0 if trust else msgspec.convert(int(isolation) if isolation.isdigit() else isolation, Wanted)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    version = admit(source, Library(library), wanted, now, lambda words: click.echo(printable(told(words)), err=True))
    if as_json:
        click.echo(msgspec.json.encode(version))
        return
    _print_warnings(version)
    click.echo(_('{bot} is kept; in a tournament file: bot = "{bot}"', bot=version.key))


@bots.command("list")
@in_library
@as_document
def list_versions(library: Path, as_json: bool) -> None:
    """List all versions, oldest first."""
    versions = Library(library).versions()
    if as_json:
        click.echo(msgspec.json.encode(versions))
        return
    table = Table(box=None, pad_edge=False)
    for title in (_("bot 机器人"), _("added"), _("digest"), _("warnings")):
        table.add_column(title, overflow="fold")
    for version in versions:
        table.add_row(Text(version.key), version.added, version.digest[:12], str(len(version.warnings) or "-"))
    table_console().print(table)


@bots.command()
@click.argument("bot", metavar="AUTHOR/NAME[@VERSION]")
@in_library
@as_document
def show(bot: str, library: Path, as_json: bool) -> None:
    """Show a version and its bot.toml."""
    kept = Library(library)
    version = kept.find(bot)
    if as_json:
        click.echo(msgspec.json.encode(version))
        return
    for line in (
        _("bot: {bot}", bot=version.key),
        _("digest: {digest}", digest=version.digest),
        _("added: {time}", time=version.added),
        _("isolation {level}", level=isolation_term(version.isolation)),
        _("steps passed: {steps}", steps=version.steps),
    ):
        click.echo(printable(line))
    _print_warnings(version)
    click.echo(_("folder: {folder}", folder=kept.folder(version)) + "\n")
    click.echo((kept.folder(version) / BOT_FILE).read_text(encoding="utf-8").rstrip())


@bots.command()
@click.argument("bot", metavar="AUTHOR/NAME@VERSION")
@in_library
def remove(bot: str, library: Path) -> None:
    """Remove a version. Tournaments that have yet to play it cannot resume.

    Only the same contents can be added again under that name and version.
    """
    click.echo(_("{bot} is removed", bot=Library(library).remove(bot).key))


def _print_warnings(version: Version) -> None:
    for warning in version.warnings:
        step, _colon, words = warning.partition(": ")
        click.echo(printable(_("warning: {step}: {fault}", step=Said(step), fault=Stored(words))))
