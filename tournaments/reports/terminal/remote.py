"""Where the remote bots of a tournament connect, on the terminal."""

from collections.abc import Sequence

from rich.console import Console

from arena.language import _
from arena.records.job import BotProgram, Listening
from arena.remote.keys import public_of
from arena.remote.listening import endpoint_to_tell


def show_endpoints(console: Console, bots: Sequence[BotProgram], listening: Listening) -> None:
    """Print what the author of each remote bot has to know."""
    for bot in bots:
        if bot.remote:
            endpoint = endpoint_to_tell(listening.host, listening.ports[bot.remote])
            _line(console, _("Remote bot {bot}: {endpoint}", bot=bot.name, endpoint=endpoint))
    _line(console, _("Server key: {key}", key=public_of(listening.secret_key)))


def _line(console: Console, words: str) -> None:
    """Print a line without breaking it, so that it can be copied."""
    console.print(words, soft_wrap=True, markup=False, highlight=False)
