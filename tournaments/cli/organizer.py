"""`arena tournament withdraw`, `disqualify` and `void`: what the organizer decides, with the reason."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from arena.cli.command import command
from tournaments.cli.clock import now


def _decision(command: Callable[..., None]) -> Callable[..., Any]:
    """The arguments that every decision has."""
    reason = click.option("--reason", required=True, metavar="WHY", help="Recorded, and shown in the report.")
    folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
    return folder(reason(command))


@command(
    short_help="Take out a bot at its author's wish 退赛.",
    epilog='\b\nExample:\n  arena tournament withdraw runs/cup greedy --reason "the author asked for it"',
)
@_decision
@click.argument("bot", metavar="BOT")
def withdraw(folder: Path, bot: str, reason: str) -> None:
    """Take BOT out of the tournament in DIR at its author's wish 退赛.

    What it has played stands; it is absent from every match that begins later. Stop the run first, then go on.
    """
    from tournaments.run.organizer import leave  # noqa: PLC0415

    leave(folder, "withdraw", bot, reason, now())
    click.echo(f"{bot} has withdrawn; it plays no more")


@command(
    short_help="Take out a bot for a fault of its own 取消资格.",
    epilog='\b\nExample:\n  arena tournament disqualify runs/cup greedy --reason "reads others\' files"',
)
@_decision
@click.argument("bot", metavar="BOT")
def disqualify(folder: Path, bot: str, reason: str) -> None:
    """Take BOT out of the tournament in DIR for a fault of its own 取消资格; otherwise as withdraw."""
    from tournaments.run.organizer import leave  # noqa: PLC0415

    leave(folder, "disqualify", bot, reason, now())
    click.echo(f"{bot} is disqualified; it plays no more")


@command(
    short_help="Let a match not count 作废; it is played again.",
    epilog='\b\nExample:\n  arena tournament void runs/cup s1t2 --reason "the machine was swapping"',
)
@_decision
@click.argument("match", metavar="MATCH")
def void(folder: Path, match: str, reason: str) -> None:
    """Let MATCH of the tournament in DIR not count 作废; it is played again with new deals.

    What followed from it is played again too. A match whose process died each time it was played is left out, and the
    better seeding advances. Stop the run first, then go on.
    """
    from tournaments.run.organizer import make_void  # noqa: PLC0415

    gone = make_void(folder, match, reason, now())
    if gone:
        click.echo(f"to be played again: {', '.join(gone)}")
    else:
        click.echo(f"{match} is left out: the better seeding advances")
