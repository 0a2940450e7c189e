"""The state of the live display, gathered from events."""

from collections.abc import Callable
from typing import NamedTuple

from arena.records.result import Progress
from tournaments.run.events import (
    Happening,
    StageDrawn,
    TableAdvanced,
    TableBegan,
    TableDecided,
    TableFinished,
    TableLost,
    TournamentBegan,
)


class InPlay(NamedTuple):
    """A match in play; no progress before its first report."""

    match: str
    seats: list[str]
    attempt: int
    progress: Progress | None = None


class _Pace:
    """How fast rounds have been played since a moment."""

    def __init__(self, since: float) -> None:
        self._since = since
        self.rounds = 0
        """In matches that are over."""
        self.longest = 0
        """The most rounds of any match so far: the estimate for a match that has not begun."""

    def left(self, now: float, played: int, to_play: int) -> float | None:
        """Return the seconds for `to_play` rounds at the pace so far; matches in play have `played` rounds by now."""
        done = self.rounds + played
        return (now - self._since) * to_play / done if done else None


class Board:
    """Takes what happens, in order. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pace = _Pace(clock())
        self.name = ""
        self._stages: list[StageDrawn] = []
        self.finished: set[str] = set()
        """The tables that are over, in this run or an earlier one."""
        self.in_play: dict[str, InPlay] = {}

    def take(self, happening: Happening) -> None:
        match happening:
            case TournamentBegan():
                self.name = happening.name
            case StageDrawn():
                self._stages.append(happening)
            case TableBegan():
                self.in_play[happening.match] = InPlay(happening.match, happening.seats, happening.attempt)
            case TableAdvanced():
                if happening.match in self.in_play:
                    now = self.in_play[happening.match]
                    self.in_play[happening.match] = now._replace(progress=happening.progress)
                    self._pace.longest = max(self._pace.longest, happening.progress.total)
            case TableLost():
                self.in_play.pop(happening.match, None)
            case TableFinished():
                over = self.in_play.pop(happening.match, None)
                self._pace.rounds += over.progress.total if over is not None and over.progress is not None else 0
                self.finished.add(happening.match)
            case TableDecided():
                self.finished.add(happening.match)

    @property
    def _present(self) -> StageDrawn | None:
        """The first stage with a table to play, as a league draws all of its at once; the last when there is none."""
        open_now = (stage for stage in self._stages if not self.finished.issuperset(stage.tables))
        return next(open_now, self._stages[-1] if self._stages else None)

    @property
    def title(self) -> str:
        return "" if self._present is None else self._present.title

    @property
    def tables(self) -> dict[str, list[str]]:
        """The tables of the present stage, and their seats."""
        return {} if self._present is None else self._present.tables

    @property
    def seconds_left(self) -> float | None:
        """How long the present stage will take at the pace of this run; None before anything is played."""
        reports = {now.match: now.progress for now in list(self.in_play.values()) if now.progress is not None}
        waiting = sum(match not in self.finished and match not in reports for match in self.tables)
        played = sum(progress.played for progress in reports.values())
        to_play = sum(progress.total for progress in reports.values()) - played + waiting * self._pace.longest
        return self._pace.left(self._clock(), played, to_play)

    @property
    def done(self) -> int:
        """How many tables of the present stage are finished."""
        return sum(match in self.finished for match in self.tables)
