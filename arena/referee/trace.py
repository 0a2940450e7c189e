"""A match's trace: every message in both directions, and what happened to the bots, as JSON Lines with times in µs.

Tokens are left out, so that a trace can be shown to anyone.
"""

from pathlib import Path
from time import monotonic_ns
from typing import Any, Final, Literal

import msgspec

from arena.errors import ArenaError
from arena.match.events import Crowded, Event, Faulted, Gone, Returned, Vacant
from arena.system.private_file import open_private
from protocol.text import Said

LONGEST_SHOWN: Final = 256
"""How many bytes are kept of a message that cannot be read."""
_LONGEST_START: Final = 4096
"""The most bytes in a trace's first line, which names a bot."""
_HIDDEN: Final = b"(token)"

What = Literal["started", "returned", "sent", "received", "fault", "ended"]


class TraceLine(msgspec.Struct, omit_defaults=True):
    """One line. `sent` is to the bot, `received` from it; `returned` is a remote bot on a new connection."""

    at_us: int
    """Microseconds since the match began."""
    leg: int
    seat: int
    bot: str
    what: What
    message: Any = None
    raw: str | None = None
    """In place of a message that is not msgpack: its first bytes in hex."""
    bytes: int = 0
    """The message's length."""
    code: str = ""
    words: str = ""


class TraceWriter:
    """Writes each line to the file at once, so that a killed match leaves a complete trace."""

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_private(path)
        except OSError as error:
            raise ArenaError(
                "{path}: the trace cannot be written: {strerror}", path=path, strerror=error.strerror
            ) from None
        self._began = monotonic_ns()
        self._leg = 0
        self._bots: dict[int, str] = {}
        self._tokens: dict[int, str] = {}

    def started(self, leg: int, seat: int, bot: str, token: str) -> None:
        """Note that a bot is being started: the seat's next lines are about it."""
        self._leg, self._bots[seat], self._tokens[seat] = leg, bot, token
        self._write(seat, "started")

    def sent(self, seat: int, data: bytes) -> None:
        """Note a message to the bot."""
        self._write(seat, "sent", bytes=len(data), message=as_json(data))

    def received(self, seat: int, data: bytes | None) -> None:
        """Note a message from the bot; None stands for one of several frames."""
        if data is None:
            self._write(seat, "received", words=str(Said("several frames")))
            return
        message = as_json(data)
        raw = data[:LONGEST_SHOWN].hex() if message is None else None
        self._write(seat, "received", bytes=len(data), message=message, raw=raw)

    def happened(self, event: Event) -> None:
        """Note what happened to a bot, if it is worth a line."""
        if isinstance(event, Faulted):
            self._write(event.seat, "fault", code=event.code, words=event.message)
        elif isinstance(event, Gone):
            self._write(event.seat, "ended", code=event.code, words=event.message)
        elif isinstance(event, Crowded):
            self._write(
                event.seat, "ended", words=str(Said("more than one connection to its path; it is started again"))
            )
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
    """Return the lines of a trace, or the complete ones if it is still being written or was broken off.

    Raise ArenaError naming file and line for anything that is not a trace.
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
    """Return whether the file begins as a trace does."""
    with path.open("rb") as file:
        first = file.readline(_LONGEST_START)
    try:
        return msgspec.json.decode(first, type=TraceLine).what == "started"
    except (msgspec.DecodeError, RecursionError):
        return False


def as_json(data: bytes) -> msgspec.Raw | None:
    """Return a message as JSON, or None if it is not msgpack or JSON cannot hold it."""
    try:
        return msgspec.Raw(msgspec.json.encode(msgspec.msgpack.decode(data)))
    except (msgspec.DecodeError, RecursionError, TypeError, ValueError):
        return None
