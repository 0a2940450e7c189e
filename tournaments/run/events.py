"""What happens while a tournament runs, as values: the terminal shows them, `events.jsonl` keeps them."""

from collections.abc import Callable
from typing import Final

import msgspec

from arena.records.result import Progress
from tournaments.cup.cup import champion_of, moving_on
from tournaments.formats.plan import Plan, Ruling, Stage

_TOLD_AS: Final = {"table": "match"}
"""What `events.jsonl` has always called a table's id."""


class TournamentBegan(msgspec.Struct, frozen=True, tag="began"):
    """`resumed` counts the matches that were finished before."""

    name: str
    bots: list[str]
    commitment: str
    jobs: int
    resumed: int


class StoreUpdated(msgspec.Struct, frozen=True, tag="updated"):
    """The store was of an older version and has been brought up to date; `kept` is the file as it was."""

    kept: str


class StageDrawn(msgspec.Struct, frozen=True, tag="stage"):
    """A stage's tables are known: id and seats of each."""

    stage: int
    title: str
    tables: dict[str, list[str]]
    byes: list[str]


class TableBegan(msgspec.Struct, frozen=True, tag="table", rename=_TOLD_AS):
    """A match starts; `attempt` is 2 when its process died before."""

    table: str
    seats: list[str]
    attempt: int
    block: int = 1
    """Which match of the table it is, where it plays until it is clear who goes on."""


class TableAdvanced(msgspec.Struct, frozen=True, tag="progress", rename=_TOLD_AS):
    """How far a match in play is: rounds over all legs; water and strikes by seat."""

    table: str
    progress: Progress


class TableFinished(msgspec.Struct, frozen=True, tag="finished", rename=_TOLD_AS):
    """A match is in the store. By seat: water, number of strikes, and "playing" or the code for which it was out at the
    end.
    """

    table: str
    seats: list[str]
    water: list[float]
    strikes: list[int]
    reason: str
    states: list[str]
    block: int = 1


class TableLost(msgspec.Struct, frozen=True, tag="lost", rename=_TOLD_AS):
    """A match's process died without a result."""

    table: str
    attempt: int
    words: str


class TableDecided(msgspec.Struct, frozen=True, tag="decided", rename=_TOLD_AS):
    """It is known who goes on from a table (nobody in a league), and what decided it where water did not.

    `champion` has won the tournament with it.
    """

    table: str
    advanced: list[str]
    rulings: list[Ruling]
    champion: str | None = None


class LeagueDecided(msgspec.Struct, frozen=True, tag="league"):
    """The tables of a league are played, and this is what put those in order whom points did not."""

    stage: int
    rulings: list[Ruling]


class TournamentEnded(msgspec.Struct, frozen=True, tag="ended"):
    """The bracket is decided."""

    standings: list[tuple[int, str]]


Happening = (
    StoreUpdated
    | TournamentBegan
    | StageDrawn
    | TableBegan
    | TableAdvanced
    | TableFinished
    | TableLost
    | TableDecided
    | LeagueDecided
    | TournamentEnded
)
Observer = Callable[[Happening], None]


def _is_drawn(plan: Plan, stage: Stage) -> bool:
    """Whether all tables of a stage are known.

    A league draws all of its stages at once. Of a bracket of both winners and losers some tables of a stage are known
    before the others; all of them are once every stage before is decided.
    """
    if any(league.first_stage <= stage.number <= league.last_stage for league in plan.leagues):
        return True
    before = (earlier for earlier in plan.stages if earlier.number < stage.number)
    return all(planned.advanced is not None for earlier in before for planned in earlier.tables)


class Narrator:
    """Tells what a plan holds that the plan before did not, each once."""

    def __init__(self, observe: Observer) -> None:
        self._observe = observe
        self._stages: set[int] = set()
        self._decided: set[str] = set()
        self._leagues: set[int] = set()

    def tell(self, plan: Plan) -> None:
        """New stages first, then newly decided tables; a stage once all of its tables are known."""
        for stage in plan.stages:
            if stage.number not in self._stages and _is_drawn(plan, stage):
                self._stages.add(stage.number)
                tables = {planned.table.id: list(planned.table.seats) for planned in stage.tables}
                self._observe(StageDrawn(stage.number, stage.title, tables, list(stage.byes)))
            for planned in stage.tables:
                if planned.advanced is not None and planned.table.id not in self._decided:
                    self._decided.add(planned.table.id)
                    self._observe(
                        TableDecided(
                            planned.table.id,
                            list(moving_on(plan, stage, planned)),
                            list(planned.rulings),
                            champion_of(plan, planned),
                        )
                    )
            if stage.rulings and stage.number not in self._leagues:
                self._leagues.add(stage.number)
                self._observe(LeagueDecided(stage.number, list(stage.rulings)))
        if plan.finished:
            self._observe(TournamentEnded([(standing.place, standing.name) for standing in plan.standings]))
