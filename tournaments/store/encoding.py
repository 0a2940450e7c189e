"""How records become a column's bytes and text, and records again."""

import zlib
from typing import Any, Final, TypeVar

import msgspec

from arena.records.job import BotProgram
from arena.records.result import Leg, MatchResult
from arena.records.round_log import PlayedRound, RoundLog

T = TypeVar("T")
_LEVEL: Final = 9


class DamagedRecord(Exception):
    """Something stored is not what was written."""


def pack_rounds(rounds: RoundLog) -> bytes:
    """A leg's rounds: msgpack arrays, deflated. Hands are not kept: they follow from the deal seed."""
    return zlib.compress(msgspec.msgpack.encode(list(rounds)), _LEVEL)


def unpack_rounds(data: bytes) -> RoundLog:
    """The inverse of `pack_rounds`. Raises DamagedRecord."""
    return RoundLog.of(_unpacked(data, list[PlayedRound]))


def pack_deals(deals: list[list[int]]) -> bytes:
    """By deal, then by bot: the water summed over the deal's seatings."""
    return zlib.compress(msgspec.msgpack.encode(deals), _LEVEL)


def unpack_deals(data: bytes) -> list[list[int]]:
    """The inverse of `pack_deals`. Raises DamagedRecord."""
    return _unpacked(data, list[list[int]])


def _unpacked(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=kind)
    except (zlib.error, msgspec.DecodeError) as error:
        raise DamagedRecord(f"cannot be unpacked: {error}") from None


def from_json(text: str, kind: Any) -> Any:
    """Stored JSON as `kind`. Raises DamagedRecord."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise DamagedRecord(f"cannot be read: {error}") from None


def to_json(value: Any) -> str:
    """A plain value or a struct as JSON, keys of mappings sorted."""
    return msgspec.json.encode(value, order="sorted").decode()


S = TypeVar("S", bound=msgspec.Struct)
_ELSEWHERE = {
    BotProgram: {"name", "version", "author", "command", "folder", "digest", "manifest"},
    MatchResult: {"match", "reason", "legs", "strikes", "deals"},
    Leg: {"number", "rounds"},
}
"""The fields that have a column or a table of their own."""


def facts_of(record: BotProgram | MatchResult | Leg) -> str:
    """Every other field as JSON, so that one that is added to the record is kept without a further column."""
    values = msgspec.structs.asdict(record)
    return to_json({key: value for key, value in values.items() if key not in _ELSEWHERE[type(record)]})


def record_from(kind: type[S], facts: str, **columns: Any) -> S:
    """A record from its facts and its columns. Raises DamagedRecord."""
    values = {**from_json(facts, dict[str, Any]), **columns}
    unknown = values.keys() - {field.name for field in msgspec.structs.fields(kind)}
    if unknown:
        raise DamagedRecord(f"facts: nobody knows what {', '.join(sorted(unknown))} is")
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise DamagedRecord(f"facts: {error}") from None
