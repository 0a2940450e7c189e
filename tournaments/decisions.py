"""What the organizer decided by hand, as it is kept."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple


class Decision(NamedTuple):
    """A decision by the organizer's hand: `kind` is withdraw, disqualify or void, `subject` a bot or a match."""

    number: int
    at: str
    kind: str
    subject: str
    reason: str
    voided: tuple[str, ...]
    """The plays that no longer count because of it."""

    @property
    def withdrawn(self) -> str | None:
        """The bot that plays no more, if that was decided."""
        return None if self.kind == "void" else self.subject


def select_decisions(connection: sqlite3.Connection) -> Iterator[Decision]:
    """Every decision of the organizer, the first one first."""
    voided = connection.execute("SELECT voided, id FROM matches WHERE voided IS NOT NULL ORDER BY stage, id")
    plays: dict[int, list[str]] = {}
    for number, play in voided:
        plays.setdefault(number, []).append(play)
    found = connection.execute("SELECT number, at, kind, subject, reason FROM decisions ORDER BY number")
    for number, at, kind, subject, reason in found:
        yield Decision(number, at, kind, subject, reason, tuple(plays.get(number, ())))
