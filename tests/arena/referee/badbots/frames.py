"""Bots whose messages are no messages."""

import os
import socket
import time
from contextlib import suppress

import msgpack

from tests.arena.referee.badbots.wire import Wire


def _instead(data: bytes) -> None:
    """Send this instead of every answer."""
    wire = Wire()
    wire.join()
    while True:
        wire.asked()
        wire.raw(data)


def empty_frame() -> None:
    _instead(b"")


def no_msgpack() -> None:
    _instead(b"\xc1 no msgpack")


def no_map() -> None:
    _instead(b"\x93\x01\x02\x03")


def too_large() -> None:
    _instead(b"\xc0" * (64 * 1024 + 1))


def far_too_large() -> None:
    _instead(b"\xc0" * (128 * 1024 + 1))


def nested() -> None:
    _instead(b"\x81\xa4type" + b"\x91" * 10_000 + b"\xc0")


def extension_type() -> None:
    _instead(b"\xc7\x04\x01\x00\x00\x00\x00")


def invalid_utf8() -> None:
    _instead(b"\x81\xa4type\xa6answe\xff")


def integer_keys() -> None:
    _instead(b"\x81\x01\x02")


def several_frames() -> None:
    wire = Wire()
    wire.join()
    while True:
        wire.asked()
        wire.socket.send_multipart([b"one", b"two"])


def sixty_thousand_empty_maps() -> None:
    wire = Wire()
    wire.join()
    wire.answer(wire.asked())
    wire.asked()
    for _ in range(60_000):
        wire.raw(b"\x80")
    wire.play_on()


def flood(count: str) -> None:
    """Answers to nothing, as fast as it can."""
    wire = Wire()
    wire.join()
    for _ in range(int(count)):
        wire.send({"type": "answer", "match": "m", "request": 0, "actions": [None]})
    wire.play_on()


def endless_multipart() -> None:
    """High-water marks count whole messages, and this one never ends. A socket of the library would keep it to itself
    until its end, so this bot speaks to the transport by hand.
    """
    _never_end(_joined())


def drips() -> None:
    """A message without end in frames of one byte, each of which takes 64 in memory: so many at first, and then so few
    that none of them is ever seen waiting.
    """
    raw, first, some, few = _joined(), 480_000, 500, 64
    for _ in range(first // some):
        raw.sendall(b"\x01\x01x" * some)
        time.sleep(0.002)
    while True:
        raw.sendall(b"\x01\x01x" * few)
        time.sleep(0.002)


def endless_greeting() -> None:
    """Its very first message has no end."""
    _never_end(_greeted())


def _never_end(raw: socket.socket) -> None:
    frame = b"\x03" + (100_000).to_bytes(8, "big") + bytes(100_000)
    while True:
        raw.sendall(frame)


def _greeted() -> socket.socket:
    """A connection over which the transport's handshake has been said: version 3.0, no security, a DEALER."""
    raw = socket.socket(socket.AF_UNIX)
    raw.connect(os.environ["ARENA_ENDPOINT"].removeprefix("ipc://"))
    raw.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32))
    ready = b"\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER"
    raw.sendall(b"\x04" + bytes([len(ready)]) + ready)
    heard = b""
    while b"READY" not in heard:
        heard += raw.recv(1000)
    return raw


def _joined() -> socket.socket:
    """A connection over which a hello has been said as well."""
    raw = _greeted()
    _say(
        raw,
        {"type": "hello", "protocol": [1], "token": os.environ["ARENA_TOKEN"], "name": "b", "games": ["shisanshui"]},
    )
    return raw


def _say(raw: socket.socket, message: dict[str, object]) -> None:
    body = msgpack.packb(message)
    raw.sendall(b"\x00" + bytes([len(body)]) + body)


def a_byte_at_a_time() -> None:
    """The greeting of the transport, one byte a fifth of a second, and again whenever the other side has enough."""
    path = os.environ["ARENA_ENDPOINT"].removeprefix("ipc://")
    while True:
        with socket.socket(socket.AF_UNIX) as raw, suppress(OSError):
            raw.connect(path)
            for byte in b"\xff" + bytes(8) + b"\x7f\x03":
                raw.send(bytes([byte]))
                time.sleep(0.2)
