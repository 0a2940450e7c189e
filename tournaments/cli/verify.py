"""`arena verify`: recompute a tournament from its record."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from arena.cli.command import command
from arena.cli.terminal.sheet_text import padded
from arena.language import _, counted, told
from protocol.text import Said
from tournaments.cli.ratings import tournament_results
from tournaments.reports.ratings import alliances
from tournaments.results.verify.whole import verify as recompute

_WIDEST: Final = 32


@command(
    short_help="Recompute a tournament from its record.",
    epilog="""\b
Example:
  arena verify runs/demo
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def verify(folder: Path) -> None:
    """Recompute the tournament in DIR from its record alone and print every difference.

    Recomputes deal seeds from the secret, hands from the seeds, water from what the bots did, who advanced, and the
    ratings. The exit status is 1 if anything differs. Bots that may have played as allies are named besides.
    """
    verdict = recompute(folder)
    state = Said("finished") if verdict.finished else Said("not finished")
    click.echo(_("{cup}: {state}; recomputed from {folder}", cup=verdict.name, state=state, folder=folder))
    for thing, count in verdict.checked.items():
        if count:
            click.echo(f"  {padded(told(thing), _WIDEST)} {count:>9,}")
    for difference in verdict.differences:
        click.secho("  " + _("differs: {difference}", difference=difference), fg="red")
    if verdict.differences:
        click.secho(counted(len(verdict.differences), "{number} difference", "{number} differences"), fg="red")
        sys.exit(1)
    click.secho(_("everything agrees"), fg="green")
    for sentence in _alliances(folder):
        click.echo(told(sentence))


def _alliances(folder: Path) -> Iterator[Said]:
    # numpy and scipy take a third of a second to load, which `arena verify --help` need not wait for.
    from tournaments.ratings.allies import allies  # noqa: PLC0415
    from tournaments.ratings.choice_sets import tabulate_tables  # noqa: PLC0415

    return alliances(allies(*tabulate_tables(tournament_results(folder).deals)), "deals")
