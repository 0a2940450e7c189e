"""Where bots of other machines are waited for, from what a person says of it."""

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
from arena.text import counted

LOOPBACK: Final = "127.0.0.1"
PATIENCE: Final = "5s"
"""How long a connection may be lost."""
_MOST_PORTS: Final = 65535
_KILLED_S: Final = 1.5
"""How long the matches of a run that was killed a moment ago may take to let go of their ports."""
_AGAIN_S: Final = 0.05


def listening_for(
    bots: Sequence[BotProgram],
    host: str,
    port: int,
    key: Path | None,
    patience: str = PATIENCE,
    stays: bool = False,
) -> Listening:
    """The first remote bot of `bots` gets `port`, each further one the next; with port 0 each gets any free one.

    Without `key`, the file of the arena's secret key, one is drawn. Raises ArenaError, naming which of them, for a host
    that is no address of this machine, a port that is none, a key that cannot be had or is a bot's, or a patience that
    is no duration.
    """
    if not _is_ours(host):
        raise ArenaError('host: expected an IP address of this machine, or "0.0.0.0" for all, got "{host}"', host=host)
    names = {bot.remote: bot.name for bot in bots if bot.remote}
    most = _MOST_PORTS - len(names) + 1
    if not 0 <= port <= most:
        raise ArenaError(
            "port: expected 1 to {most}, with {counted}, got {port}",
            most=most,
            counted=counted(len(names), "remote bot"),
            port=port,
        )
    try:
        secret = secret_key(key) if key is not None else zmq.curve_keypair()[1].decode()
    except ArenaError as error:
        raise ArenaError("key: {error}", error=error) from None
    if (own := public_of(secret)) in names:
        words = f'"{names[own]}" has the public key of this very pair; a bot has a pair of its own'
        raise ArenaError("key: {key}: {words}", key=key, words=words)
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
    """Raises ArenaError that names every port of `bots` that cannot be listened at now, each with why."""
    taken = [f"at {where} for {name}: {why}" for name, where, why in _taken(bots, listening)]
    if taken:
        raise ArenaError("cannot listen {taken}", taken="; ".join(taken))


def _taken(bots: Sequence[BotProgram], listening: Listening) -> Iterator[tuple[str, str, str]]:
    """Nothing listens at a trial, so that a bot that waits already sees nothing of it."""
    family = socket.AF_INET6 if ip_address(listening.host).version == 6 else socket.AF_INET
    until = monotonic() + _KILLED_S
    with ExitStack() as held:
        for bot in bots:
            if bot.remote and (port := listening.ports[bot.remote]):
                trial = held.enter_context(socket.socket(family, socket.SOCK_STREAM))
                # as libzmq does: a port whose last connection has only just ended is free
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if (why := _fault_of(trial, (listening.host, port), until)) is not None:
                    yield bot.name, endpoint_of(listening.host, port), why


def _fault_of(trial: socket.socket, place: tuple[str, int], until: float) -> str | None:
    """Why `trial` cannot be bound, if it cannot. Who holds the place has until then to let go of it."""
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
    """Where a bot connects that is to find a machine listening at `host`."""
    address = ip_address(host)
    return f"tcp://ADDRESS:{port}" if address.is_unspecified else endpoint_of(host, port)


def sharing_a_key(bots: Sequence[BotProgram]) -> tuple[str, str] | None:
    """The first two bots that could not be told apart, if there are any: by name."""
    known: dict[str, str] = {}
    for bot in bots:
        if bot.remote in known:
            return known[bot.remote], bot.name
        if bot.remote:
            known[bot.remote] = bot.name
    return None
