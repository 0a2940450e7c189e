"""Records as they are kept beside their columns: every other field in one JSON object."""

from typing import Any, TypeVar

import msgspec

from arena.records.job import BotProgram
from arena.records.result import Leg, MatchResult
from tournaments.store.encoding import DamagedRecord, from_json, to_json

T = TypeVar("T", bound=msgspec.Struct)
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


def record_from(kind: type[T], facts: str, **columns: Any) -> T:
    """A record from its facts and its columns. Raises DamagedRecord."""
    values = {**from_json(facts, dict[str, Any]), **columns}
    unknown = values.keys() - {field.name for field in msgspec.structs.fields(kind)}
    if unknown:
        raise DamagedRecord(f"facts: nobody knows what {', '.join(sorted(unknown))} is")
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise DamagedRecord(f"facts: {error}") from None
