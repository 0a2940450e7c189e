"""The address and ports where remote bots connect, from options or a tournament file."""

import errno
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, sleep
from typing import Final

import zmq

from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening
from arena.records.settings import milliseconds
from arena.remote.channel import endpoint_of
from arena.remote.keys import public_of, secret_key
from protocol.text import SEMICOLON, Counted, Listed, Said

LOOPBACK: Final = "127.0.0.1"
PATIENCE: Final = "5s"
"""The longest a connection may be lost."""
_MOST_PORTS: Final = 65535
_KILLED_S: Final = 1.5
"""How long the matches of a run that has just been killed may take to free their ports."""
_AGAIN_S: Final = 0.05


def listening_for(
    bots: Sequence[BotProgram],
    host: str,
    port: int,
    key: Path | None,
    patience: str = PATIENCE,
    stays: bool = False,
) -> Listening:
    """Give the first remote bot of `bots` the port `port` and each further one the next; 0 gives each any free port.

    `key` is the file of the arena's secret key; without it a key is made. Raises ArenaError, which names the parameter,
    when `host` is not an address of this machine, `port` is out of range, `key` cannot be read or belongs to a bot, or
    `patience` is not a duration.
    """
    if not _is_ours(host):
        raise ArenaError('host: expected an IP address of this machine, or "0.0.0.0" for all, got "{host}"', host=host)
    names = {bot.remote: bot.name for bot in bots if bot.remote}
    most = _MOST_PORTS - len(names) + 1
    if not 0 <= port <= most:
        raise ArenaError(
            "port: expected 1 to {most}, with {bots}, got {port}",
            most=most,
            bots=Counted(len(names), "{number} remote bot", "{number} remote bots"),
            port=port,
        )
    try:
        secret = secret_key(key) if key is not None else zmq.curve_keypair()[1].decode()
    except ArenaError as error:
        raise ArenaError("key: {fault}", fault=error) from None
    if (own := public_of(secret)) in names:
        raise ArenaError(
            'key: {file}: "{bot}" has the public key of this pair; each bot needs a pair of its own',
            file=key,
            bot=names[own],
        )
    ports = {public: port + place if port else 0 for place, public in enumerate(names)}
    return Listening(host, ports, secret, milliseconds(patience, "patience"), stays, names)


def _is_ours(host: str) -> bool:
    try:
        family = socket.AF_INET6 if ip_address(host).version == 6 else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.bind((host, 0))
    except (ValueError, OSError):
        return False
    return True


def try_ports(bots: Sequence[BotProgram], listening: Listening) -> None:
    """Raise ArenaError, which names every port of `bots` that cannot be used now, and why."""
    taken = list(_taken(bots, listening))
    if taken:
        raise ArenaError("cannot listen {places}", places=Listed(taken, SEMICOLON))


def _taken(bots: Sequence[BotProgram], listening: Listening) -> Iterator[Said]:
    """Bind each port without listening, so that a bot that is already waiting does not notice."""
    family = socket.AF_INET6 if ip_address(listening.host).version == 6 else socket.AF_INET
    until = monotonic() + _KILLED_S
    with ExitStack() as held:
        for bot in bots:
            if bot.remote and (port := listening.ports[bot.remote]):
                trial = held.enter_context(socket.socket(family, socket.SOCK_STREAM))
                # as libzmq does: a port whose last connection has only just ended is free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if (why := _fault_of(trial, (listening.host, port), until)) is not None:
                    endpoint = endpoint_of(listening.host, port)
                    yield Said("at {endpoint} for {bot}: {strerror}", endpoint=endpoint, bot=bot.name, strerror=why)


def _fault_of(trial: socket.socket, place: tuple[str, int], until: float) -> str | None:
    """Return why `trial` cannot be bound, or None. Whoever holds the port has until then to free it."""
    while True:
        try:
            trial.bind(place)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or monotonic() > until:
                return error.strerror
            sleep(_AGAIN_S)
        else:
            return None


def endpoint_to_tell(host: str, port: int) -> str:
    """Return the endpoint for a bot that connects to a machine listening at `host`."""
    address = ip_address(host)
    return f"tcp://ADDRESS:{port}" if address.is_unspecified else endpoint_of(host, port)


def sharing_a_key(bots: Sequence[BotProgram]) -> tuple[str, str] | None:
    """Return the names of the first two bots with the same key, or None."""
    known: dict[str, str] = {}
    for bot in bots:
        if bot.remote in known:
            return known[bot.remote], bot.name
        if bot.remote:
            known[bot.remote] = bot.name
    return None
