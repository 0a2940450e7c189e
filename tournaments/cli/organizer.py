"""`arena tournament withdraw`, `disqualify` and `void`: the organizer steps in, with a reason."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from arena.cli.command import command
from arena.language import _
from protocol.text import Listed
from tournaments.cli.clock import now


def _intervention(command: Callable[..., None]) -> Callable[..., Any]:
    """Add the arguments that every intervention has."""
    reason = click.option(
        "--reason", required=True, metavar="WHY", help="The reason; it is recorded and shown in reports."
    )
    folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
    return folder(reason(command))


@command(
    short_help="Withdraw a bot at its author's request.",
    epilog='\b\nExample:\n  arena tournament withdraw runs/cup greedy --reason "the author asked for it"',
)
@_intervention
@click.argument("bot", metavar="BOT")
def withdraw(folder: Path, bot: str, reason: str) -> None:
    """Withdraw BOT from the tournament in DIR at its author's request.

    What it has played stands; it is absent from every match that starts later. Stop the run first, then resume it.
    """
    from tournaments.run.organizer import leave  # noqa: PLC0415

    leave(folder, "withdraw", bot, reason, now())
    click.echo(_("{bot} is withdrawn and plays no more matches", bot=bot))


@command(
    short_help="Disqualify a bot.",
    epilog='\b\nExample:\n  arena tournament disqualify runs/cup greedy --reason "reads others\' files"',
)
@_intervention
@click.argument("bot", metavar="BOT")
def disqualify(folder: Path, bot: str, reason: str) -> None:
    """Disqualify BOT from the tournament in DIR; otherwise the same as withdraw."""
    from tournaments.run.organizer import leave  # noqa: PLC0415

    leave(folder, "disqualify", bot, reason, now())
    click.echo(_("{bot} is disqualified and plays no more matches", bot=bot))


@command(
    short_help="Make a match void; it is played again.",
    epilog='\b\nExample:\n  arena tournament void runs/cup s1t2 --reason "the machine was swapping"',
)
@_intervention
@click.argument("match", metavar="MATCH")
def void(folder: Path, match: str, reason: str) -> None:
    """Make MATCH of the tournament in DIR void; it is played again with new deals.

    Every match that followed from it is played again too. Stop the run first, then resume it.
    """
    from tournaments.run.organizer import make_void  # noqa: PLC0415

    gone = make_void(folder, match, reason, now())
    click.echo(_("to be played again: {tables}", tables=Listed(gone)))
