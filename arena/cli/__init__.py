"""The command `arena`: a group that finds its subcommands by entry point."""

import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

import click

from arena import __version__
from arena.cli.command import SpokenGroup, language_given
from arena.errors import ArenaError
from arena.language import _, speaking, told
from arena.system.interrupts import interruptible
from protocol.text import SaidError, printable

_PRINTING: Final = frozenset({__name__, "click.utils", "rich.console"})
"""The modules in which what is printed reaches standard output."""


class CommandGroup(SpokenGroup):
    """Subcommands come from the entry-point group `arena.commands`; each is imported when it is called."""

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


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="arena", message="%(prog)s %(version)s")
def cli() -> None:
    """An arena for Shisanshui (十三水) bots.

    \b
    arena new my_bot                                    start a bot of your own
    arena play sample_bots/greedy sample_bots/random    play one match
    arena tournament run cup.toml                       run a cup, or resume it
    arena score rounds.jsonl                            settle rounds
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command. A fault in its input is one line on standard error and an exit status, never a traceback."""
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
        at_output = _raised_in(error) in _PRINTING or _output_is_closed()
        _silence_output()
        if not isinstance(error, BrokenPipeError):
            _complain(_of_system(error, at_output))
        sys.exit(1)
    except UnicodeEncodeError as error:
        # of a path: streams replace what they cannot write
        words = "{text!r}: the locale's encoding, {encoding}, cannot write this file name; use a locale with UTF-8"
        _complain(_(words, text=error.object, encoding=error.encoding))
        sys.exit(1)
    sys.exit(status if isinstance(status, int) else 0)


def _of_system(error: OSError, at_output: bool) -> str:
    file = error.filename or (_("standard output") if at_output else None)
    if not error.strerror:
        return str(error)
    if file is None:
        return _("the system refused something: {strerror}", strerror=error.strerror)
    return _("{file}: {strerror}", file=file, strerror=error.strerror)


def _raised_in(error: OSError) -> str:
    """Return the module in which the error was raised; a failed write may leave nothing to be flushed."""
    frames = [frame for frame, _line in traceback.walk_tb(error.__traceback__)]
    return str(frames[-1].f_globals.get("__name__", "")) if frames else ""


def _output_is_closed() -> bool:
    """Return whether standard output does not take what is still to be written to it."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False


def _complain(words: str) -> None:
    # names and last words of submissions are among them
    shown = "\n".join(map(printable, words.split("\n")))
    click.secho(f"arena: {shown}", fg="red", err=True)


def _silence_output() -> None:
    """Drop what is still buffered: nobody reads it, and the interpreter would complain at its end."""
    with Path(os.devnull).open("wb") as nothing:
        os.dup2(nothing.fileno(), sys.stdout.fileno())
