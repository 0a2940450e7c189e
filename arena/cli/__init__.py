"""The command `arena`: a group that finds its subcommands by entry point."""

import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from arena import __version__
from arena.errors import ArenaError
from protocol.typed import TypedError


class CommandGroup(click.Group):
    """Subcommands come from the entry-point group `arena.commands` and are imported only when they are called."""

    def _found(self) -> dict[str, EntryPoint]:
        return {point.name: point for point in entry_points(group="arena.commands")}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._found())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        point = self._found().get(cmd_name)
        if point is None:
            return None
        command = point.load()
        assert isinstance(command, click.Command)
        return command


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena")
def cli() -> None:
    """An arena for Shisanshui (十三水) bots.

    \b
    arena play sample_bots/greedy sample_bots/random    one match
    arena tournament run cup.toml                       a cup; run again to go on
    arena score rounds.jsonl                            settle rounds
    """


def main(arguments: Sequence[str] | None = None, **extra: Any) -> None:
    """Run the command; a known error is one line on standard error and its exit status."""
    try:
        cli.main(arguments, prog_name="arena", **extra)
    except ArenaError as error:
        click.secho(f"arena: {error}", fg="red", err=True)
        sys.exit(error.exit_status)
    except TypedError as error:
        click.secho(f"arena: {error}", fg="red", err=True)
        sys.exit(1)
