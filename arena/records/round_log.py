"""The rounds of a leg in few bytes: a hundred thousand of them as objects would fill the referee's memory."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final, NamedTuple

import msgspec

CHUNK: Final = 256


class PlayedSeat(msgspec.Struct, array_like=True, gc=False):
    """One seat in a round: the actions that counted (`Game.pack`), their time and the code of the first fault."""

    action: bytes
    micros: int
    code: str = ""


class PlayedRound(msgspec.Struct, array_like=True, gc=False):
    """One round of a leg; `seats` and `water` are by seat."""

    number: int
    seats: list[PlayedSeat]
    water: list[int]


class Correction(NamedTuple):
    """A fault that turned out to be another: the code of a seat in the round at `position`, where it is `wrong`."""

    position: int
    seat: int
    wrong: str
    code: str


_decode = msgspec.msgpack.Decoder(list[PlayedRound]).decode
_encode = msgspec.msgpack.Encoder().encode


class RoundLog(msgspec.Struct):
    """A sequence of rounds, oldest first: chunks of `CHUNK` as msgpack, and the newest few as objects.

    >>> log = RoundLog.of(PlayedRound(number, [], []) for number in range(1, 301))
    >>> len(log), len(log.chunks), log[-1].number
    (300, 1, 300)
    """

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

    def corrected(self, corrections: Iterable[Correction]) -> "RoundLog":
        """Return the same rounds with other fault codes."""
        by_chunk: dict[int, list[Correction]] = {}
        for correction in corrections:
            by_chunk.setdefault(correction.position // CHUNK, []).append(correction)
        chunks, newest = list(self.chunks), list(self.newest)
        for chunk, wanted in by_chunk.items():
            if chunk == len(chunks):
                _correct(newest, wanted)
            else:
                rounds = _decode(chunks[chunk])
                _correct(rounds, wanted)
                chunks[chunk] = _encode(rounds)
        return RoundLog(chunks, newest)

    def __len__(self) -> int:
        return CHUNK * len(self.chunks) + len(self.newest)

    def __iter__(self) -> Iterator[PlayedRound]:
        return chain(chain.from_iterable(map(_decode, self.chunks)), iter(self.newest))

    def __getitem__(self, index: int) -> PlayedRound:
        """Return one round; to go through many, iterate."""
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        chunk, place = divmod(index % len(self), CHUNK)
        return self.newest[place] if chunk == len(self.chunks) else _decode(self.chunks[chunk])[place]


def _correct(rounds: list[PlayedRound], corrections: Iterable[Correction]) -> None:
    """Correct the rounds of one chunk."""
    for position, seat, wrong, code in corrections:
        place = position % CHUNK
        seats = list(rounds[place].seats)
        if seats[seat].code == wrong:
            seats[seat] = msgspec.structs.replace(seats[seat], code=code)
            rounds[place] = msgspec.structs.replace(rounds[place], seats=seats)
