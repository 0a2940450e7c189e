"""Messages between a match's process and its starter, each after its length (four bytes, big-endian)."""

import os
from collections.abc import Iterator

import msgspec

from arena.records.result import Broken, Failure, MatchResult, Progress

_HEADER = 4
_READ_SIZE = 1 << 20

News = Progress | MatchResult | Broken | Failure
_decode = msgspec.msgpack.Decoder(News).decode
_encode = msgspec.msgpack.Encoder().encode


def write_message(descriptor: int, message: object) -> None:
    """Write the whole message, however long that takes. Raise BrokenPipeError if nobody reads."""
    body = _encode(message)
    data = memoryview(len(body).to_bytes(_HEADER, "big") + body)
    while data:
        data = data[os.write(descriptor, data) :]


def read_exactly(descriptor: int) -> bytes:
    """Wait for one message and return its body. Raise EOFError if the other side is gone before it is complete."""
    return _read(descriptor, int.from_bytes(_read(descriptor, _HEADER), "big"))


def _read(descriptor: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        more = os.read(descriptor, size - len(data))
        if not more:
            raise EOFError
        data += more
    return bytes(data)


class NewsReader:
    """News of a match as it arrives, from a descriptor that does not block."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._data = bytearray()
        self.ended = False

    def read(self) -> Iterator[News]:
        """Yield all news that has arrived in full."""
        self._fill()
        while len(self._data) >= _HEADER:
            end = _HEADER + int.from_bytes(self._data[:_HEADER], "big")
            if len(self._data) < end:
                return
            yield _decode(bytes(self._data[_HEADER:end]))
            del self._data[:end]

    def _fill(self) -> None:
        while not self.ended:
            try:
                more = os.read(self._descriptor, _READ_SIZE)
            except BlockingIOError:
                return
            self._data += more
            self.ended = not more
