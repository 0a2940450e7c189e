"""Tell the remote bots of a tournament that it is over, and the organizer which ones could not be told."""

from collections.abc import Iterator

import click
from rich.console import Console

from arena.language import Stored, _
from arena.records.job import Listening
from arena.remote.farewell import Farewell, say_goodbye
from protocol.text import Listed
from tournaments.cup.cup import Cup


def take_leave(console: Console, cup: Cup, listening: Listening, again: bool) -> None:
    """Say goodbye to every remote bot. The second time (`again`) bots that are gone are not reported."""
    farewell = say_goodbye(cup.bots, listening, again)
    if farewell.told:
        told = _("Told that it is over: {bots}", bots=Listed(farewell.told))
        console.print(told, soft_wrap=True, markup=False, highlight=False)
    missed = list(_missed(farewell, again))
    if missed:
        for line in [*missed, _("run the same command again to tell those who are waiting then")]:
            click.secho(f"arena: {line}", fg="yellow", err=True)


def _missed(farewell: Farewell, again: bool) -> Iterator[str]:
    for name, why in farewell.barred.items():
        yield _("{bot} was not told that it is over: {reason}", bot=name, reason=Stored(why))
    if not again:
        for name in farewell.absent:
            yield _("{bot} was not told that it is over: it is not connected", bot=name)
