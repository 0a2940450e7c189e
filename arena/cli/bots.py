"""`arena bots`: the library of submitted bots."""

import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.bots.admission import admit
from arena.bots.library import PLACE, Library
from arena.cli.command import group
from arena.records.limits import Wanted
from arena.records.manifest import BOT_FILE
from arena.system.processes import become_subreaper
from protocol.text import printable

in_library = click.option(
    "--library",
    type=click.Path(path_type=Path, file_okay=False),
    default=PLACE,
    show_default=True,
    help="The folder that the bots are kept in.",
)
as_document = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")


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
    """Keep bots that others hand in 参赛程序."""


@bots.command(short_help="Unpack, build, check and keep a submission.")
@click.argument("source", metavar="PATH.zip|DIR", type=click.Path(path_type=Path))
@in_library
@click.option(
    "--isolation",
    type=click.Choice(["auto", "strong", "1", "2", "3", "4"]),
    default="auto",
    show_default=True,
    help="Level that it is built and checked at.",
)
@click.option("--trust", is_flag=True, help="It is your own program: no isolation.")
@as_document
def add(source: Path, library: Path, isolation: str, trust: bool, as_json: bool) -> None:
    """Unpack, build and check a submission, and keep it under author/name@version.

    bot.toml has to say name, version, author and command. A build runs without a network. Nothing is kept of a
    submission that is refused. Other contents need another version, even after arena bots remove.
    """
    become_subreaper()
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    wanted: Wanted = 0 if trust else msgspec.convert(int(isolation) if isolation.isdigit() else isolation, Wanted)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    version = admit(source, Library(library), wanted, now, lambda words: click.echo(printable(words), err=True))
    if as_json:
        click.echo(msgspec.json.encode(version))
        return
    for warning in version.warnings:
        click.echo(printable(f"warning: {warning}"))
    click.echo(f'{version.key} is kept; in a tournament file: bot = "{version.key}"')


@bots.command("list")
@in_library
@as_document
def list_versions(library: Path, as_json: bool) -> None:
    """Every version, the oldest first."""
    versions = Library(library).versions()
    if as_json:
        click.echo(msgspec.json.encode(versions))
        return
    table = Table(box=None, pad_edge=False)
    for title in ("bot 程序", "added", "digest", "warnings"):
        table.add_column(title, overflow="fold")
    for version in versions:
        table.add_row(Text(version.key), version.added, version.digest[:12], str(len(version.warnings) or "-"))
    Console(emoji=False, highlight=False).print(table)


@bots.command()
@click.argument("bot", metavar="AUTHOR/NAME[@VERSION]")
@in_library
@as_document
def show(bot: str, library: Path, as_json: bool) -> None:
    """What is known of a version, and its bot.toml."""
    kept = Library(library)
    version = kept.find(bot)
    if as_json:
        click.echo(msgspec.json.encode(version))
        return
    for name in ("key", "digest", "added", "isolation", "steps"):
        click.echo(printable(f"{name}: {getattr(version, name)}"))
    for warning in version.warnings:
        click.echo(printable(f"warning: {warning}"))
    click.echo(f"folder: {kept.folder(version)}\n")
    click.echo((kept.folder(version) / BOT_FILE).read_text(encoding="utf-8").rstrip())


@bots.command()
@click.argument("bot", metavar="AUTHOR/NAME@VERSION")
@in_library
def remove(bot: str, library: Path) -> None:
    """Take out a version. Tournaments that are still to play it cannot go on.

    Only the same contents can be added under that name and version again.
    """
    click.echo(f"{Library(library).remove(bot).key} is removed")
