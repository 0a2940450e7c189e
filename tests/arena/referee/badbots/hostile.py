"""A bot that sends an answer spoilt in some way each time before the right one, all drawn from one number."""

import struct
from collections.abc import Callable
from random import Random
from typing import Any

import msgpack

from tests.arena.referee.badbots.wire import Wire, lay

DEEP = 30_000
EXTENSIONS = [0, 1, 5, 127, 128, 255]
"""Type codes; 255 is that of times."""


class Spoiler:
    """Draws messages, each a list of frames, that only nearly answer what was asked."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._ways = [self._doubled, self._foreign, self._foreign, self._deep, self._lying, self._cut, self._flipped]
        self._ways += [self._with_a_tail, self._frames, self._in_another_order]

    def message(self, asked: dict[str, Any]) -> list[bytes]:
        actions = [lay(item["hand"]) for item in asked["items"]]
        answer = {"type": "answer", "match": asked["match"], "request": asked["request"], "actions": actions}
        return self._chance.choice(self._ways)(answer)

    def _doubled(self, answer: dict[str, Any]) -> list[bytes]:
        """A key twice, with another value: the last or the first may count, and nothing else may happen."""
        key = self._chance.choice(list(answer))
        pairs = [*map(msgpack.packb, answer), msgpack.packb(key)]
        values = [*map(msgpack.packb, answer.values()), self._value()]
        mixed = list(zip(pairs, values, strict=True))
        self._chance.shuffle(mixed)
        return [bytes([0x80 | len(mixed)]) + b"".join(name + value for name, value in mixed)]

    def _foreign(self, answer: dict[str, Any]) -> list[bytes]:
        """A value of another kind in one place, which may be one of the cards."""
        key = self._chance.choice([*answer, "note", "unknown"])
        packed = {name: msgpack.packb(value) for name, value in answer.items()} | {key: self._value()}
        if self._chance.random() < 1 / 2:
            row = self._chance.choice(["front", "middle", "back", "decline", "special"])
            inner = {name: msgpack.packb(value) for name, value in answer["actions"][0].items()} | {row: self._value()}
            packed["actions"] = b"\x91" + _map(inner)
        return [_map(packed)]

    def _deep(self, answer: dict[str, Any]) -> list[bytes]:
        head = self._chance.choice([b"\x91", b"\x81\xa1k", b"\x81\x91", b"\xdc\x00\x01", b"\xc7\x01\x01"])
        depth = self._chance.randrange(1, DEEP // len(head))
        packed = {name: msgpack.packb(value) for name, value in answer.items()}
        return [_map(packed | {self._chance.choice(list(answer)): head * depth + b"\xc0"})]

    def _lying(self, answer: dict[str, Any]) -> list[bytes]:
        """A length that is not there."""
        head = self._chance.choice([b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xc9"])
        count = self._chance.choice([2**32 - 1, 2**31, 65_536, 1])
        packed = {name: msgpack.packb(value) for name, value in answer.items()}
        return [_map(packed | {self._chance.choice(list(answer)): head + struct.pack(">I", count)})]

    def _cut(self, answer: dict[str, Any]) -> list[bytes]:
        data = msgpack.packb(answer)
        return [data[: self._chance.randrange(len(data))]]

    def _flipped(self, answer: dict[str, Any]) -> list[bytes]:
        data = bytearray(msgpack.packb(answer))
        for _ in range(self._chance.randrange(1, 4)):
            data[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        return [bytes(data)]

    def _with_a_tail(self, answer: dict[str, Any]) -> list[bytes]:
        return [msgpack.packb(answer) + self._value()]

    def _frames(self, answer: dict[str, Any]) -> list[bytes]:
        data = msgpack.packb(answer)
        return [data] * self._chance.choice([2, 3, 2000])

    def _in_another_order(self, answer: dict[str, Any]) -> list[bytes]:
        """Nothing is wrong with that, or with numbers that are longer than they need be."""
        names = self._chance.sample(list(answer), len(answer))
        packed = {name: msgpack.packb(answer[name]) for name in names}
        return [_map(packed | {"request": b"\xcf" + struct.pack(">Q", answer["request"])})]

    def _value(self) -> bytes:
        chance = self._chance
        kinds: list[Callable[[], bytes]] = [
            lambda: msgpack.packb(chance.choice([None, True, False, "", "As", "\0", "\u202e", "x" * 5000, [], {}])),
            lambda: b"\xcb" + struct.pack(">d", chance.choice([float("nan"), float("inf"), -float("inf"), -0.0, 1.0])),
            lambda: b"\xca" + struct.pack(">f", chance.choice([float("nan"), float("inf"), 7.0])),
            lambda: b"\xcf" + struct.pack(">Q", chance.choice([2**64 - 1, 2**63, 2**53 + 1, 0])),
            lambda: b"\xd3" + struct.pack(">q", chance.choice([-(2**63), 2**63 - 1, -1])),
            lambda: bytes([0xD4, chance.choice(EXTENSIONS), 0]),
            lambda: bytes([0xD8, chance.choice(EXTENSIONS)]) + bytes(16),
            lambda: bytes([0xC7, 12, 255]) + chance.randbytes(12),
            lambda: b"\xc4\x05" + chance.randbytes(5),
            lambda: b"\xa3\xff\xfe\xed",
            lambda: b"\xc1",
            lambda: b"\x81\x01\x02",
            lambda: b"\x93" + msgpack.packb("As") * 3,
            lambda: msgpack.packb([{"front": ["As"] * 4000}]),
        ]
        return chance.choice(kinds)()


def _map(packed: dict[str, bytes]) -> bytes:
    return bytes([0x80 | len(packed)]) + b"".join(msgpack.packb(name) + value for name, value in packed.items())


def spoils(seed: str) -> None:
    wire = Wire()
    wire.join()
    spoil(wire, int(seed))


def spoil(wire: Wire, seed: int) -> None:
    """The right answer follows at once, which counts if the spoilt one was none. Ends the program at `bye`."""
    spoiler = Spoiler(seed)
    while True:
        asked = wire.asked()
        wire.socket.send_multipart(spoiler.message(asked))
        wire.answer(asked)
