"""`arena logs`: a ZIP file with a bot's logs for its author."""

from pathlib import Path

import click

from arena.cli.command import command
from arena.cli.options import check_outfile
from arena.language import _
from protocol.text import Counted
from tournaments.run.author_logs import is_bundle, write_bundle


@command(
    short_help="Pack one bot's logs for its author.",
    epilog="""\b
Examples:
  arena logs runs/cup --bot greedy                     to greedy-logs.zip
  arena logs runs/cup --bot greedy --out for-ada.zip
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="The bot.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="The ZIP file to write; default NAME-logs.zip."
)
def logs(folder: Path, bot: str, out: Path | None) -> None:
    """Pack one bot's logs from the tournament in DIR into a ZIP file for its author.

    It holds the bot's own output, notes and strikes, its messages if the tournament keeps traces, and its transcript
    for arena verify --transcript; nothing of any other bot. An older bundle is overwritten, any other file is not.
    """
    file = out if out is not None else Path(f"{bot}-logs.zip")
    check_outfile(file, "--out", "bundle of logs", is_bundle)
    contents = write_bundle(folder, bot, file)
    matches = Counted(contents.matches, "{number} match", "{number} matches")
    strikes = Counted(contents.strikes, "{number} strike", "{number} strikes")
    click.echo(_("{file}: {matches}, {strikes} of {bot}", file=file, matches=matches, strikes=strikes, bot=bot))
    if contents.noted < contents.matches:
        more = Counted(contents.matches - contents.noted, "{number} match", "{number} matches")
        click.echo(_("note: the transcript would be too long with the last {matches}", matches=more))
