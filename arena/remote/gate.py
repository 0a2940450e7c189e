"""Who gets in: the ports of a match's remote bots, and the ZAP handler (RFC 27) that is asked for every handshake.

It has a context, and so a thread, of its own: what strangers cost at the door is not charged to the local bots. The
handler is no thread but a socket that the referee polls with the others. pyzmq's authenticators are not used: they
wait in a thread or an event loop, and know of keys but not of connections.
"""

import sys
from collections.abc import Sequence
from time import monotonic
from typing import Final

import zmq
from zmq.utils import z85

from arena.dealer import HANDSHAKE_MS
from arena.launcher import BotLog
from arena.records import BotProgram, Listening
from arena.remote.channel import RemoteChannel
from arena.remote.player import RemotePlayer

_OK: Final = (b"200", b"OK")
_LATER: Final = (b"300", b"another connection of this key is open")
"""The client hears nothing, is cut off after the handshake's limit, and tries again."""
_NO: Final = (b"400", b"this key is not expected here")
"""The client's socket gives up for good, as it has to be set up anew."""
_MOST_SOURCES: Final = 1000
"""Refusals that are logged in a match; whoever goes on knocking under new keys does not fill the disk."""


class Gate:
    """Listens for every remote bot of `bots` from its construction on. Raises ArenaError where it cannot."""

    def __init__(self, game: str, bots: Sequence[BotProgram], listening: Listening) -> None:
        self._game = game
        self._bots = bots
        self._listening = listening
        self._told: set[tuple[int, str, str]] = set()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.zap = self._context.socket(zmq.REP)
        self.zap.bind("inproc://zeromq.zap.01")
        self._admitted: dict[int, tuple[int, float]] = {}
        """By bot: how many connections there had been when one more was let in, and until when it may take."""
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
        """A start of the bot: it is waited for anew. Raises ArenaError when somebody else has taken its port."""
        if self.channels[bot].closed:
            self.channels[bot] = self._listen(bot)
        before = self._players.get(bot)
        known = before.hello if before is not None else None
        self._players[bot] = RemotePlayer(seat, self._game, self.channels[bot], log, self._listening, known)
        return self._players[bot]

    def attend(self) -> bool:
        """Answer who knocks, and take in who has come and gone. True when anybody has."""
        before = sum(channel.seen for channel in self.channels.values())
        while self.zap.poll(0):
            version, request, domain, address, _identity, mechanism, *credentials = self.zap.recv_multipart()
            key = z85.encode(credentials[0]).decode() if mechanism == b"CURVE" else ""
            status, words = self._verdict(int(domain), address.decode(), key)
            self.zap.send_multipart([version, request, status, words, b"", b""])
        for channel in self.channels.values():
            channel.watch()
        return sum(channel.seen for channel in self.channels.values()) > before

    def close(self) -> None:
        """Free every port. What was sent last has a second to leave."""
        for channel in self.channels.values():
            channel.close()
        self.zap.close(0)
        self._context.term()

    def _listen(self, bot: int) -> RemoteChannel:
        program, listening = self._bots[bot], self._listening

        def refused(source: str) -> None:
            self._refuse(bot, source, "", "no CURVE client, or one with another server key")

        # a port that was any free one remains the bot's
        port = self.channels[bot].port if bot in self.channels else listening.ports[program.remote]
        return RemoteChannel(self._context, listening.host, port, str(bot), listening.secret_key, refused)

    def _verdict(self, bot: int, source: str, key: str) -> tuple[bytes, bytes]:
        if key != self._bots[bot].remote:
            self._refuse(bot, source, key, f"its key {key} is another")
            return _NO
        channel = self.channels[bot]
        channel.watch()
        connections, until = self._admitted.get(bot, (-1, 0.0))
        on_its_way = connections == channel.connections and monotonic() < until
        if channel.connected or on_its_way:
            self._refuse(bot, source, key, "a second connection while the first is open")
            return _LATER
        self._admitted[bot] = (channel.connections, monotonic() + HANDSHAKE_MS / 1000)
        return _OK

    def _refuse(self, bot: int, source: str, key: str, why: str) -> None:
        """Log it to standard error, which is the match's log, once for each source and key."""
        if (bot, source, key) not in self._told and len(self._told) < _MOST_SOURCES:
            self._told.add((bot, source, key))
            print(f"{self._bots[bot].name}: refused a connection from {source}: {why}", file=sys.stderr, flush=True)
