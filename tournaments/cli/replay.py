"""`arena replay` and `arena hands`: rounds of a tournament, looked at again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from arena.cli.command import command
from arena.errors import UsageError
from tournaments.reports.rounds import show_extreme, show_round
from tournaments.reports.terminal import report_console
from tournaments.results.replay import RoundView, extreme_rounds, replayer
from tournaments.store.store import Store

_BACK: Final = {"p", "b", "k", "\x1b[D", "\x1b[A"}
_QUIT: Final = {"q", "\x1b", "\x03", "\x04"}


@command(
    short_help="Show the rounds of a match again 回放.",
    epilog="""\b
Examples:
  arena replay runs/demo s1t1             steps through the match with keys
  arena replay runs/demo s1t1 7           round 7, in all its legs
  arena replay runs/demo s1t1 7 --leg 1 --json
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("match")
@click.argument("number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.option("--leg", type=click.IntRange(1), help="Only this leg.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def replay(folder: Path, match: str, number: int | None, leg: int | None, as_json: bool) -> None:
    """Show the rounds of MATCH in the tournament in DIR 回放: cards, rows, settlement.

    On a terminal and without ROUND: space goes on, p goes back, q ends. Of a match that was made void it shows the play
    that counts; MATCH#1 is the first play of it, MATCH#2 the second.
    """
    with Store.read(folder) as store:
        found = replayer(store, match)
        views = list(found.rounds(number, leg))
    if not views:
        raise UsageError("{match} has no such round or leg", match=match)
    console = report_console()
    if as_json:
        click.echo(msgspec.json.encode(views))
    elif number is None and console.is_terminal:
        step(console, views, str(found.note))
    else:
        if found.note:
            console.print(str(found.note), highlight=False, markup=False)
        for view in views:
            show_round(console, view)


@command(
    short_help="List the rounds that cost a bot the most water.",
    epilog="""\b
Examples:
  arena hands runs/demo --bot greedy --worst 20
  arena hands runs/demo --bot greedy --best 5
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="Whose hands.")
@click.option("--worst", type=click.IntRange(1), metavar="N", help="The N rounds that cost it most; 20 by default.")
@click.option("--best", type=click.IntRange(1), metavar="N", help="The N rounds that won it most, instead.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def hands(folder: Path, bot: str, worst: int | None, best: int | None, as_json: bool) -> None:
    """List the rounds of the tournament in DIR that cost a bot the most water, worst first.

    A round is named by match, round and leg (`s1t1 7.2`); `arena replay DIR s1t1 7 --leg 2` shows all of it.
    """
    if worst is not None and best is not None:
        raise UsageError("--worst and --best: only one of them")
    with Store.read(folder) as store:
        found = extreme_rounds(store, bot, best or worst or 20, best is not None)
    if as_json:
        click.echo(msgspec.json.encode([costly.view for costly in found]))
    else:
        show_extreme(report_console(), bot, found)


def step(console: Console, views: Sequence[RoundView], note: str = "") -> None:
    """One round a screen, below it what is to be said of them all; keys go on and back."""
    place = 0
    while True:
        console.clear()
        show_round(console, views[place])
        if note:
            console.print(note, highlight=False, markup=False)
        console.print(f"{place + 1}/{len(views)} · space next 下一局 · p previous 上一局 · q quit 退出", style="dim")
        key = click.getchar()
        if key in _QUIT:
            return
        place = min(max(place + (-1 if key in _BACK else 1), 0), len(views) - 1)
