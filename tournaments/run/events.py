"""The events of a run, as values: the terminal shows them, `events.jsonl` keeps them."""

from collections.abc import Callable
from typing import Final

import msgspec

from arena.records.result import Progress
from tournaments.cup.cup import champion_of, moving_on
from tournaments.formats.plan import Plan, Ruling, Stage
from tournaments.layout import LIVE

_TOLD_AS: Final = {"table": "match"}
"""What `events.jsonl` has always called a table's id."""


class TournamentBegan(msgspec.Struct, frozen=True, tag="began"):
    """`resumed` counts the matches that were finished before."""

    name: str
    bots: list[str]
    commitment: str
    jobs: int
    resumed: int
    live: str = LIVE
    """The folder, beside this file, of what may be seen of the tables in play."""


class StoreUpdated(msgspec.Struct, frozen=True, tag="updated"):
    """A store of an older version was brought up to date; `kept` is a copy of the old file."""

    kept: str


class StageDrawn(msgspec.Struct, frozen=True, tag="stage"):
    """The tables of a stage are drawn: `tables` has the seats of each by its id."""

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
    """Which of the table's blocks it is, from 1."""


class TableAdvanced(msgspec.Struct, frozen=True, tag="progress", rename=_TOLD_AS):
    """A match in play has got further."""

    table: str
    progress: Progress


class TableFinished(msgspec.Struct, frozen=True, tag="finished", rename=_TOLD_AS):
    """A match is over and stored.

    `water`, `strikes` (their number) and `states` are by seat; a state is "playing", or the code for which the bot was
    out at the end.
    """

    table: str
    seats: list[str]
    water: list[float]
    strikes: list[int]
    reason: str
    states: list[str]
    block: int = 1
    heads: list[str] = []
    """The last head of each leg's chain of rounds, in hex."""


class TableLost(msgspec.Struct, frozen=True, tag="lost", rename=_TOLD_AS):
    """A match's process died without a result; if it `waits`, it is not played again without the organizer."""

    table: str
    attempt: int
    words: str
    waits: bool = False


class RunHalted(msgspec.Struct, frozen=True, tag="halted", rename=_TOLD_AS):
    """The run stops at a match that cannot be played until the organizer mends what `words` name."""

    table: str
    words: str


class TableDecided(msgspec.Struct, frozen=True, tag="decided", rename=_TOLD_AS):
    """A table is decided: who goes on from it (nobody in a league), and the rulings where water did not decide.

    `champion` is the bot that won the tournament there, if one did.
    """

    table: str
    advanced: list[str]
    rulings: list[Ruling]
    champion: str | None = None


class LeagueDecided(msgspec.Struct, frozen=True, tag="league"):
    """All tables of a league are played; the rulings order the bots that are level on points."""

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
    | RunHalted
    | TableDecided
    | LeagueDecided
    | TournamentEnded
)
Observer = Callable[[Happening], None]


def _is_drawn(plan: Plan, stage: Stage) -> bool:
    """Return whether all tables of a stage are known.

    A league draws all of its stages at once. In a bracket of winners and losers, some tables of a stage are known
    before others, and all of them once every earlier stage is decided.
    """
    if any(league.first_stage <= stage.number <= league.last_stage for league in plan.leagues):
        return True
    before = (earlier for earlier in plan.stages if earlier.number < stage.number)
    return all(planned.advanced is not None for earlier in before for planned in earlier.tables)


class Narrator:
    """Tells what is new in each plan, once."""

    def __init__(self, observe: Observer) -> None:
        self._observe = observe
        self._stages: set[int] = set()
        self._decided: set[str] = set()
        self._leagues: set[int] = set()

    def tell(self, plan: Plan) -> None:
        """Tell new stages, once all of their tables are known, and newly decided tables."""
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
