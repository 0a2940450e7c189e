"""The programs of a record, found on this machine: with the files that played, wherever they are."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from arena.bots.resolve import from_command, load_folder
from arena.errors import ArenaError
from arena.records.job import BotProgram
from arena.records.manifest import BOT_FILE
from protocol.text import SaidError

_COMMAND: Final = b"command "
"""How the manifest of a bare command begins."""
_DEPTH: Final = 4
"""Of folders below the one that is given: a library keeps its bots three below."""


def programs_of(bots: list[BotProgram], below: Path | None = None) -> dict[str, BotProgram]:
    """Return these bots of a record by name, as they are here: where they played, or in a folder `below` another.

    Raises ArenaError, which names a bot that is gone or not the same.
    """
    found = {}
    for bot in bots:
        here = _where_it_played(bot) if below is None else _below(bot, below)
        found[bot.name] = msgspec.structs.replace(here, name=bot.name)
    return found


def _where_it_played(bot: BotProgram) -> BotProgram:
    here = _at(bot, Path(bot.folder))
    if here.digest != bot.digest:
        raise ArenaError(
            "bot {bot}: {folder} holds other files than played; --bots DIR looks for them elsewhere",
            bot=bot.name,
            folder=bot.folder,
        )
    return here


def _below(bot: BotProgram, folder: Path) -> BotProgram:
    for place in _places(bot, folder):
        try:
            here = _at(bot, place)
        except SaidError:
            continue  # another bot's folder may be in any state
        if here.digest == bot.digest:
            return here
    raise ArenaError(
        "bot {bot}: no folder in {folder} holds the files that played, whose digest is {digest}",
        bot=bot.name,
        folder=folder,
        digest=bot.digest,
    )


def _places(bot: BotProgram, folder: Path) -> Iterator[Path]:
    """Yield the folders in which the bot may be: those with its `bot.toml`; for a command, all that are near."""
    if _words_of(bot) is not None:
        yield folder
        yield from sorted(path for path in folder.iterdir() if path.is_dir())
        return
    for depth in range(_DEPTH):
        for file in sorted(folder.glob("*/" * depth + BOT_FILE)):
            line = hashlib.sha256(file.read_bytes()).hexdigest().encode() + b"  " + BOT_FILE.encode()
            if line in bot.manifest.split(b"\n"):
                yield file.parent


def _at(bot: BotProgram, folder: Path) -> BotProgram:
    words = _words_of(bot)
    return load_folder(folder) if words is None else from_command(bot.name, words, folder)


def _words_of(bot: BotProgram) -> list[str] | None:
    """Return the words of a bare command; None for a folder with `bot.toml`."""
    head = bot.manifest.partition(b"\n")[0]
    if not head.startswith(_COMMAND):
        return None
    words = json.loads(head.removeprefix(_COMMAND))
    return [str(word) for word in words]
