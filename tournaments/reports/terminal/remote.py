"""Where the remote bots of a tournament connect, on the terminal."""

from collections.abc import Sequence

from rich.console import Console

from arena.records.job import BotProgram, Listening
from arena.remote.keys import public_of
from arena.remote.listening import endpoint_to_tell


def show_doors(console: Console, bots: Sequence[BotProgram], listening: Listening) -> None:
    """What the author of each remote bot has to know."""
    for bot in bots:
        if bot.remote:
            endpoint = endpoint_to_tell(listening.host, listening.ports[bot.remote])
            console.print(f"Remote 远程 {bot.name}: {endpoint}", soft_wrap=True, markup=False, highlight=False)
    key = public_of(listening.secret_key)
    console.print(f"Server key 服务器公钥: {key}", soft_wrap=True, markup=False, highlight=False)
