"""What every bad bot can do right, so that it can go wrong in one place."""

import os
from typing import Any

import msgpack
import zmq


class Wire:
    """A connection that says and hears plain data."""

    def __init__(self, endpoint: str | None = None, identity: bytes | None = None) -> None:
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 1000)
        if identity is not None:
            self.socket.setsockopt(zmq.ROUTING_ID, identity)
        self.socket.connect(endpoint or os.environ["ARENA_ENDPOINT"])

    def send(self, message: object) -> None:
        self.raw(msgpack.packb(message))

    def raw(self, data: bytes) -> None:
        self.socket.send(data)

    def receive(self) -> dict[str, Any]:
        message = msgpack.unpackb(self.socket.recv())
        assert isinstance(message, dict)
        return message

    def hello(self, **fields: object) -> None:
        given = {"type": "hello", "protocol": [1], "token": os.environ["ARENA_TOKEN"], "name": "bad"}
        self.send(given | {"games": ["shisanshui"]} | fields)

    def join(self, **fields: object) -> None:
        """Hello, welcome, match; ends the program when it is refused or sent away."""
        self.hello(**fields)
        for _ in range(2):
            if self.receive()["type"] in {"refused", "bye"}:
                raise SystemExit(0)

    def asked(self) -> dict[str, Any]:
        """The next `decide`; ends the program at `bye`."""
        while True:
            message = self.receive()
            if message["type"] == "decide":
                return message
            if message["type"] in {"bye", "refused"}:
                raise SystemExit(0)

    def answer(self, asked: dict[str, Any], *actions: object, **fields: object) -> None:
        """Answer as given, or as every round's cards lie when sorted."""
        laid = list(actions) or [lay(item["hand"]) for item in asked["items"]]
        given = {"type": "answer", "match": asked["match"], "request": asked["request"], "actions": laid}
        self.send(given | fields)

    def play_on(self) -> None:
        """Be good from here to the end."""
        while True:
            self.answer(self.asked())


def lay(hand: list[str]) -> dict[str, Any]:
    cards = sorted(hand)
    return {"front": cards[:3], "middle": cards[3:8], "back": cards[8:]}
