"""How records become a column's bytes and text, and records again."""

import zlib
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from arena.records.job import BotProgram
from arena.records.result import Leg, MatchResult
from arena.records.round_log import PlayedRound, RoundLog
from protocol.text import Listed, SaidError

T = TypeVar("T")
_LEVEL: Final = 9


class DamagedRecord(SaidError):
    """Something stored is not what was written."""


def pack_rounds(rounds: RoundLog) -> bytes:
    """Return a leg's rounds as msgpack arrays, deflated. Hands are left out: they follow from the deal seed."""
    return zlib.compress(msgspec.msgpack.encode(list(rounds)), _LEVEL)


def unpack_rounds(data: bytes) -> RoundLog:
    """Return the rounds that `pack_rounds` packed. Raises DamagedRecord."""
    return RoundLog.of(_unpacked(data, list[PlayedRound]))


def pack_deals(deals: list[list[int]]) -> bytes:
    """Return the water of each deal, by bot and summed over its seatings, as msgpack arrays, deflated."""
    return zlib.compress(msgspec.msgpack.encode(deals), _LEVEL)


def unpack_deals(data: bytes) -> list[list[int]]:
    """Return the deals that `pack_deals` packed. Raises DamagedRecord."""
    return _unpacked(data, list[list[int]])


def _unpacked(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=kind)
    except (zlib.error, msgspec.DecodeError) as error:
        raise DamagedRecord("cannot be unpacked: {fault}", fault=error) from None


def from_json(text: str, kind: Any) -> Any:
    """Return stored JSON as `kind`. Raises DamagedRecord."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise DamagedRecord("cannot be read: {fault}", fault=error) from None


def to_json(value: Any) -> str:
    """Return a plain value or a struct as JSON, keys of mappings sorted.

    >>> to_json({"b": 1, "a": [2]})
    '{"a":[2],"b":1}'
    """
    return msgspec.json.encode(value, order="sorted").decode()


S = TypeVar("S", bound=msgspec.Struct)
_ELSEWHERE = {
    BotProgram: {"name", "version", "author", "command", "folder", "digest", "manifest"},
    MatchResult: {"match", "reason", "legs", "strikes", "deals"},
    Leg: {"number", "rounds"},
}
"""The fields that have a column or a table of their own."""


def facts_of(record: BotProgram | MatchResult | Leg) -> str:
    """Return every other field as JSON, so that a field added to the record needs no further column."""
    values = msgspec.structs.asdict(record)
    return to_json({key: value for key, value in values.items() if key not in _ELSEWHERE[type(record)]})


@cache
def _fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The names of a record's fields, which take msgspec a while to find."""
    return frozenset(field.name for field in msgspec.structs.fields(kind))


def record_from(kind: type[S], facts: str, **columns: Any) -> S:
    """Return a record from its facts and its columns. Raises DamagedRecord."""
    values = {**from_json(facts, dict[str, Any]), **columns}
    unknown = values.keys() - _fields(kind)
    if unknown:
        raise DamagedRecord("facts: unknown: {keys}", keys=Listed(sorted(unknown)))
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise DamagedRecord("facts: {fault}", fault=error) from None
