"""What is going on just now, gathered from what happens: the state behind the live display."""

from collections.abc import Callable
from typing import NamedTuple

from arena.records import Progress
from tournaments.events import (
    Happening,
    StageDrawn,
    TableAdvanced,
    TableBegan,
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
        """Of matches that are over."""
        self.longest = 0
        """The most rounds of any match so far; what a match that has not begun is taken to have."""

    def left(self, now: float, played: int, to_play: int) -> float | None:
        """Seconds for `to_play` rounds at the pace so far, `played` rounds of matches in play included."""
        done = self.rounds + played
        return (now - self._since) * to_play / done if done else None


class Board:
    """Takes what happens, in order. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pace = _Pace(clock())
        self.name = ""
        self.title = ""
        self.tables: dict[str, list[str]] = {}
        """The tables of the stage that was drawn last."""
        self.finished: set[str] = set()
        self.in_play: dict[str, InPlay] = {}

    def take(self, happening: Happening) -> None:
        match happening:
            case TournamentBegan():
                self.name = happening.name
            case StageDrawn():
                self.title = happening.title
                self.tables = happening.tables
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

    @property
    def seconds_left(self) -> float | None:
        """What the present stage will take at the pace of this run; None before anything is played."""
        reports = [now.progress for now in list(self.in_play.values()) if now.progress is not None]
        waiting = len(self.tables) - self.done - len(reports)
        played = sum(progress.played for progress in reports)
        to_play = sum(progress.total for progress in reports) - played + max(waiting, 0) * self._pace.longest
        return self._pace.left(self._clock(), played, to_play)

    @property
    def done(self) -> int:
        """How many tables of the present stage are finished."""
        return sum(match in self.finished for match in self.tables)
