"""The channel of a remote bot: a bound DEALER on a TCP port, encrypted by CURVE.

Only the holder of the bot's key gets through the handshake, and only one connection at a time (`Gate`), so the sender
of a message needs no further check. A cut connection is not the end: libzmq restores it by itself.
"""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import Final

import zmq

from arena.errors import ArenaError
from arena.remote.keys import public_of
from arena.seats.channel import Channel

HEARTBEAT_EVERY_MS: Final = 500
HEARTBEAT_LIMIT_MS: Final = 1000
"""A connection silent for this long is cut, so a pulled cable is noticed within 1.5 s."""
HEARTBEAT_TTL_MS: Final = 2000
"""The bot's own libzmq cuts a connection silent for this long, so that it reconnects without asking for heartbeats."""
HANDSHAKE_MS: Final = 3000
"""Three round trips, each as long as heartbeats allow."""
LINGER_MS: Final = 1000
"""How long the last messages may take to leave after the socket is closed."""
UNBIND_MS: Final = 1000
_GONE: Final = "an address that is gone again"


class RemoteChannel(Channel):
    """Listens from construction on. `refused` is called with the address of everyone who fails the handshake."""

    overhead = 33
    """7 letters of MESSAGE after their length, 8 bytes of nonce, 16 of authentication, 1 of flags (RFC 26)."""
    peer: Final = ""
    crowded: Final = False

    def __init__(
        self,
        context: "zmq.Context[zmq.Socket[bytes]]",
        host: str,
        port: int,
        domain: str,
        secret_key: str,
        refused: Callable[[str], None],
        free: Callable[[], None],
        lane: int = 0,
    ) -> None:
        """`domain` is the channel's name for the ZAP handler; port 0 is any free one. `free` is called whenever a
        connection has gone. Raises ArenaError if it cannot listen.
        """
        super().__init__(context, lane)
        self.closed = False
        self.seen = 0
        """The number of events from its monitor."""
        self.strangers = 0
        """The number of connections that came no further than the handshake."""
        self.arrived_at = 0.0
        """When the last connection was seen to begin, in seconds."""
        self._refused = refused
        self._free = free
        self._sources: dict[int, str] = {}
        self._told_no = 0
        """The number of connections refused by their key and not gone yet."""
        for option, value in (
            (zmq.LINGER, LINGER_MS),
            (zmq.HANDSHAKE_IVL, HANDSHAKE_MS),
            (zmq.HEARTBEAT_IVL, HEARTBEAT_EVERY_MS),
            (zmq.HEARTBEAT_TIMEOUT, HEARTBEAT_LIMIT_MS),
            (zmq.HEARTBEAT_TTL, HEARTBEAT_TTL_MS),
            (zmq.IPV6, int(ip_address(host).version == 6)),
            (zmq.CURVE_SERVER, 1),
            (zmq.ZAP_ENFORCE_DOMAIN, 1),
        ):
            self.socket.setsockopt(option, value)
        self.socket.setsockopt(zmq.CURVE_SECRETKEY, secret_key.encode())
        self.socket.setsockopt(zmq.CURVE_PUBLICKEY, public_of(secret_key).encode())
        self.socket.setsockopt(zmq.ZAP_DOMAIN, domain.encode())
        try:
            self.socket.bind(endpoint_of(host, port))
        except zmq.ZMQError as error:
            super().close()
            raise ArenaError(
                "{endpoint}: cannot listen there: {strerror}",
                endpoint=endpoint_of(host, port),
                strerror=zmq.strerror(error.errno or 0),
            ) from None
        bound = self.socket.getsockopt(zmq.LAST_ENDPOINT)
        assert isinstance(bound, bytes)
        self.endpoint = bound.decode()
        self.port = int(self.endpoint.rpartition(":")[2])

    @property
    def connected(self) -> bool:
        """Whether the bot is connected, as of the last `watch`."""
        return self.connections > 0 and not self.lost

    def send(self, data: bytes) -> bool:
        """Return False if the bot does not read. Drop the message if it is away: on its return it is told again."""
        self.watch()
        if not self.connected or super().send(data):
            return True
        self.watch()
        return not self.connected

    def keep_to(self, peer: str) -> None:
        """Do nothing: the handshake has checked the peer."""

    def watch(self) -> None:
        if not self.closed:
            super().watch()

    def _take(self, event: int, value: int) -> None:
        stranger = value not in self._joined
        super()._take(event, value)
        self.seen += 1
        if event == zmq.EVENT_ACCEPTED:
            self._sources[value] = self._source(value)
        elif event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.arrived_at = monotonic()
        elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            self._told_no += 1
        elif event == zmq.EVENT_DISCONNECTED:
            source = self._sources.pop(value, _GONE)
            self.strangers += stranger
            if stranger and self._told_no:
                self._told_no -= 1
            elif stranger:
                self._refused(source)
            self._free()

    def _source(self, descriptor: int) -> str:
        """Return the address at the far end of an accepted connection, which libzmq may have closed by now."""
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
            if connection.getsockname()[1] == self.port:
                return str(connection.getpeername()[0])
        return _GONE

    def close(self) -> None:
        """Close it. The last messages still leave, and the port is free when this returns."""
        if self.closed:
            return
        self.socket.unbind(self.endpoint)
        while not self._unbound and self.monitor.poll(UNBIND_MS):
            self.watch()
        self.closed = True
        super().close()


def endpoint_of(host: str, port: int) -> str:
    """Return the ZeroMQ endpoint to listen at."""
    shown = f"[{host}]" if ip_address(host).version == 6 else host
    return f"tcp://{shown}:{port or '*'}"
