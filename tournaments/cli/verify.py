"""`arena verify`: whether a tournament's record bears out its result."""

import sys
from pathlib import Path
from typing import Final

import click

from arena.cli.command import command
from arena.text import counted
from tournaments.results.verify import verify as recompute

_WIDEST: Final = 32


@command(
    short_help="Recompute a tournament from its record, say what differs.",
    epilog="""\b
Example:
  arena verify runs/demo
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def verify(folder: Path) -> None:
    """Recompute the tournament in DIR from its record alone and print every difference.

    Deal seeds from the secret, hands from the seeds, water from what the bots did with them, who went on, and the
    ratings. The exit status is 1 when anything differs.
    """
    verdict = recompute(folder)
    click.echo(f"{verdict.name}: {'finished' if verdict.finished else 'not finished'}; recomputed from {folder}")
    for thing, count in verdict.checked.items():
        if count:
            click.echo(f"  {thing!s:<{_WIDEST}} {count:>9,}")
    for difference in verdict.differences:
        click.secho(f"  differs: {difference}", fg="red")
    if verdict.differences:
        click.secho(counted(len(verdict.differences), "difference"), fg="red")
        sys.exit(1)
    click.secho("everything agrees", fg="green")
