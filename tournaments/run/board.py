"""The state of the live display, gathered from events."""

from collections.abc import Callable

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


class _Pace:
    """The pace of play since a moment."""

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
    """Takes events in order. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._pace = _Pace(clock())
        self.name = ""
        self._stages: list[StageDrawn] = []
        self.finished: set[str] = set()
        """The tables that are over, in this run or an earlier one."""
        self.in_play: dict[str, TableBegan] = {}
        self.progress: dict[str, Progress] = {}
        """Of the tables in play, from their first report on."""

    def take(self, happening: Happening) -> None:
        match happening:
            case TournamentBegan():
                self.name = happening.name
            case StageDrawn():
                self._stages.append(happening)
            case TableBegan():
                self.in_play[happening.table] = happening
            case TableAdvanced():
                if happening.table in self.in_play:
                    self.progress[happening.table] = happening.progress
                    self._pace.longest = max(self._pace.longest, happening.progress.total)
            case TableLost():
                self._forget(happening.table)
            case TableFinished():
                told = self._forget(happening.table)
                self._pace.rounds += told.total if told is not None else 0
                self.finished.add(happening.table)
            case TableDecided():
                self.finished.add(happening.table)

    def _forget(self, table: str) -> Progress | None:
        """The table is in play no more; return the last that was told of it."""
        self.in_play.pop(table, None)
        return self.progress.pop(table, None)

    @property
    def _present(self) -> StageDrawn | None:
        """Return the first stage with a table to play, as a league draws all of its stages at once; else the last."""
        open_now = (stage for stage in self._stages if not self.finished.issuperset(stage.tables))
        return next(open_now, self._stages[-1] if self._stages else None)

    @property
    def title(self) -> str:
        return "" if self._present is None else self._present.title

    @property
    def tables(self) -> dict[str, list[str]]:
        """Return the tables of the present stage with their seats."""
        return {} if self._present is None else self._present.tables

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds left in the present stage at the pace so far; None before anything is played."""
        reports = dict(self.progress)
        waiting = sum(table not in self.finished and table not in reports for table in self.tables)
        played = sum(progress.played for progress in reports.values())
        to_play = sum(progress.total for progress in reports.values()) - played + waiting * self._pace.longest
        return self._pace.left(self._clock(), played, to_play)

    @property
    def done(self) -> int:
        """Count the finished tables of the present stage."""
        return sum(table in self.finished for table in self.tables)
