"""The command `arena`: a group that finds its subcommands by entry point."""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import click

from arena import __version__
from arena.cli.command import SpokenGroup, language_given
from arena.errors import ArenaError
from arena.language import _, speaking, told
from arena.system.interrupts import interruptible
from protocol.text import SaidError, printable


class CommandGroup(SpokenGroup):
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        found = super().resolve_command(ctx, args)
        interruptible()  # what follows is the command's own work
        return found


# Help is broken by the number of letters, and a Chinese one is two columns wide: six of them fit a line besides.
@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 74})
@click.version_option(__version__, prog_name="arena")
def cli() -> None:
    """An arena for Shisanshui (十三水) bots.

    \b
    arena play sample_bots/greedy sample_bots/random    one match
    arena tournament run cup.toml                       a cup; run again to go on
    arena score rounds.jsonl                            settle rounds
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command. Whatever is wrong with what it was given is one line on standard error, and its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    with speaking(language_given(given, os.environ)):
        _run(given)


def _run(arguments: Sequence[str]) -> None:
    try:
        status = cli.main(arguments, prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except SaidError as error:
        _complain(told(error.said))
        sys.exit(error.exit_status if isinstance(error, ArenaError) else 1)
    except (click.Abort, KeyboardInterrupt):
        _complain(_("stopped"))
        sys.exit(1)
    except OSError as error:
        _silence_output()
        if not isinstance(error, BrokenPipeError):
            place = error.filename or _("standard output")
            _complain(f"{place}: {error.strerror}" if error.strerror else str(error))
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _complain(words: str) -> None:
    # a submission's names and last words are among them
    shown = "\n".join(map(printable, words.split("\n")))
    click.secho(f"arena: {shown}", fg="red", err=True)


def _silence_output() -> None:
    """Nobody takes what is still buffered, and the interpreter would complain of that at its end."""
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), sys.stdout.fileno())
