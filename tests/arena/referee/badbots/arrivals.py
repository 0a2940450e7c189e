"""Bots that go wrong before they play."""

import os
import time
from pathlib import Path

import zmq

from tests.arena.referee.badbots.wire import Wire


def good() -> None:
    """The rival in every test: it lays its cards as they lie when sorted."""
    wire = Wire()
    wire.join()
    wire.play_on()


def never_connects() -> None:
    time.sleep(60)


def says_nothing() -> None:
    wire = Wire()
    time.sleep(60)
    wire.socket.close()


def another_socket(kind: str) -> None:
    """It connects as a socket of another kind, such as REQ, and says nothing."""
    with zmq.Context() as context, context.socket(getattr(zmq, kind)) as socket:
        socket.connect(os.environ["ARENA_ENDPOINT"])
        time.sleep(60)


def wrong_version() -> None:
    wire = Wire()
    wire.hello(protocol=[2, 3])
    wire.receive()


def wrong_token() -> None:
    wire = Wire()
    wire.hello(token="0" * 32)
    wire.receive()


def another_game() -> None:
    wire = Wire()
    wire.hello(games=["chess"])
    wire.receive()


def answers_first() -> None:
    wire = Wire()
    wire.send({"type": "answer", "match": "m", "request": 1, "actions": [None]})
    wire.receive()


def hello_of_wrong_types() -> None:
    wire = Wire()
    wire.hello(protocol="1")
    wire.receive()


def exits_before_hello() -> None:
    raise SystemExit("nothing to say")


def exits_after_hello() -> None:
    wire = Wire()
    wire.join()
    raise SystemExit(3)


def connects_twice() -> None:
    """Its own stranger: a second connection to its path before the hello."""
    second = Wire()
    second.socket.setsockopt(zmq.LINGER, 0)
    wire = Wire()
    time.sleep(0.3)
    wire.join()
    wire.play_on()


def intruder() -> None:
    """Connects, before anything else, wherever it sees another bot's path."""
    mine = Path(os.environ["ARENA_ENDPOINT"].removeprefix("ipc://"))
    others = [path for path in mine.parent.parent.glob("*/*") if path.is_socket() and path != mine]
    strangers = [Wire(f"ipc://{path}") for path in others]
    time.sleep(0.2)
    for stranger in strangers:
        stranger.socket.close(0)
    wire = Wire()
    wire.join()
    wire.play_on()


def hostile_identity() -> None:
    """A routing id that would abort a shared ROUTER."""
    wire = Wire(identity=b"\x00\x00\x00\x00\x01")
    wire.join()
    wire.play_on()


def ten_thousand_connections() -> None:
    """To its own path, until its file limit stops it."""
    wires = [Wire()]
    try:
        while len(wires) < 10_000:
            wires.append(Wire())
    except (OSError, zmq.ZMQError):
        os.write(2, b"no more connections\n")
    wires[0].join()
    wires[0].play_on()
