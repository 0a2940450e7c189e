"""`arena trace`: the trace of a match as a dialogue."""

from pathlib import Path
from typing import Final

import click
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from arena.cli.command import command
from arena.cli.dialogue import Spoken, dialogue
from arena.errors import UsageError
from arena.language import _, told
from arena.referee.trace import read_trace
from protocol.text import Said, printable

_ARROWS: Final = {"to bot": "<-", "from bot": "->", "arena": "  "}
_STYLES: Final = {"to bot": "cyan", "from bot": "green", "arena": "magenta"}
_ALARM: Final = "bold red"
_INDENT: Final = 12


@command(
    short_help="Show the messages of a match as a dialogue.",
    epilog="""\b
Examples:
  arena play my_bot.py sample_bots/greedy --rounds 5 --trace match.jsonl
  arena trace match.jsonl
  arena trace match.jsonl --bot my_bot | grep '^!'
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Show only this bot; may be repeated.")
def trace(file: Path, bots: tuple[str, ...]) -> None:
    """Show FILE, written by arena play --trace, as a dialogue between the bots and the arena.

    Times are seconds since the match began. `->` is from a bot, `<-` to one. Late answers, strikes and other faults are
    red on a terminal; in a pipe such lines begin with `!`, and no line is broken.
    """
    if file.is_dir():
        raise UsageError("{file}: a folder, not a trace", file=file)
    if not file.exists():
        raise UsageError("{file}: no such file", file=file)
    console = Console(emoji=False, highlight=False)
    lines = read_trace(file)
    width = max((cell_len(line.bot) for line in lines), default=0)
    leg = -1
    for spoken in dialogue(lines):
        if bots and spoken.bot not in bots:
            continue
        if spoken.leg != leg:
            leg = spoken.leg
            console.print(Text(_("leg {leg}", leg=leg + 1), style="bold"))
        _print(console, spoken, width)


def _print(console: Console, spoken: Spoken, width: int) -> None:
    """Print a line and its details; `width` is that of the longest name, in columns."""
    style = _ALARM if spoken.alarm else _STYLES[spoken.side]
    head = f"{'!' if spoken.alarm else ' '}{spoken.at_us / 1e6:10.6f} {_ARROWS[spoken.side]} {spoken.seat} "
    name = set_cell_size(printable(spoken.bot), width)
    whole = not console.is_terminal
    words = printable(told(spoken.words))
    console.print(Text(f"{head}{name}  ").append(words, style=style), soft_wrap=whole)
    for detail in spoken.details:
        strike = isinstance(detail, Said) and detail.template.startswith("STRIKE")
        line = Text(" " * _INDENT).append(printable(told(detail)), style=_ALARM if strike else "dim")
        console.print(line, soft_wrap=whole)
