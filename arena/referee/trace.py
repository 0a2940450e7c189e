"""A match's trace: every message both ways, and what happened to the bots, as JSON Lines with microsecond times.

Tokens are left out, so that a trace can be shown to anybody.
"""

from pathlib import Path
from time import monotonic_ns
from typing import Any, Final, Literal

import msgspec

from arena.errors import ArenaError
from arena.match.events import Crowded, Event, Faulted, Gone, Returned, Vacant

LONGEST_SHOWN: Final = 256
"""Bytes of a message that cannot be read which are kept."""
_LONGEST_START: Final = 4096
"""Bytes of a trace's first line, which names a bot, at most."""
_HIDDEN: Final = b"(token)"

What = Literal["started", "returned", "sent", "received", "fault", "ended"]


class TraceLine(msgspec.Struct, omit_defaults=True):
    """One line. `sent` is to the bot, `received` from it; a remote bot has `returned` over a new connection."""

    at_us: int
    """Microseconds since the match began."""
    leg: int
    seat: int
    bot: str
    what: What
    message: Any = None
    raw: str | None = None
    """In place of a message that is not msgpack: its bytes in hex, cut short."""
    bytes: int = 0
    """The message's length."""
    code: str = ""
    words: str = ""


class TraceWriter:
    """Each line is in the file before anything else happens, so that a killed match leaves a whole trace."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("wb", buffering=0)
        except OSError as error:
            raise ArenaError(
                "{path}: the trace cannot be written: {strerror}", path=path, strerror=error.strerror
            ) from None
        self._began = monotonic_ns()
        self._leg = 0
        self._bots: dict[int, str] = {}
        self._tokens: dict[int, str] = {}

    def started(self, leg: int, seat: int, bot: str, token: str) -> None:
        """A bot is being started; what follows of this seat is its."""
        self._leg, self._bots[seat], self._tokens[seat] = leg, bot, token
        self._write(seat, "started")

    def sent(self, seat: int, data: bytes) -> None:
        self._write(seat, "sent", bytes=len(data), message=as_json(data))

    def received(self, seat: int, data: bytes | None) -> None:
        """A message of the bot, or None for one of several frames."""
        if data is None:
            self._write(seat, "received", words="several frames")
            return
        message = as_json(data)
        raw = data[:LONGEST_SHOWN].hex() if message is None else None
        self._write(seat, "received", bytes=len(data), message=message, raw=raw)

    def happened(self, event: Event) -> None:
        """What befell a bot, where it is worth a line."""
        if isinstance(event, Faulted):
            self._write(event.seat, "fault", code=event.code, words=event.message)
        elif isinstance(event, Gone):
            self._write(event.seat, "ended", code=event.code, words=event.message)
        elif isinstance(event, Crowded):
            self._write(event.seat, "ended", words="more than one connection to its path; it is started again")
        elif isinstance(event, Returned):
            self._write(event.seat, "returned")
        elif isinstance(event, Vacant):
            self._write(event.seat, "ended")

    def close(self) -> None:
        self._file.close()

    def _write(self, seat: int, what: What, **fields: Any) -> None:
        at_us = (monotonic_ns() - self._began) // 1000
        line = msgspec.json.encode(TraceLine(at_us, self._leg, seat, self._bots[seat], what, **fields))
        token = self._tokens[seat].encode()
        line = line.replace(token, _HIDDEN).replace(token.hex().encode(), _HIDDEN)
        self._file.write(line + b"\n")


def read_trace(path: Path) -> list[TraceLine]:
    """The lines of a trace; of one that is still written or was broken off, those that are whole.

    Raises ArenaError that names file and line for anything else.
    """
    try:
        *lines, broken_off = path.read_bytes().split(b"\n")
    except OSError as error:
        raise ArenaError("{path}: cannot be read: {strerror}", path=path, strerror=error.strerror) from None
    read = []
    for number, line in enumerate(lines if lines else [broken_off], 1):
        try:
            read.append(msgspec.json.decode(line, type=TraceLine))
        except (msgspec.DecodeError, RecursionError) as error:
            raise ArenaError(
                "{path}: line {number}: not a line of a trace: {error}", path=path, number=number, error=error
            ) from None
    return read


def is_trace(path: Path) -> bool:
    """Whether it begins as a trace does."""
    with path.open("rb") as file:
        first = file.readline(_LONGEST_START)
    try:
        return msgspec.json.decode(first, type=TraceLine).what == "started"
    except (msgspec.DecodeError, RecursionError):
        return False


def as_json(data: bytes) -> msgspec.Raw | None:
    """A message as JSON, or None when it is no msgpack or holds what JSON cannot."""
    try:
        return msgspec.Raw(msgspec.json.encode(msgspec.msgpack.decode(data)))
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
        return None
