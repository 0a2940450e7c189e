"""`arena keys`: key pairs for remote bots and for the arena they play in."""

from pathlib import Path

import click

from arena.cli.command import group
from arena.errors import UsageError
from arena.language import _
from arena.remote.keys import SECRET, new_pair, public_key, public_of, secret_key


@group(short_help="Make and show key pairs for remote bots.")
def keys() -> None:
    """Make and show key pairs for bots on other machines, and for the arena they play in."""


@keys.command(
    short_help="Make a key pair.",
    epilog="""\b
Examples:
  arena keys new keys/ada       an author's, for the bot ada
  arena keys new keys/server    an organizer's, for the arena
""",
)
@click.argument("name", type=click.Path(path_type=Path))
def new(name: Path) -> None:
    """Make a key pair and write it to NAME.public and NAME.secret. Existing files are never overwritten."""
    if not name.name:
        raise UsageError("{name}: expected the name of a file, such as keys/ada", name=name)
    made = new_pair(name)
    click.echo(f"{made.key}\n")
    click.echo(_("{file}: the secret key; keep it where it is used and give it to nobody", file=made.secret))
    click.echo(_("{file}: the public key, shown above", file=made.public))
    click.echo(f"  {_('an author gives it to the organizer, who names it under [[bots]]')}")
    click.echo(f"  {_('an organizer gives it to the authors, with their endpoints')}")


@keys.command(
    short_help="Print the public key of a file.",
    epilog="""\b
Examples:
  arena keys show keys/ada.public
  arena keys show keys/server.secret
""",
)
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> None:
    """Print the public key in FILE, or that of the secret key in FILE. The secret key itself is never printed."""
    if not file.is_file():
        raise UsageError("{file}: no such file", file=file)
    click.echo(public_of(secret_key(file)) if file.suffix == SECRET else public_key(str(file), Path()))
