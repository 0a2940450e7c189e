"""What plays matches: the director gives it jobs and waits for what it reports."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from arena.records.job import MatchJob
from arena.records.result import MatchResult, Progress


class Lost(NamedTuple):
    """A match's process died without a result; `words` say how, as far as it is known."""

    match: str
    words: str
    bot: int | None = None
    """The bot that it died over, where that is known."""


Report = Progress | MatchResult | Lost


class Executor(Protocol):
    """Plays matches, several at once. A match reports progress and at last a result or its loss."""

    slots: int
    """How many matches it plays at once."""

    def start(self, job: MatchJob) -> None:
        """Begin a match. At most `slots` are begun and not yet over."""

    def wait(self) -> Sequence[Report]:
        """Wait until something is to be reported or the executor is woken from outside; may return nothing."""

    def stop(self) -> Sequence[MatchResult]:
        """End every match within three seconds and leave no process; returns the results that came all the same."""
