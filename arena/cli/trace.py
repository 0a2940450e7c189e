"""`arena trace`: the trace of a match as a dialogue."""

from pathlib import Path
from typing import Final

import click
from rich.console import Console
from rich.text import Text

from arena.cli.plain import printable
from arena.dialogue import Spoken, dialogue
from arena.trace import read_trace

_ARROWS: Final = {"to bot": "<-", "from bot": "->", "arena": "  "}
_STYLES: Final = {"to bot": "cyan", "from bot": "green", "arena": "magenta"}
_INDENT: Final = 12


@click.command(
    epilog="""\b
Examples:
  arena play my_bot.py sample_bots/greedy --rounds 5 --trace match.jsonl
  arena trace match.jsonl
  arena trace match.jsonl --bot my_bot | grep LATE
"""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Only what concerns this bot; may be repeated.")
def trace(file: Path, bots: tuple[str, ...]) -> None:
    """Show FILE, written by arena play --trace, as a dialogue between bots and arena 对话记录.

    Times are seconds since the match began. `->` is from a bot, `<-` to one. Late answers, strikes and everything else
    that went wrong are red on a terminal; in a pipe the lines are whole and plain, and such lines begin with `!`.
    """
    console = Console(highlight=False)
    leg = -1
    for spoken in dialogue(read_trace(file)):
        if bots and spoken.bot not in bots:
            continue
        if spoken.leg != leg:
            leg = spoken.leg
            console.print(Text(f"leg {leg + 1}", style="bold"))
        _print(console, spoken)


def _print(console: Console, spoken: Spoken) -> None:
    style = "bold red" if spoken.alarm else _STYLES[spoken.side]
    head = f"{'!' if spoken.alarm else ' '}{spoken.at_us / 1e6:10.6f} {_ARROWS[spoken.side]} {spoken.seat} {spoken.bot}"
    whole = not console.is_terminal
    console.print(Text(f"{head}: ").append(printable(spoken.words), style=style), soft_wrap=whole)
    for detail in spoken.details:
        told = Text(" " * _INDENT).append(printable(detail), style="bold red" if "STRIKE" in detail else "dim")
        console.print(told, soft_wrap=whole)
