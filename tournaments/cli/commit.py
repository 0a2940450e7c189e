"""`arena tournament commit`: bind the organizer before anything is known that the deals depend on."""

from pathlib import Path

import click
import msgspec

from arena.cli.command import command
from arena.errors import UsageError
from arena.language import _
from protocol.text import Said
from protocol.typed import read_toml
from tournaments.cli.clock import now
from tournaments.layout import RUNS


@command(
    short_help="Commit to a secret before entries close.",
    epilog="""\b
Examples:
  arena tournament commit cup.toml            then publish what it prints
  arena tournament commit cup.toml --out night
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The tournament's folder; default runs/<name of FILE>.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def commit(file: Path, out: Path | None, as_json: bool) -> None:
    """Draw the secret from which the deals of the tournament in FILE will follow, and print its commitment.

    Publish the commitment while entries are open: bots, salt and beacon may still change in FILE. `arena tournament run
    FILE` then plays with this secret. A tournament without an earlier commitment says in its reports that the organizer
    could have drawn again.
    """
    # what keeps a store takes a while to load
    from tournaments.run.commitment import commit as committed  # noqa: PLC0415
    from tournaments.run.folder import check_place  # noqa: PLC0415

    if not file.exists() or file.is_dir():
        fault = Said("a folder, not a tournament file") if file.is_dir() else Said("no such file")
        raise UsageError("{file}: {fault}", file=file, fault=fault)
    section = read_toml(file).get("tournament")
    if isinstance(section, dict) and "seed" in section:
        raise UsageError("{file}: tournament.seed: with a seed given there is nothing to commit to", file=file)
    folder = out if out is not None else RUNS / file.stem
    check_place(folder)
    published = committed(folder, now())
    if as_json:
        click.echo(msgspec.json.encode(published))
        return
    click.echo(_("Commitment {hash}", hash=published.commitment))
    click.echo(_("made at {time}; publish both before entries close", time=published.committed))
