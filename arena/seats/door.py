"""Who may connect to a seat's path: the seat's own processes and nobody else.

A bound DEALER deals its messages out in turn to everyone who has connected, so a stranger who is quick would cost a bot
its start. The socket library asks a ZAP handler (RFC 27) about every connection before it takes part, and tells who is
at the other end by the kernel's word. The handler is no thread but a socket that the referee polls with the others.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

import zmq

_OK: Final = (b"200", b"", b"", b"")
_NO: Final = (b"400", b"not this seat's", b"", b"")
_FIELDS: Final = 3


class Caller(NamedTuple):
    """A process that connects."""

    user: int
    process: int


class Door:
    """The handler of every socket of `context`; it has to be made before any of them is bound."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]") -> None:
        self.socket = context.socket(zmq.ROUTER)
        self.socket.bind("inproc://zeromq.zap.01")
        self._owners: dict[bytes, Callable[[Caller], bool]] = {}

    def open(self, domain: str, owns: Callable[[Caller], bool]) -> None:
        """From now on those whom `owns` accepts may connect to the socket of that ZAP domain."""
        self._owners[domain.encode()] = owns

    def shut(self, domain: str) -> None:
        self._owners.pop(domain.encode(), None)

    @property
    def descriptor(self) -> int:
        """Readable when somebody may have knocked since the last `attend`."""
        return self.socket.fileno()

    def attend(self) -> None:
        """Answer whoever knocks."""
        while self.socket.poll(0):
            sender, delimiter, version, request, domain, address, *_ = self.socket.recv_multipart()
            owns, caller = self._owners.get(domain), _caller(address)
            admitted = owns is not None and caller is not None and owns(caller)
            self.socket.send_multipart([sender, delimiter, version, request, *(_OK if admitted else _NO)])

    def close(self) -> None:
        self.socket.close(0)


def _caller(address: bytes) -> Caller | None:
    """From `host:user:group:process`, as the library puts what the kernel says of a connection over a path."""
    words = address.decode(errors="replace").rsplit(":", _FIELDS)[1:]
    if len(words) != _FIELDS or not all(word.isdecimal() for word in words):
        return None
    return Caller(int(words[0]), int(words[2]))
