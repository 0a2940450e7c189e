"""The seal of a finished tournament: one digest over all that counts, in whatever version of the store it has."""

import sqlite3
from typing import Final

from tournaments.store.encoding import digest_of

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
)
"""Since which version of the store, and what. Legs and strikes are in it by their match's digest, a bot's manifest by
the bot's."""


def seal_of(connection: sqlite3.Connection, version: int, finished: str | None) -> str:
    """The digest (hex) over what a store of that version has, but for the seal itself."""
    return digest_of(finished, [connection.execute(select).fetchall() for since, select in _SEALED if since <= version])
