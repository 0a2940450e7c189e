"""What plays matches: the director gives it jobs and waits for updates."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from arena.records.job import MatchJob
from arena.records.result import MatchResult, Progress


class MatchLost(NamedTuple):
    """A match's process died without a result; `words` say how, as far as it is known."""

    match: str
    words: str


Update = Progress | MatchResult | MatchLost


class Executor(Protocol):
    """Plays matches, several at once. A match's updates are its progress, and last its result or its loss."""

    slots: int
    """How many matches it plays at once."""

    def start(self, job: MatchJob) -> None:
        """Begin a match. At most `slots` are begun and not yet over."""

    def wait(self) -> Sequence[Update]:
        """Wait for updates, or until the executor is woken from outside; may return nothing."""

    def stop(self) -> Sequence[MatchResult]:
        """End every match within three seconds and leave no process; returns the results that came all the same."""
