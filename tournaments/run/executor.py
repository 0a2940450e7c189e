"""The seam between the director and what plays matches: jobs go in, updates come out."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from arena.records.job import MatchJob
from arena.records.result import MatchResult, Progress


class MatchLost(NamedTuple):
    """A match's process died without a result; `words` say how, as far as it is known."""

    match: str
    words: str
    bot: int | None = None
    """The bot that it died over, where that is known."""


class MatchBlocked(NamedTuple):
    """A match that cannot be played here until the organizer mends what `words` name; no bot is to blame."""

    match: str
    words: str


Update = Progress | MatchResult | MatchLost | MatchBlocked


class Executor(Protocol):
    """Plays matches, several at once. A match's updates are its progress; the last is its result, loss or block."""

    slots: int
    """How many matches it plays at once."""

    def start(self, job: MatchJob) -> None:
        """Start a match. At most `slots` are in play at once. Raises ArenaError when the machine has no room for it."""

    def wait(self) -> Sequence[Update]:
        """Wait for updates, or until the executor is woken from outside; may return nothing."""

    def stop(self) -> Sequence[MatchResult]:
        """End every match within three seconds, leave no process, and return the results that still came."""
