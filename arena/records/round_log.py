"""The rounds of a leg in few bytes: a hundred thousand of them as objects would fill the memory of their referee."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

import msgspec

CHUNK: Final = 256


class PlayedSeat(msgspec.Struct, array_like=True, gc=False):
    """What one seat did in a round: the action that counted (`Game.pack`), its time and the code of its fault."""

    action: bytes
    micros: int
    code: str = ""


class PlayedRound(msgspec.Struct, array_like=True, gc=False):
    """One round of a leg; `seats` and `water` are by seat."""

    number: int
    seats: list[PlayedSeat]
    water: list[int]


_decode = msgspec.msgpack.Decoder(list[PlayedRound]).decode
_encode = msgspec.msgpack.Encoder().encode


class RoundLog(msgspec.Struct):
    """A sequence of rounds, oldest first: chunks of `CHUNK` as msgpack, and the newest few as they are."""

    chunks: list[bytes] = []
    newest: list[PlayedRound] = []

    @classmethod
    def of(cls, rounds: Iterable[PlayedRound]) -> "RoundLog":
        log = cls()
        for played in rounds:
            log.append(played)
        return log

    def append(self, played: PlayedRound) -> None:
        self.newest.append(played)
        if len(self.newest) == CHUNK:
            self.chunks.append(_encode(self.newest))
            self.newest = []

    def amend(self, index: int, seat: int, code: str) -> None:
        """What is known later of a fault: its code in the round at `index`."""
        chunk, place = divmod(index, CHUNK)
        if chunk == len(self.chunks):
            self.newest[place].seats[seat].code = code
            return
        rounds = _decode(self.chunks[chunk])
        rounds[place].seats[seat].code = code
        self.chunks[chunk] = _encode(rounds)

    def __len__(self) -> int:
        return CHUNK * len(self.chunks) + len(self.newest)

    def __iter__(self) -> Iterator[PlayedRound]:
        return chain(chain.from_iterable(map(_decode, self.chunks)), iter(self.newest))

    def __getitem__(self, index: int) -> PlayedRound:
        """One round; to go through many, iterate."""
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        chunk, place = divmod(index % len(self), CHUNK)
        return self.newest[place] if chunk == len(self.chunks) else _decode(self.chunks[chunk])[place]
