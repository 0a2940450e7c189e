"""`arena replay` and `arena hands`: a tournament's rounds, card by card."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from arena.cli.command import command
from arena.cli.options import check_outfile
from arena.errors import UsageError
from arena.language import _, told
from protocol.text import Counted, Listed, Said
from tournaments.reports.terminal.console import report_console
from tournaments.reports.terminal.rounds import show_extreme, show_round
from tournaments.reports.viewer.file import is_page, write_page
from tournaments.results.replay import RoundView, extreme_rounds, replayer
from tournaments.store.store import Store

_BACK: Final = {"p", "b", "k", "\x1b[D", "\x1b[A"}
_MOST_NAMED: Final = 5
_NONE_YET: Final = Said("none yet")
_QUIT: Final = {"q", "\x1b", "\x03", "\x04"}


@command(
    short_help="Replay the rounds of a match.",
    epilog="""\b
Examples:
  arena replay runs/demo s1t1             step through the match
  arena replay runs/demo s1t1 7           round 7 in every leg
  arena replay runs/demo s1t1 7 --leg 1 --json
  arena replay runs/demo s1t1 --html match.html
  arena replay runs/play/1a2b3c4d         the one match of arena play
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("match", required=False)
@click.argument("number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.option("--leg", type=click.IntRange(1), help="Show this leg only.")
@click.option("--html", type=click.Path(path_type=Path), metavar="FILE", help="Write one file to look at in a browser.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def replay(
    folder: Path, match: str | None, number: int | None, leg: int | None, html: Path | None, as_json: bool
) -> None:
    """Replay the rounds of MATCH in the tournament in DIR: cards, rows and settlement.

    On a terminal and without ROUND, space shows the next round, p the previous one, and q quits. If a match was made
    void and played again, MATCH is the one that counts; MATCH#1 is the first match played for it, MATCH#2 the second.
    MATCH may be left out where there is only one.
    """
    with Store.read(folder) as store:
        match = match or _only_match(store)
        found, name = replayer(store, match), store.cup().name
        views = list(found.rounds(number, leg))
    if not views:
        raise UsageError("{match} has no such round or leg", match=match)
    if html is not None:
        check_outfile(html, "--html", Said("replay"), is_page)
        write_page(html, name, match, views, found.note)
        click.echo(_("{file}: {rounds}", file=html, rounds=Counted(len(views), "{number} round", "{number} rounds")))
        return
    console = report_console()
    if as_json:
        click.echo(msgspec.json.encode(views))
    elif number is None and console.is_terminal:
        step(console, views, found.note)
    else:
        if found.note:
            console.print(told(found.note), highlight=False, markup=False)
        for view in views:
            show_round(console, view)


def _only_match(store: Store) -> str:
    """Return the id of the one match there is. Raises UsageError when there are none or several."""
    matches = store.match_ids()
    if len(matches) == 1:
        return matches[0]
    there_are = Listed(matches[:_MOST_NAMED]) if matches else _NONE_YET
    more = Said(", …") if len(matches) > _MOST_NAMED else ""
    raise UsageError("which match? there are: {matches}{more}", matches=there_are, more=more)


@command(
    short_help="List the rounds that cost a bot the most water.",
    epilog="""\b
Examples:
  arena hands runs/demo --bot greedy --worst 20
  arena hands runs/demo --bot greedy --best 5
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="The bot.")
@click.option("--worst", type=click.IntRange(1), metavar="N", help="List the N rounds that cost it most; default 20.")
@click.option("--best", type=click.IntRange(1), metavar="N", help="List the N rounds that won it most instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def hands(folder: Path, bot: str, worst: int | None, best: int | None, as_json: bool) -> None:
    """List the rounds of the tournament in DIR that cost a bot the most water, worst first.

    A round is given as match, round and leg: for `s1t1 7.2`, `arena replay DIR s1t1 7 --leg 2` shows it in full.
    """
    if worst is not None and best is not None:
        raise UsageError("--worst and --best: give only one of them")
    with Store.read(folder) as store:
        found = extreme_rounds(store, bot, best or worst or 20, best is not None)
    if as_json:
        click.echo(msgspec.json.encode([costly.view for costly in found]))
    else:
        show_extreme(report_console(), bot, found)


def step(console: Console, views: Sequence[RoundView], note: Said | str = "") -> None:
    """Show one round a screen with `note` below it; keys step forward and back."""
    place = 0
    while True:
        console.clear()
        show_round(console, views[place])
        if note:
            console.print(told(note), highlight=False, markup=False)
        keys = _("{round}/{count} · space: next · p: previous · q: quit", round=place + 1, count=len(views))
        console.print(keys, style="dim", highlight=False)
        key = click.getchar()
        if key in _QUIT:
            return
        place = min(max(place + (-1 if key in _BACK else 1), 0), len(views) - 1)
