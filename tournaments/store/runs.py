"""Runs of a tournament, and the attempts at matches that were lost in them."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple


class Run(NamedTuple):
    """One process that played a part of the tournament, `jobs` matches at once."""

    number: int
    started: str
    jobs: int
    machine: dict[str, Any]


class Loss(NamedTuple):
    """An attempt at a match whose process died, numbered from 1 for each match; `words` say how."""

    match: str
    attempt: int
    at: str
    words: str


def insert_run(connection: sqlite3.Connection, now: str, jobs: int, machine: dict[str, Any]) -> None:
    """Write that a process begins to play."""
    connection.execute("INSERT INTO runs (started, jobs, machine) VALUES (?, ?, ?)", (now, jobs, json.dumps(machine)))


def select_runs(connection: sqlite3.Connection) -> Iterator[Run]:
    """Yield every run, oldest first."""
    found = connection.execute("SELECT number, started, jobs, machine FROM runs ORDER BY number")
    for number, started, jobs, machine in found:
        yield Run(number, started, jobs, json.loads(machine))


def insert_loss(connection: sqlite3.Connection, match: str, now: str, words: str) -> int:
    """Write that a match's process died without a result; return how often it has by now."""
    attempt = len(select_losses(connection, match)) + 1
    connection.execute(
        "INSERT INTO losses (match, attempt, at, words) VALUES (?, ?, ?, ?)", (match, attempt, now, words)
    )
    return attempt


def select_losses(connection: sqlite3.Connection, match: str) -> list[str]:
    """Return how each lost attempt at the match ended, oldest first."""
    found = connection.execute("SELECT words FROM losses WHERE match = ? ORDER BY attempt", (match,))
    return [words for (words,) in found]


def select_all_losses(connection: sqlite3.Connection) -> Iterator[Loss]:
    """Yield every lost attempt, by match and oldest first."""
    yield from map(
        Loss._make, connection.execute("SELECT match, attempt, at, words FROM losses ORDER BY match, attempt")
    )
