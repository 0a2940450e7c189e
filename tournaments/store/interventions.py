"""What the organizer did to a running cup: bots taken out, matches made void, each with its reason."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tournaments.store.matches import void_matches


class Intervention(NamedTuple):
    """An act of the organizer: `kind` is withdraw, disqualify or void, `subject` a bot or a table's id."""

    number: int
    at: str
    kind: str
    subject: str
    reason: str
    stage: int | None
    """The last stage that was drawn by then, without what it makes void; None in a store of version 1."""
    voided: tuple[str, ...]
    """The matches that no longer count because of it."""

    @property
    def withdrawn(self) -> str | None:
        """The bot that plays no more because of it, if any."""
        return None if self.kind == "void" else self.subject


def insert_intervention(
    connection: sqlite3.Connection, kind: str, subject: str, reason: str, now: str, stage: int, voided: Sequence[str]
) -> None:
    """Write an intervention, the last stage drawn by then, and the matches that no longer count."""
    number = connection.execute(
        "INSERT INTO decisions (at, kind, subject, reason, stage) VALUES (?, ?, ?, ?, ?)",
        (now, kind, subject, reason, stage),
    ).lastrowid
    assert number is not None
    void_matches(connection, number, voided)


def select_interventions(connection: sqlite3.Connection) -> Iterator[Intervention]:
    """Every intervention, oldest first."""
    voided = connection.execute("SELECT voided, id FROM matches WHERE voided IS NOT NULL ORDER BY stage, id")
    matches: dict[int, list[str]] = {}
    for number, match in voided:
        matches.setdefault(number, []).append(match)
    found = connection.execute("SELECT number, at, kind, subject, reason, stage FROM decisions ORDER BY number")
    for number, at, kind, subject, reason, stage in found:
        yield Intervention(number, at, kind, subject, reason, stage, tuple(matches.get(number, ())))


def last_stages(interventions: Iterable[Intervention]) -> dict[str, int]:
    """Return, for each bot that has left, the last stage that was drawn before it did.

    `interventions` are in their order. What is drawn again because a match was made void is drawn after everybody who
    had left by then. An intervention without a stage changes no draw.
    """
    found: dict[str, int] = {}
    for each in interventions:
        if each.stage is None:
            continue
        if each.withdrawn is None:
            found = {bot: min(stage, each.stage) for bot, stage in found.items()}
        else:
            found[each.withdrawn] = each.stage
    return found
