"""A transcript as a bot's author hands it in: JSON lines, of which each is checked before anything is made of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from arena.errors import UsageError
from protocol.text import Said

MOST_SEATS: Final = 8
_Round = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
_Water = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
_Head = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class _Began(msgspec.Struct, tag="match"):
    match: str
    seat: Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]
    seats: Annotated[list[str], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]


class _Answered(msgspec.Struct, tag="answer"):
    match: str
    round: _Round
    action: dict[str, Any] | None


class _Settled(msgspec.Struct, tag="settled"):
    match: str
    round: _Round
    water: list[_Water]
    head: _Head | None = None


class Noted(msgspec.Struct):
    """A leg as the bot noted it: answers and settled rounds by round."""

    match: str
    seat: int
    seats: list[str]
    answers: dict[int, dict[str, Any] | None] = {}
    """None where the bot asked for the default."""
    heads: dict[int, str] = {}
    water: dict[int, list[int]] = {}


_decode: Final = msgspec.json.Decoder(_Began | _Answered | _Settled).decode


def read_transcript(file: Path) -> list[Noted]:
    """Return the legs of a transcript (`protocol.transcript`). Raises UsageError, which names the line that is none."""
    legs: dict[str, Noted] = {}
    for number, line in enumerate(_lines(file), start=1):
        try:
            fault = _take(legs, _decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            fault = Said("{fault}", fault=str(error).replace("`", ""))
        except RecursionError:
            fault = Said("nested too deep")
        if fault is not None:
            raise UsageError(
                "{file}: line {line}: no line of a transcript: {fault}", file=file, line=number, fault=fault
            )
    if not legs:
        raise UsageError("{file}: holds no match", file=file)
    return list(legs.values())


def _lines(file: Path) -> Iterator[bytes]:
    """Yield the lines of the file; one that a killed bot left unfinished is none."""
    try:
        with file.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    yield line
    except OSError as error:
        raise UsageError("{file}: {strerror}", file=file, strerror=error.strerror) from None


def _take(legs: dict[str, Noted], line: _Began | _Answered | _Settled) -> Said | None:
    """Enter a line; return what is wrong with it, or None."""
    noted = legs.get(line.match)
    if isinstance(line, _Began):
        if line.seat >= len(line.seats):
            return Said("seat {seat}, of {seats} seats from 0", seat=line.seat, seats=len(line.seats))
        # a bot that was started again notes once more that it is in the match
        known = legs.setdefault(line.match, Noted(line.match, line.seat, line.seats))
        if (known.seat, known.seats) != (line.seat, line.seats):
            return Said("{match} began before with other seats", match=line.match)
    elif noted is None:
        return Said("{match} did not begin before", match=line.match)
    elif isinstance(line, _Answered):
        noted.answers[line.round] = line.action
    elif len(line.water) != len(noted.seats):
        return Said("water of {given} seats, expected {seats}", given=len(line.water), seats=len(noted.seats))
    else:
        noted.water[line.round] = line.water
        if line.head is not None:
            noted.heads[line.round] = line.head
    return None
