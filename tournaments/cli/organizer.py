"""`arena tournament withdraw`, `disqualify` and `void`: the organizer steps in, with a reason."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Literal

import click

from arena.cli.command import command
from arena.language import _
from protocol.text import Listed, Said
from tournaments.cli.clock import now

_REASON: Final = click.option(
    "--reason", required=True, metavar="WHY", help="The reason; it is recorded and shown in reports."
)
_GONE: Final = {
    "withdraw": Said("{bot} is withdrawn and plays no more matches"),
    "disqualify": Said("{bot} is disqualified and plays no more matches"),
}


def _intervention(subject: str) -> Callable[[Callable[..., None]], Callable[..., Any]]:
    """Add the arguments of an intervention: the folder, its subject and the reason."""
    folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
    argument = click.argument(subject, metavar=subject.upper())
    return lambda command: folder(argument(_REASON(command)))


def _leave(folder: Path, kind: Literal["withdraw", "disqualify"], bot: str, reason: str) -> None:
    from tournaments.run.organizer import leave  # noqa: PLC0415

    leave(folder, kind, bot, reason, now())
    click.echo(_(_GONE[kind].template, bot=bot))


@command(
    short_help="Withdraw a bot at its author's request.",
    epilog='\b\nExample:\n  arena tournament withdraw runs/cup greedy --reason "the author asked for it"',
)
@_intervention("bot")
def withdraw(folder: Path, bot: str, reason: str) -> None:
    """Withdraw BOT from the tournament in DIR at its author's request.

    What it has played stands, unless a league annuls it; it is absent from every match that starts later. Stop the run
    first, then resume it.
    """
    _leave(folder, "withdraw", bot, reason)


@command(
    short_help="Disqualify a bot.",
    epilog='\b\nExample:\n  arena tournament disqualify runs/cup greedy --reason "reads others\' files"',
)
@_intervention("bot")
def disqualify(folder: Path, bot: str, reason: str) -> None:
    """Disqualify BOT from the tournament in DIR; otherwise the same as withdraw."""
    _leave(folder, "disqualify", bot, reason)


@command(
    short_help="Make a match void; it is played again.",
    epilog='\b\nExample:\n  arena tournament void runs/cup s1t2 --reason "the machine was swapping"',
)
@_intervention("match")
def void(folder: Path, match: str, reason: str) -> None:
    """Make MATCH of the tournament in DIR void; it is played again with new deals.

    Every match that followed from it is played again too. A match whose process died each time it was played is left
    out instead, and the better seeding advances. Stop the run first, then resume it.
    """
    from tournaments.run.organizer import make_void  # noqa: PLC0415

    gone = make_void(folder, match, reason, now())
    if gone:
        click.echo(_("to be played again: {tables}", tables=Listed(gone)))
    else:
        click.echo(_("{match} is left out: the better seeding advances", match=match))
