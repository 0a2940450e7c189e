"""Matches to rows of the store, and back."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from arena.records.job import MatchSettings
from arena.records.result import Leg, MatchResult, Strike
from tournaments.store.encoding import (
    DamagedRecord,
    facts_of,
    from_json,
    pack_deals,
    pack_rounds,
    record_from,
    to_json,
    unpack_deals,
    unpack_rounds,
)
from tournaments.store.stored_match import StoredMatch


def insert_match(connection: sqlite3.Connection, match: StoredMatch) -> bool:
    """Write a match, its legs and its strikes; return False, with nothing written, when it is there already."""
    result = match.result
    cursor = connection.execute(
        "INSERT OR IGNORE INTO matches (id, stage, seats, absent, settings, deal_seed, finished, totals, digest,"
        " reason, facts, deals) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            result.match,
            match.stage,
            to_json(match.seats),
            to_json(match.absent),
            to_json(match.settings),
            match.deal_seed,
            match.finished,
            to_json(match.totals),
            match.digest,
            result.reason,
            facts_of(result),
            pack_deals(result.deals),
        ),
    )
    if cursor.rowcount == 0:
        return False
    connection.executemany(
        "INSERT INTO legs (match, number, facts, rounds) VALUES (?, ?, ?, ?)",
        [(result.match, leg.number, facts_of(leg), pack_rounds(leg.rounds)) for leg in result.legs],
    )
    connection.executemany(
        "INSERT INTO strikes (match, number, bot, leg, round, code, message, request, late_ms)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (result.match, number, *msgspec.structs.astuple(strike))
            for number, strike in enumerate(result.strikes, start=1)
        ],
    )
    return True


def select_matches(connection: sqlite3.Connection) -> Iterator[StoredMatch]:
    """Yield every finished match that counts, by stage and id, without legs. Raises DamagedRecord."""
    for row in connection.execute(_MATCH_COLUMNS + " WHERE voided IS NULL ORDER BY stage, id").fetchall():
        yield _match(connection, row, legs=[])


def select_match_ids(connection: sqlite3.Connection) -> list[str]:
    """Return the ids of every finished match, voided ones included, by stage and id."""
    return [match for (match,) in connection.execute("SELECT id FROM matches ORDER BY stage, id")]


def count_matches(connection: sqlite3.Connection, block: str) -> int:
    """Return how many matches of the block are finished, voided ones included."""
    again = f"{block}#"
    counted = "SELECT count(*) FROM matches WHERE id = ? OR substr(id, 1, ?) = ?"
    count: int = connection.execute(counted, (block, len(again), again)).fetchone()[0]
    return count


def void_matches(connection: sqlite3.Connection, intervention: int, matches: Iterable[str]) -> None:
    """Note that these matches no longer count since that intervention."""
    connection.executemany("UPDATE matches SET voided = ? WHERE id = ?", [(intervention, match) for match in matches])


def select_match(connection: sqlite3.Connection, match: str) -> StoredMatch | None:
    """Return one match with its legs, voided or not. Raises DamagedRecord."""
    row = connection.execute(_MATCH_COLUMNS + " WHERE id = ?", (match,)).fetchone()
    return None if row is None else _match(connection, row, legs=_legs(connection, match))


_MATCH_COLUMNS = (
    "SELECT id, stage, seats, absent, voided, settings, deal_seed, finished, totals, digest, reason, facts, deals"
    " FROM matches"
)


def _match(connection: sqlite3.Connection, row: Sequence[Any], legs: list[Leg]) -> StoredMatch:
    match, stage, seats, absent, voided, settings, deal_seed, finished, totals, digest, reason, facts, deals = row
    result = record_from(MatchResult, facts, match=match, reason=reason, legs=[], strikes=[], deals=[])
    result.deals = unpack_deals(deals)
    result.legs = legs
    result.strikes = _strikes(connection, match)
    return StoredMatch(
        stage=stage,
        seats=from_json(seats, list[str]),
        absent=from_json(absent, list[str]),
        voided=voided,
        settings=from_json(settings, MatchSettings),
        deal_seed=deal_seed,
        finished=finished,
        totals=from_json(totals, list[int]),
        digest=digest,
        result=result,
    )


def _strikes(connection: sqlite3.Connection, match: str) -> list[Strike]:
    found = connection.execute(
        "SELECT number, bot, leg, round, code, message, request, late_ms FROM strikes WHERE match = ? ORDER BY number",
        (match,),
    )
    strikes = []
    for expected, (number, *strike) in enumerate(found, start=1):
        if number != expected:
            raise DamagedRecord("match {match}: strike {number} is missing", match=match, number=expected)
        strikes.append(Strike(*strike))
    return strikes


def _legs(connection: sqlite3.Connection, match: str) -> list[Leg]:
    found = connection.execute("SELECT number, facts, rounds FROM legs WHERE match = ? ORDER BY number", (match,))
    legs = []
    for number, facts, rounds in found:
        leg = record_from(Leg, facts, number=number, rounds={})
        leg.rounds = unpack_rounds(rounds)
        legs.append(leg)
    return legs
