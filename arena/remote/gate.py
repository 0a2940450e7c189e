"""Who gets in: the ports of a match's remote bots, and the ZAP handler (RFC 27) that decides each handshake.

The gate has a context of its own with an I/O thread for each bot, so that strangers' connections cost the local bots
nothing. The handler is not a thread but a socket that the referee polls with the others. pyzmq's authenticators do not
fit: they wait in a thread or an event loop, and know keys but not connections.
"""

import sys
from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Final, NamedTuple

import zmq
from zmq.utils import z85

from arena.records.job import BotProgram, Listening
from arena.remote.channel import HANDSHAKE_MS, RemoteChannel
from arena.remote.player import RemotePlayer
from arena.seats.lanes import Lanes
from arena.seats.process import BotLog

_OK: Final = [b"200", b"OK", b"", b""]
_NO: Final = [b"400", b"this key is not expected here", b"", b""]
"""The client's socket gives up for good; it would have to be made anew."""
_MOST_SOURCES: Final = 1000
"""The most refusals logged in a match, so that attempts under ever new keys do not fill the disk."""


class _Admitted(NamedTuple):
    """A connection let in but not yet there: what its channel had counted by then, and how long to wait for it."""

    connections: int
    strangers: int
    until: float


class _Waiting(NamedTuple):
    """A connection waiting for another with the same key to end: how to answer it, and how long it waits."""

    envelope: list[bytes]
    until: float


class Gate:
    """Listens for every remote bot of `bots` from construction on. Raises ArenaError if it cannot."""

    def __init__(self, game: str, bots: Sequence[BotProgram], listening: Listening) -> None:
        self._game = game
        self._bots = bots
        self._listening = listening
        self._told: set[tuple[int, str, str]] = set()
        self._lanes = Lanes(len(bots))
        """One a bot."""
        self.zap = self._lanes.context.socket(zmq.ROUTER)
        self.zap.bind("inproc://zeromq.zap.01")
        self._admitted: dict[int, _Admitted] = {}
        """The last of each bot."""
        self._waiting: dict[int, _Waiting] = {}
        """The last of each bot; an earlier one is cut off when its time is up, and tries again."""
        self.channels: dict[int, RemoteChannel] = {}
        self._players: dict[int, RemotePlayer] = {}
        """The last of each bot."""
        try:
            for bot, program in enumerate(bots):
                if program.remote:
                    self.channels[bot] = self._listen(bot)
        except BaseException:
            self.close()
            raise

    def player(self, seat: int, bot: int, log: BotLog) -> RemotePlayer:
        """Wait for the bot again and return its player. Raise ArenaError if another program has taken its port."""
        if self.channels[bot].closed:
            self.channels[bot] = self._listen(bot)
        before = self._players.get(bot)
        known = before.hello if before is not None else None
        self._players[bot] = RemotePlayer(seat, self._game, self.channels[bot], log, self._listening, known)
        return self._players[bot]

    def attend(self) -> bool:
        """Answer new connections and take in who has come and gone. Return True if anyone has."""
        before = sum(channel.seen for channel in self.channels.values())
        while self.zap.poll(0):
            sender, delimiter, version, request, domain, address, _, _, *credentials = self.zap.recv_multipart()
            key = z85.encode(credentials[0]).decode() if credentials else ""
            self._hear(int(domain), [sender, delimiter, version, request], address.decode(), key)
        for channel in self.channels.values():
            channel.watch()
        return sum(channel.seen for channel in self.channels.values()) > before

    def pages(self) -> dict[int, int]:
        """Return, by seat, how many pages of memory its bot's connections have taken so far."""
        by_bot = self._lanes.pages()
        return {player.seat: by_bot.get(bot, 0) for bot, player in self._players.items()}

    def close(self) -> None:
        """Free every port. The last messages have a second to leave."""
        for channel in self.channels.values():
            channel.close()
        self.zap.close(0)
        self._lanes.context.term()

    def _listen(self, bot: int) -> RemoteChannel:
        program, listening = self._bots[bot], self._listening

        def refused(source: str) -> None:
            self._refuse(bot, source, "", "no CURVE client, or one with another server key")

        # a bot that got any free port keeps it
        port = self.channels[bot].port if bot in self.channels else listening.ports[program.remote]
        self._admitted.pop(bot, None)
        self._waiting.pop(bot, None)
        free = partial(self._admit, bot)
        context, secret = self._lanes.context, listening.secret_key
        return RemoteChannel(context, listening.host, port, str(bot), secret, refused, free, lane=bot)

    def _hear(self, bot: int, envelope: list[bytes], source: str, key: str) -> None:
        if key != self._bots[bot].remote:
            self._refuse(bot, source, key, self._whose(key))
            self.zap.send_multipart([*envelope, *_NO])
            return
        self._waiting[bot] = _Waiting(envelope, monotonic() + HANDSHAKE_MS / 1000)
        self.channels[bot].watch()
        self._admit(bot)
        if bot in self._waiting:
            self._refuse(bot, source, "", "a second one of its key, until the first has ended")

    def _whose(self, key: str) -> str:
        """Say whose key it is, if it belongs to another bot."""
        name = self._listening.names.get(key)
        if name is None:
            return f"its key {key} is another"
        port = next(
            (channel.port for bot, channel in self.channels.items() if self._bots[bot].remote == key),
            self._listening.ports[key],
        )
        return f"its key is that of {name}, whose port is {port}"

    def _occupied(self, bot: int) -> bool:
        """Return whether a connection of the bot is there or on its way."""
        channel, last = self.channels[bot], self._admitted.get(bot)
        if channel.connected or last is None:
            return channel.connected
        return (channel.connections, channel.strangers) == last[:2] and monotonic() < last.until

    def _admit(self, bot: int) -> None:
        """Let in the waiting connection, if there is no other."""
        if bot not in self._waiting or self._occupied(bot):
            return
        channel, waiting = self.channels[bot], self._waiting.pop(bot)
        if monotonic() < waiting.until:
            until = monotonic() + HANDSHAKE_MS / 1000
            self._admitted[bot] = _Admitted(channel.connections, channel.strangers, until)
            self.zap.send_multipart([*waiting.envelope, *_OK])

    def _refuse(self, bot: int, source: str, key: str, why: str) -> None:
        """Log a refusal to standard error, the match's log, once for each source and key."""
        if (bot, source, key) not in self._told and len(self._told) < _MOST_SOURCES:
            self._told.add((bot, source, key))
            print(f"{self._bots[bot].name}: refused a connection from {source}: {why}", file=sys.stderr, flush=True)
