"""What is going on just now, gathered from what happens: the state behind the live display."""

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


class Board:
    """Takes what happens, in order."""

    def __init__(self) -> None:
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
            case TableLost():
                self.in_play.pop(happening.match, None)
            case TableFinished():
                self.in_play.pop(happening.match, None)
                self.finished.add(happening.match)

    @property
    def done(self) -> int:
        """How many tables of the present stage are finished."""
        return sum(match in self.finished for match in self.tables)
