"""What the organizer decided by hand, as it is kept."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Decision(NamedTuple):
    """A decision by the organizer's hand: `kind` is withdraw, disqualify or void, `subject` a bot or a match."""

    number: int
    at: str
    kind: str
    subject: str
    reason: str
    stage: int | None
    """The last stage that was drawn when it was decided, without what it makes void; None where nobody noted it."""
    voided: tuple[str, ...]
    """The matches that no longer count because of it."""

    @property
    def withdrawn(self) -> str | None:
        """The bot that plays no more, if that was decided."""
        return None if self.kind == "void" else self.subject


def select_decisions(connection: sqlite3.Connection) -> Iterator[Decision]:
    """Every decision of the organizer, the first one first."""
    voided = connection.execute("SELECT voided, id FROM matches WHERE voided IS NOT NULL ORDER BY stage, id")
    matches: dict[int, list[str]] = {}
    for number, match in voided:
        matches.setdefault(number, []).append(match)
    found = connection.execute("SELECT number, at, kind, subject, reason, stage FROM decisions ORDER BY number")
    for number, at, kind, subject, reason, stage in found:
        yield Decision(number, at, kind, subject, reason, stage, tuple(matches.get(number, ())))


def last_stages(decisions: Iterable[Decision]) -> dict[str, int]:
    """Bots that have left to the last stage that was drawn before they did, by `decisions` in their order.

    What is drawn again because a match was made void is drawn after everybody who had left by then. A decision of
    which the stage was not noted changes no draw.
    """
    found: dict[str, int] = {}
    for decision in decisions:
        if decision.stage is None:
            continue
        if decision.withdrawn is None:
            found = {bot: min(stage, decision.stage) for bot, stage in found.items()}
        else:
            found[decision.withdrawn] = decision.stage
    return found
