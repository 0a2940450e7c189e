"""One seat's connection: a bound DEALER of its own on a private ipc path.

A shared ROUTER would let one bot abort the referee by claiming another's routing id, so every start of a bot gets a
socket and a path of its own. A bound DEALER deals its messages out in turn to everyone connected, so the path is
unlinked once the hello is in, each message's peer is checked, and a second connection shows as `crowded`.
"""

from pathlib import Path
from secrets import token_hex

import zmq

from arena.seats.channel import Channel


class LocalChannel(Channel):
    """The path is in `folder`, which only the bot can reach."""

    def __init__(self, context: "zmq.Context[zmq.Socket[bytes]]", folder: Path) -> None:
        super().__init__(context)
        self.path = folder / token_hex(8)
        self.endpoint = f"ipc://{self.path}"
        self.peer = ""
        self.socket.bind(self.endpoint)

    def keep_to(self, peer: str) -> None:
        """The hello is in: nobody else can connect any more, and only this peer is listened to."""
        self.peer = peer
        self.path.unlink(missing_ok=True)
        self.watch()

    @property
    def crowded(self) -> bool:
        """More than one peer has connected, so what is sent may reach the wrong one."""
        return self.connections > 1

    def close(self) -> None:
        self.path.unlink(missing_ok=True)
        super().close()
