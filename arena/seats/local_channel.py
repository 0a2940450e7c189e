"""The channel of a local bot: a bound DEALER on a private ipc path.

With a shared ROUTER, one bot could abort the referee by claiming another's routing id, so every start of a bot gets a
socket and a path of its own. A bound DEALER sends its messages in turn to everyone connected, so the path is unlinked
once the hello has arrived, the peer of each message is checked, and a second connection makes the channel `crowded`.
"""

from pathlib import Path
from secrets import token_hex

import zmq

from arena.seats.channel import Channel

MOST_OPEN = 64
"""How many connections to a seat's path may be open at once."""


class LocalChannel(Channel):
    """Its path is in `folder`, which only the bot can reach."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", folder: Path, lane: int = 0) -> None:
        super().__init__(context, lane)
        self.path = folder / token_hex(8)
        self.endpoint = f"ipc://{self.path}"
        self.peer = ""
        self.socket.setsockopt(zmq.ZAP_DOMAIN, self.domain.encode())
        self.socket.bind(self.endpoint)

    @property
    def domain(self) -> str:
        """The name by which `arena.seats.door` knows it."""
        return self.path.name

    def keep_to(self, peer: str) -> None:
        """Let no one else connect, and listen only to this peer: its hello has arrived."""
        self.peer = peer
        self.path.unlink(missing_ok=True)
        self.watch()

    @property
    def crowded(self) -> bool:
        """Whether more than one peer has connected, so that messages may reach the wrong one; or too many connections
        are open, each of which takes a descriptor of this process."""
        return self.connections > 1 or len(self._open) > MOST_OPEN

    def close(self) -> None:
        self.path.unlink(missing_ok=True)
        super().close()
