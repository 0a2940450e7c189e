"""The `[remote]` table of a tournament file: where the bots of other machines connect.

It decides nothing in the tournament, so it is not part of the cup and may differ when a run resumes.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec

from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening
from arena.records.settings import Duration
from arena.remote.listening import LOOPBACK, PATIENCE, listening_for, sharing_a_key

FIRST_PORT: Final = 7700


class RemoteSection(msgspec.Struct, frozen=True):
    """`key` is the file of the arena's secret key; the first remote bot connects to `port`, each other to the next."""

    key: str
    host: str = LOOPBACK
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = FIRST_PORT
    patience: Duration = PATIENCE


def listening_of(
    section: RemoteSection | None, bots: Sequence[BotProgram], folder: Path, source: str
) -> Listening | None:
    """Return where the remote bots among `bots` connect, None if there are none; paths are relative to `folder`.

    Raises ArenaError that starts with `source` and names the key.
    """
    remote = [bot.name for bot in bots if bot.remote]
    if not remote:
        return None
    if section is None:
        raise ArenaError(
            '{source}: "{bot}" is a remote bot: expected a table [remote] with key = "…", the '
            "file of the arena's own secret key; arena keys new makes one",
            source=source,
            bot=remote[0],
        )
    if pair := sharing_a_key(bots):
        raise ArenaError(
            '{source}: bots: "{one}" and "{other}" have the same key; a bot is known by its own',
            source=source,
            one=pair[0],
            other=pair[1],
        )
    try:
        return listening_for(bots, section.host, section.port, folder / section.key, section.patience, stays=True)
    except ArenaError as error:
        raise ArenaError("{source}: remote.{fault}", source=source, fault=error.said) from None
