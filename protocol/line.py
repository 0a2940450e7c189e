"""A bot's socket to its arena, on this machine or another."""

import os
import sys
from typing import Any, Final, NoReturn

import msgpack
import zmq

_IDLE_MS: Final = 1000
"""How often an idle bot checks that its arena is still there."""
_WATCHED: Final = zmq.EVENT_CONNECTED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CONNECT_RETRIED
_WATCHED_AFAR: Final = (
    zmq.EVENT_HANDSHAKE_SUCCEEDED
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_DISCONNECTED
)
_MOST_BYTES: Final = 64 * 1024
_OTHERS: Final = 0o077
"""The mode bits of a file for everyone but its owner."""
_NOT_EXPECTED: Final = 400
"""The arena's status, at the handshake, for an unknown key."""


def line_to_arena(context: "zmq.Context[zmq.Socket[bytes]]", endpoint: str) -> "Line | RemoteLine":
    """Return the line that the environment asks for. Exit with status 2 and a message if a variable is missing."""
    server_key = os.environ.get("ARENA_SERVER_KEY")
    if server_key:
        return RemoteLine(context, endpoint, server_key)
    own_key = os.environ.get("ARENA_SECRET_KEY") or os.environ.get("ARENA_SECRET_KEY_FILE")
    if own_key or (endpoint.startswith("tcp://") and "ARENA_TOKEN" not in os.environ):
        leave(2, "ARENA_SERVER_KEY is not set: the public key of the arena at ARENA_ENDPOINT, from its organizer")
    return Line(context, endpoint)


class Line:
    """The socket to an arena on this machine, which is there before its bot and does not come back."""

    repeats: Final = False
    """Whether events may be repeated."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", endpoint: str) -> None:
        self._socket = context.socket(zmq.DEALER)
        self._monitor: zmq.Socket[bytes] = self._socket.get_monitor_socket(_WATCHED)
        self._socket.rcvtimeo = _IDLE_MS
        self._pack = msgpack.Packer().pack
        self._socket.connect(endpoint)

    def send(self, message: dict[str, Any]) -> None:
        self._socket.send(_checked(self._pack(message), message["type"]))

    def part(self) -> None:
        """Do nothing on the goodbye: nobody is watching."""

    def receive(self) -> dict[str, Any] | None:
        """Wait for the next message and return it. Exit with status 1 if the arena is gone."""
        while True:
            try:
                message: dict[str, Any] = msgpack.unpackb(self._socket.recv())
            except zmq.Again:
                if self._is_lost():
                    leave(1, "the arena is gone")
            else:
                return message

    def _is_lost(self) -> bool:
        """Return whether the last event of the connection was a loss or a failure to connect."""
        happened = 0
        while self._monitor.poll(0):
            happened, _ = _seen(self._monitor)
        return happened in {zmq.EVENT_DISCONNECTED, zmq.EVENT_CONNECT_RETRIED}


class RemoteLine:
    """The socket to an arena on another machine. It may be lost for a while: libzmq reconnects by itself."""

    repeats: Final = True

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", endpoint: str, server_key: str) -> None:
        self._endpoint = endpoint
        self._socket = context.socket(zmq.DEALER)
        self._monitor: zmq.Socket[bytes] = self._socket.get_monitor_socket(_WATCHED_AFAR)
        self._connections = 0
        self._connected = False
        self._cut = False
        """Whether a loss of the connection is still to be reported."""
        self._over = False
        """Whether the last message was the end of a match, after which the arena closes the connection."""
        self._told_of_failure = False
        secret = _own_secret_key()
        try:
            self._socket.curve_secretkey = secret
            self._socket.curve_publickey = zmq.curve_public(secret)
            self._socket.curve_serverkey = server_key.encode()
        except (zmq.ZMQError, ValueError):
            leave(2, "ARENA_SERVER_KEY and the bot's own key are 40 letters of Z85 each; one of them is not")
        # a pulled cable is noticed after 1.5 s, and reconnecting is tried every second
        self._socket.heartbeat_ivl, self._socket.heartbeat_timeout = 500, 1000
        self._socket.connect_timeout = 1000
        self._socket.ipv6 = True
        self._pack = msgpack.Packer().pack
        self._poller = zmq.Poller()
        self._poller.register(self._socket, zmq.POLLIN)
        self._poller.register(self._monitor, zmq.POLLIN)
        try:
            self._socket.connect(endpoint)
        except zmq.ZMQError as error:
            leave(2, f"ARENA_ENDPOINT: {endpoint}: {error}; expected tcp://, an address or a name, and a port")
        say(f"waiting for the arena at {endpoint}")

    def send(self, message: dict[str, Any]) -> None:
        self._socket.send(_checked(self._pack(message), message["type"]))

    def part(self) -> None:
        """Report the goodbye."""
        say("the arena says goodbye")

    def receive(self) -> dict[str, Any] | None:
        """Wait for the next message and return it, or None if the connection was restored."""
        while True:
            ready = dict(self._poller.poll(0 if self._cut else None))
            # messages from before the cut come first; nothing follows the end of a match
            unheard = self._cut and not self._over
            if self._socket in ready and (unheard or self._monitor not in ready):
                message: dict[str, Any] = msgpack.unpackb(self._socket.recv())
                self._over = message["type"] == "end"
                return message
            if self._monitor not in ready:
                self._tell_of_cut()
            elif self._is_anew():
                return None

    def _is_anew(self) -> bool:
        event, value = _seen(self._monitor)
        if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self._connected = True
            self._tell_of_cut()
            self._over = False
            self._connections += 1
            say(f"connected to {self._endpoint}")
            return self._connections > 1
        if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH and value == _NOT_EXPECTED:
            leave(2, f"{self._endpoint} does not expect a bot with this key; each bot has a port of its own")
        if event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL and not self._told_of_failure:
            self._told_of_failure = True
            say(f"{self._endpoint} cuts the connection: it has another server key, or a bot with this key already")
        if event == zmq.EVENT_DISCONNECTED and self._connected:
            self._connected, self._cut = False, True
        return False

    def _tell_of_cut(self) -> None:
        if self._cut:
            self._cut = False
            say("match over; waiting for the next" if self._over else "the connection is lost; waiting for the arena")


def _own_secret_key() -> bytes:
    """Return the bot's own secret key, by which the arena knows it."""
    secret, file = os.environ.get("ARENA_SECRET_KEY", ""), os.environ.get("ARENA_SECRET_KEY_FILE")
    if not secret and not file:
        leave(2, "the arena wants to know this bot by its key: set ARENA_SECRET_KEY_FILE (see `arena keys new`)")
    if not secret and file:
        secret = _read_secret(file)
    return secret.strip().encode()


def _read_secret(file: str) -> str:
    if file.endswith(".public"):
        wanted = file.removesuffix(".public") + ".secret"
        leave(2, f"ARENA_SECRET_KEY_FILE: {file}: a public key; expected the secret one, {wanted}")
    try:
        with open(file, encoding="ascii") as opened:  # noqa: PTH123
            if os.name == "posix" and os.fstat(opened.fileno()).st_mode & _OTHERS:
                say(f"others can read this secret key, and play in your place; run: chmod 600 {file}")
            return opened.read()
    except (OSError, UnicodeDecodeError) as error:
        leave(2, f"ARENA_SECRET_KEY_FILE: {file}: {error}")


def _checked(data: bytes, kind: str) -> bytes:
    """Return the message. Raise ValueError if it is too long for the arena."""
    if len(data) > _MOST_BYTES:
        raise ValueError(f"the bot's {kind} has {len(data):,} bytes; the arena takes at most {_MOST_BYTES:,}")
    return data


def _seen(monitor: "zmq.Socket[bytes]") -> tuple[int, int]:
    """Return the next event of the connection and its value."""
    told = monitor.recv_multipart()[0]
    return int.from_bytes(told[:2], sys.byteorder), int.from_bytes(told[2:6], sys.byteorder)


def say(words: str) -> None:
    print(f"{sys.argv[0]}: {words}", file=sys.stderr, flush=True)


def leave(status: int, words: str) -> NoReturn:
    say(words)
    sys.exit(status)
