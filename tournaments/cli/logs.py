"""`arena logs`: an author's bundle."""

from pathlib import Path

import click

from arena.cli.command import command
from arena.cli.options import check_outfile
from arena.text import counted
from tournaments.run.author_logs import is_bundle, write_bundle


@command(
    short_help="Pack what concerns one bot, for its author 作者日志.",
    epilog="""\b
Examples:
  arena logs runs/cup --bot greedy                     writes greedy-logs.zip
  arena logs runs/cup --bot greedy --out for-ada.zip
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="Whose logs.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="The ZIP file; NAME-logs.zip by default.")
def logs(folder: Path, bot: str, out: Path | None) -> None:
    """Write what concerns one bot of the tournament in DIR to a ZIP file, for its author 作者日志.

    That is its own output, notes and strikes, and its messages where the tournament keeps traces; nothing of any other
    bot is in it. An older bundle is written over, any other file is not.
    """
    file = out if out is not None else Path(f"{bot}-logs.zip")
    check_outfile(file, "--out", "bundle of logs", is_bundle)
    contents = write_bundle(folder, bot, file)
    matches = counted(contents.matches, "match", "matches")
    click.echo(f"{file}: {matches}, {counted(contents.strikes, 'strike')} of {bot}")
