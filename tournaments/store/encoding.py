"""Records in few bytes, and digests by which a changed byte is found."""

import hashlib
import zlib
from typing import Any, Final, TypeVar

import msgspec

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


def digest_of(*values: Any) -> str:
    """SHA-256 (hex) over the msgpack of plain values or structs, keys of mappings sorted."""
    return hashlib.sha256(msgspec.msgpack.encode(values, order="sorted")).hexdigest()
