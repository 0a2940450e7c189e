"""A bound DEALER for one seat, and what its monitor says of who has connected to it.

A bound DEALER deals its messages out in turn to everyone connected: who may connect, and how the one that counts is
known, is for its subclasses to say.
"""

import fcntl
import termios
from array import array
from typing import NamedTuple

import zmq
from zmq.utils.monitor import parse_monitor_message

from protocol.messages import MOST_BYTES_OF_FRAME

QUEUE_LIMIT = 8
HANDSHAKE_MS = 1000
_FAILED = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_AUTH
_WATCHED = zmq.EVENT_ACCEPTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | zmq.EVENT_CLOSED | _FAILED


class Received(NamedTuple):
    """One message: its only frame, or None when it had several; and the kernel's word for who sent it."""

    data: bytes | None
    peer: str


class Channel:
    """Open from construction to `close`. Nothing here blocks."""

    overhead = 0
    """Bytes that encryption adds to a frame."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]") -> None:
        self.connections = 0
        """How many peers have come through the handshake so far."""
        self._unbound = False
        self._open: set[int] = set()
        """The descriptors of the connections that were accepted and are not gone."""
        self._joined: set[int] = set()
        """Those of them among which are all that came through the handshake. The monitor does not say which it was, so
        whoever is at the door at that moment stays among them, for as long as a handshake may take at most."""
        self.socket = context.socket(zmq.DEALER)
        # the 64 KiB of the protocol are checked in code, which can say so
        self.socket.setsockopt(zmq.MAXMSGSIZE, MOST_BYTES_OF_FRAME + self.overhead)
        self.socket.setsockopt(zmq.RCVHWM, QUEUE_LIMIT)
        self.socket.setsockopt(zmq.SNDHWM, QUEUE_LIMIT)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt(zmq.BACKLOG, 8)
        self.socket.setsockopt(zmq.HANDSHAKE_IVL, HANDSHAKE_MS)
        self.monitor = self.socket.get_monitor_socket(_WATCHED)

    def send(self, data: bytes) -> bool:
        """False when the socket takes no more: the bot does not read."""
        try:
            self.socket.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def receive(self) -> Received | None:
        """The next message that has arrived, or None. A message of several frames is read to its end and dropped."""
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
        """Every peer that had connected is gone. Whoever came no further than the handshake was none."""
        return self.connections > 0 and not self._joined

    def watch(self) -> None:
        """Take in what the socket's monitor has seen."""
        while self.monitor.poll(0):
            seen = parse_monitor_message(self.monitor.recv_multipart(zmq.NOBLOCK))
            self._take(seen["event"], seen["value"])

    def _take(self, event: int, value: int) -> None:
        """One event of the monitor: `value` is a descriptor where a connection is accepted or gone."""
        if event == zmq.EVENT_ACCEPTED:
            self._open.add(value)
        elif event == zmq.EVENT_DISCONNECTED:
            self._open.discard(value)
            self._joined.discard(value)
        elif event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.connections += 1
            self._joined |= self._open
        elif event == zmq.EVENT_CLOSED:
            self._unbound = True

    def waiting(self) -> int:
        """Bytes that have come in over the connections and that the socket has not taken up yet."""
        return sum(map(_bytes_waiting, self._joined))

    def close(self) -> None:
        self.socket.disable_monitor()
        self.monitor.close(0)
        self.socket.close()


def _bytes_waiting(descriptor: int) -> int:
    """How many bytes have come in over a connection of the socket library's and were not read yet."""
    held = array("i", [0])
    try:
        fcntl.ioctl(descriptor, termios.FIONREAD, held)
    except OSError:
        return 0
    return held[0]
