"""Digests of a match and of a finished tournament, which stay the same when later arenas store more."""

import hashlib
import sqlite3
from typing import Any, Final

import msgspec

from arena.records.job import MatchSettings
from arena.records.limits import Limits
from arena.records.result import Leg, MatchResult, Strike

_FIRST: Final = {
    MatchSettings: {
        *("rounds", "duplicate", "decision_ms", "grace_ms", "bank_ms", "startup_ms", "on_late", "strikes", "restarts"),
        *("thinking", "batch", "isolation", "limits"),
    },
    Limits: {"memory_mib", "processor_s", "processes", "open_files", "scratch_mib", "output_kib"},
    MatchResult: {
        *("match", "reason", "legs", "strikes", "stale", "states", "deals", "seatings", "sampled"),
        *("referee_peak_kib", "isolation"),
    },
    Leg: {"number", "seating", "rounds", "processor_ms", "worst_lag_us", "voided"},
    Strike: {"bot", "leg", "round", "code", "message", "request", "late_ms"},
}
"""The fields that have been in the digest from the beginning. A field added later counts only where it differs from
its default, because an arena that did not know it left it out."""


def sha256_of(*values: Any) -> str:
    """Return the SHA-256 (hex) of the msgpack of plain values or structs, keys of mappings sorted."""
    return hashlib.sha256(msgspec.msgpack.encode(values, order="sorted")).hexdigest()


def match_digest(*facts: Any) -> str:
    """Return the digest (hex) of a match's records and plain values."""
    return sha256_of(*map(_known, facts))


def _known(value: Any) -> Any:
    if isinstance(value, list):
        return [_known(each) for each in value]
    first = next((fields for kind, fields in _FIRST.items() if isinstance(value, kind)), None)
    if first is None:
        return value
    config = value.__struct_config__
    known = {config.tag_field: config.tag} if config.tag is not None else {}
    for field in msgspec.structs.fields(value):
        found = getattr(value, field.name)
        if field.name in first or found != _default(field):
            known[field.encode_name] = _known(found)
    return known


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


_SEALED: Final = (
    (1, "SELECT name, file, config, game, rules, secret, commitment, arena, started FROM tournament"),
    (1, "SELECT entry, name, version, author, command, folder, digest, facts, rating FROM bots ORDER BY entry"),
    (1, "SELECT number, started, jobs, machine FROM runs ORDER BY number"),
    (
        1,
        "SELECT id, stage, seats, absent, voided, settings, deal_seed, reason, facts, totals, deals, finished, digest"
        " FROM matches ORDER BY id",
    ),
    (1, "SELECT match, attempt, at, words FROM losses ORDER BY match, attempt"),
    (1, "SELECT number, at, kind, subject, reason FROM decisions ORDER BY number"),
    (1, "SELECT part, content FROM final ORDER BY part"),
    (2, "SELECT number, stage FROM decisions ORDER BY number"),
    (4, "SELECT committed FROM tournament"),
)
"""The selects that are sealed, each with the first version of the store that has it. Legs and strikes are covered by
their match's digest, a bot's manifest by the bot's."""


def seal_of(connection: sqlite3.Connection, version: int, finished: str | None) -> str:
    """Return the digest (hex) of everything in a store of that version but the seal itself."""
    return sha256_of(finished, [connection.execute(select).fetchall() for since, select in _SEALED if since <= version])
