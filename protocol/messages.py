"""The messages of the wire, version 1, as typed structs; `SPEC.md` explains them to authors in any language."""

from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec

from protocol.text import Said

VERSION: Final = 1
MOST_BYTES_FROM_BOT: Final = 64 * 1024
MOST_BYTES_OF_FRAME: Final = 128 * 1024
"""The arena's socket cuts the connection at a longer frame, unread."""
TOO_LONG: Final = Said("a message of more than {most:,} bytes, which closes it", most=MOST_BYTES_OF_FRAME)
"""A possible cause of every lost connection, named wherever one is reported."""
MOST_BYTES_OF_NOTE: Final = 1024
MOST_BATCH: Final = 64

Action = TypeVar("Action")
EventDetail = Literal["none", "water", "full"]


class Hello(msgspec.Struct, tag="hello", frozen=True):
    """A bot's first message."""

    protocol: list[int]
    token: str
    name: str
    games: list[str]
    version: str = ""
    author: str = ""
    batch: Annotated[int, msgspec.Meta(ge=1, le=MOST_BATCH)] = 1
    events: EventDetail = "full"


class Answer(msgspec.Struct, Generic[Action], tag="answer", frozen=True):
    """A bot's actions, one for each item asked, in the same order; `None` takes the default."""

    match: str
    request: int
    actions: list[Action | None]
    note: str | None = None


class Welcome(msgspec.Struct, tag="welcome", frozen=True):
    session: str
    arena: str
    protocol: int = VERSION


class Refused(msgspec.Struct, tag="refused", frozen=True):
    code: str
    message: str


class Clock(msgspec.Struct, frozen=True):
    """Milliseconds for one decision, as an allowance for transport, and as a bank for the whole leg."""

    decision_ms: int
    grace_ms: int
    bank_ms: int


class MatchStart(msgspec.Struct, tag="match", frozen=True):
    """A leg begins; on the wire a leg is a match. `match` is an opaque id, `rules` the whole rule set as data."""

    match: str
    game: str
    seat: int
    seats: list[str]
    rounds: int
    rules: Any
    time: Clock


class Decide(msgspec.Struct, tag="decide", frozen=True, omit_defaults=True):
    """Asks a seat for decisions. `events` is what happened since its last message, oldest first."""

    match: str
    request: int
    kind: str
    decision_ms: int
    bank_ms: int
    items: list[Any]
    events: list[Any]
    legal: list[Any] | None = None


class End(msgspec.Struct, tag="end", frozen=True):
    match: str
    events: list[Any]
    water: list[int]
    places: list[int]
    reason: str


class Bye(msgspec.Struct, tag="bye", frozen=True):
    reason: str


class StrikeEvent(msgspec.Struct, tag="strike", frozen=True):
    """Tells a seat of its own fault."""

    request: int | None
    code: str
    message: str
    late_ms: int | None = None


class SeatEvent(msgspec.Struct, tag="seat", frozen=True):
    """Tells every seat that one was restarted, was played by a stand-in, or has escaped."""

    seat: int
    state: str


FromReferee = Welcome | Refused | MatchStart | Decide | End | Bye
