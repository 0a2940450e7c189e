"""`arena keys`: the key pairs of bots on other machines, and of the arena that they play in."""

from pathlib import Path

import click

from arena.cli.command import group
from arena.errors import UsageError
from arena.remote.keys import SECRET, new_pair, public_key, public_of, secret_key


@group(short_help="Key pairs for bots on other machines 远程机器人.")
def keys() -> None:
    """Key pairs 密钥 for bots that play from other machines, and for the arena that they play in."""


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
    """Draw a key pair and write it to NAME.public and NAME.secret. What is there is never overwritten."""
    if not name.name:
        raise UsageError("{name}: expected the name of a file, such as keys/ada", name=name)
    made = new_pair(name)
    click.echo(f"{made.key}\n")
    click.echo(f"{made.secret}: to be kept where it is used, and given to nobody")
    click.echo(f"{made.public}: the key above, to be given away")
    click.echo("  an author gives it to the organizer, who names it under [[bots]]")
    click.echo("  an organizer gives it to the authors, with the bot's endpoint")


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
    """Print the public key in FILE, or the one that belongs to the secret key in it. No secret is printed."""
    if not file.is_file():
        raise UsageError("{file}: no such file", file=file)
    click.echo(public_of(secret_key(file)) if file.suffix == SECRET else public_key(str(file), Path()))
