"""A seat's channel: a bound ZeroMQ DEALER, and a monitor that tells who has connected to it.

A bound DEALER sends its messages in turn to everyone connected. Subclasses decide who may connect, and which connection
counts.
"""

from typing import Final, NamedTuple

import zmq
from zmq.utils.monitor import parse_monitor_message

from protocol.messages import MOST_BYTES_OF_FRAME
from protocol.text import Said

QUEUE_LIMIT = 8
HANDSHAKE_MS = 1000
_FAILED = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_AUTH
_WATCHED = zmq.EVENT_ACCEPTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED | _FAILED

_NOBODY: Final = Said(
    "nothing connected to ARENA_ENDPOINT; some libraries without libzmq, such as JeroMQ and NetMQ, turn ipc:// into TCP"
)
_UNFINISHED: Final = Said("something connected to ARENA_ENDPOINT and did not begin ZeroMQ's handshake")
_REFUSED: Final = Said(
    "the handshake of what connected to ARENA_ENDPOINT failed; the socket must be a ZeroMQ DEALER, not REQ or PAIR"
)
_SILENT: Final = Said(
    "a socket connected to ARENA_ENDPOINT and sent nothing; a DEALER says hello before it receives anything"
)


class Received(NamedTuple):
    """One message: its only frame, or None if it had several; and who sent it, according to the kernel."""

    data: bytes | None
    peer: str


class Channel:
    """Open from construction to `close`. Nothing blocks."""

    overhead = 0
    """How many bytes encryption adds to a frame."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", lane: int = 0) -> None:
        """`lane` is the number of the context's I/O thread that is to read its connections."""
        self.connections = 0
        """How many peers have completed the handshake so far."""
        self._failed = False
        """Whether a handshake has failed: another kind of socket, or no ZeroMQ at all."""
        self._unbound = False
        self._open: set[int] = set()
        """The descriptors of the accepted connections that are not gone."""
        self._joined: set[int] = set()
        """Those that may have completed the handshake. The monitor does not say which one did, so all that are open at
        that moment are included, until they end or their handshake times out."""
        self.socket = context.socket(zmq.DEALER)
        # the protocol's own limit of 64 KiB is checked in code, which can report it
        self.socket.setsockopt(zmq.MAXMSGSIZE, MOST_BYTES_OF_FRAME + self.overhead)
        self.socket.setsockopt(zmq.RCVHWM, QUEUE_LIMIT)
        self.socket.setsockopt(zmq.SNDHWM, QUEUE_LIMIT)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.BACKLOG, 8)
        self.socket.setsockopt(zmq.AFFINITY, 1 << lane)
        self.socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        self.monitor = self.socket.get_monitor_socket(_WATCHED)

    def send(self, data: bytes) -> bool:
        """Send a message. Return False if the socket takes no more, because the bot does not read."""
        return self._sent(data) or (self._takes_more() and self._sent(data))

    def _sent(self, data: bytes) -> bool:
        try:
            self.socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def _takes_more(self) -> bool:
        """Have the socket take in a new connection first: the monitor may have told of it before."""
        return self.socket.poll(0, zmq.POLLOUT) != 0

    def receive(self) -> Received | None:
        """Return the next message that has arrived, or None. One of several frames is read to its end and dropped."""
        try:
            frame = self.socket.recv(zmq.NOBLOCK, copy=False)
        except zmq.Again:
            return None
        peer = str(frame.get("Peer-Address"))
        if not frame.more:
            return Received(frame.bytes, peer)
        while self.socket.getsockopt(zmq.RCVMORE):
            self.socket.recv(zmq.NOBLOCK, copy=False)
        return Received(None, peer)

    @property
    def lost(self) -> bool:
        """Whether every peer is gone, after at least one had completed the handshake."""
        return self.connections > 0 and not self._joined

    @property
    def approach(self) -> Said:
        """How far anybody has come who has sent nothing yet."""
        if self.connections:
            return _SILENT
        if self._failed:
            return _REFUSED
        return _UNFINISHED if self._open else _NOBODY

    def watch(self) -> None:
        """Take in the events of the socket's monitor."""
        while self.monitor.poll(0):
            seen = parse_monitor_message(self.monitor.recv_multipart(zmq.NOBLOCK))
            self._take(seen["event"], seen["value"])

    def _take(self, event: int, value: int) -> None:
        """Take in one event; `value` is the descriptor of a connection that was accepted or is gone."""
        if event == zmq.EVENT_ACCEPTED:
            self._open.add(value)
        elif event == zmq.EVENT_DISCONNECTED:
            # a peer of another kind may notice it first, and hang up without a word
            self._failed |= value in self._open and value not in self._joined
            self._open.discard(value)
            self._joined.discard(value)
        elif event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.connections += 1
            self._joined |= self._open
        elif event & _FAILED:
            self._failed = True
        elif event == zmq.EVENT_CLOSED:
            self._unbound = True

    def close(self) -> None:
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()
