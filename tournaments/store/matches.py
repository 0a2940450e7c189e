"""Between matches and their rows in the store."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from arena.records.job import MatchSettings
from arena.records.result import Leg, MatchResult, Strike
from tournaments.formats.plan import TableResult
from tournaments.store.digests import match_digest
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


class StoredMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match as stored. `result.legs` is empty unless they were asked for.

    `seats` played; `absent` were seated too, best seeding first, but had withdrawn and are behind everybody who played.
    `voided` is the number of the organizer's decision after which it no longer counts.
    """

    stage: int
    seats: list[str]
    absent: list[str]
    settings: MatchSettings
    deal_seed: bytes
    finished: str
    totals: list[int]
    digest: str = ""
    result: MatchResult
    voided: int | None = None

    @property
    def play(self) -> str:
        """The id of this play of the table."""
        return self.result.match

    @property
    def match(self) -> str:
        """The id of the table in the bracket."""
        return table_of(self.play)

    @property
    def block(self) -> int:
        """Which of the table's blocks it is, from 1."""
        return block_of(self.play)

    @property
    def void(self) -> bool:
        """Whether the match could not be played: nothing of it counts."""
        return self.result.reason == "referee-lost"

    def table_result(self) -> TableResult:
        """What the format plans from."""
        if self.void:
            return TableResult({}, void=True, absent=tuple(self.absent))
        totals = dict(zip(self.seats, self.totals, strict=True))
        worst = min(totals.values(), default=0)
        behind = {bot: worst - place for place, bot in enumerate(self.absent, start=1)}
        return TableResult(totals | behind, self.result.seatings, absent=tuple(self.absent))

    def deals(self) -> Iterator[tuple[tuple[str, ...], tuple[float, ...]]]:
        """What is rated: each deal's bots and the water of each, the mean over its seatings."""
        seats, seatings = tuple(self.seats), self.result.seatings
        return ((seats, tuple(total / seatings for total in sums)) for sums in self.result.deals)

    def digest_of_facts(self) -> str:
        """What `digest` must be; needs the legs."""
        facts = (self.stage, self.seats, self.absent, self.settings, self.deal_seed, self.finished, self.result)
        return match_digest(*facts)

    def sealed(self) -> "StoredMatch":
        """The same with its digest."""
        return msgspec.structs.replace(self, digest=self.digest_of_facts())


def play_of(table: str, block: int, before: int) -> str:
    """The id of a table's block after `before` plays of it that were voided: `s1t1`, `s1t1+2`, `s1t1+2#2`."""
    return table + (f"+{block}" if block > 1 else "") + (f"#{before + 1}" if before else "")


def table_of(play: str) -> str:
    """The table that was played."""
    return play.partition("#")[0].partition("+")[0]


def block_of(play: str) -> int:
    """Which of the table's blocks was played, from 1."""
    return int(play.partition("#")[0].partition("+")[2] or 1)


def attempt_of(play: str) -> int:
    """Which play of its block it is, from 1: all before were voided."""
    return int(play.partition("#")[2] or 1)


def whole_of(blocks: Sequence[StoredMatch]) -> StoredMatch:
    """A table's blocks as one match, without legs. A block that could not be played adds nothing."""
    if len(blocks) == 1:
        return blocks[0]
    counted = [block for block in blocks if not block.void]
    first = counted[0]
    result = msgspec.structs.replace(
        first.result,
        legs=[],
        strikes=[strike for block in counted for strike in block.result.strikes],
        stale=_sums(block.result.stale for block in counted),
        deals=[deal for block in counted for deal in block.result.deals],
        states=counted[-1].result.states,
    )
    return msgspec.structs.replace(first, totals=_sums(block.totals for block in counted), result=result, digest="")


def _sums(lists: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*lists, strict=True)]


def insert_match(connection: sqlite3.Connection, match: StoredMatch) -> bool:
    """Write a match, its legs and its strikes; False, and nothing written, when it is there already."""
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
    """Every finished match that counts, by stage and id, without legs. Raises DamagedRecord."""
    for row in connection.execute(_MATCH_COLUMNS + " WHERE voided IS NULL ORDER BY stage, id").fetchall():
        yield _match(connection, row, legs=[])


def select_match(connection: sqlite3.Connection, play: str) -> StoredMatch | None:
    """One match with its legs, voided or not. Raises DamagedRecord."""
    row = connection.execute(_MATCH_COLUMNS + " WHERE id = ?", (play,)).fetchone()
    return None if row is None else _match(connection, row, legs=_legs(connection, play))


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
            raise DamagedRecord(f"match {match}: strike {expected} is missing")
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
