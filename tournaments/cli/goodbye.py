"""The remote bots of a tournament are told that it is over, and the organizer who was not."""

import click
from rich.console import Console

from arena.records.job import Listening
from arena.remote.farewell import say_goodbye
from tournaments.cup.cup import Cup


def take_leave(console: Console, cup: Cup, listening: Listening, again: bool) -> None:
    """The cup is over, whoever hears of it. Said `again`, nothing is wrong with those who are gone."""
    farewell = say_goodbye(cup.bots, listening, again)
    if farewell.told:
        told = f"Told that it is over 告别: {', '.join(farewell.told)}"
        console.print(told, soft_wrap=True, markup=False, highlight=False)
    missed = [f"{name} was not told that it is over: {why}" for name, why in farewell.barred.items()]
    if not again:
        missed += [f"{name} was not told that it is over: nobody is there" for name in farewell.absent]
    if missed:
        for line in [*missed, "the same command tells those who wait then"]:
            click.secho(f"arena: {line}", fg="yellow", err=True)
