"""The director: asks the bracket what to play, has it played, writes each result before it counts, and asks again."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.match.seeds import deal_seed
from arena.records.job import MatchJob
from arena.records.result import MatchResult, Progress
from tournaments.cup.cup import Cup, tables_of
from tournaments.formats.plan import Plan, Table
from tournaments.layout import TRACE
from tournaments.results.ledger import Ledger
from tournaments.run.events import Narrator, Observer, TableAdvanced, TableBegan, TableFinished, TableLost
from tournaments.run.executor import Executor, MatchLost, Update
from tournaments.store.match_ids import block_of, table_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

MOST_ATTEMPTS: Final = 2
"""A match whose process dies is played again once; after that it is void."""
NOT_PLAYED: Final = frozenset({"interrupted", "referee-lost"})
"""Reasons of a result that does not count."""


class Stopped(Exception):
    """The organizer stopped the run; the matches in play are void and will be played again."""


class Assignment(NamedTuple):
    """A table of the bracket and the job that plays its next block, without the bots that have withdrawn."""

    stage: int
    table: Table
    job: MatchJob

    @property
    def seats(self) -> list[str]:
        return [bot.name for bot in self.job.bots]


class Director:
    """Runs one tournament to its end.

    `clock` gives the time as text for the record; `stopped` says whether the organizer wants an end, and is asked
    whenever the executor has an update or was woken.
    """

    def __init__(
        self,
        cup: Cup,
        store: Store,
        executor: Executor,
        logs: Path,
        observe: Observer,
        clock: Callable[[], str],
        stopped: Callable[[], bool],
    ) -> None:
        self._cup = cup
        self._store = store
        self._executor = executor
        self._logs = logs
        self._observe = observe
        self._clock = clock
        self._stopped = stopped
        self._secret = store.header().secret
        self._ledger = Ledger.of(store)
        self._withdrawn = {each.withdrawn for each in store.interventions()}
        self._in_play: dict[str, Assignment] = {}
        """By the id of the match."""

    def run(self) -> Plan:
        """Play until the bracket is decided; returns it. Raises Stopped, and then no match is left in play."""
        narrator = Narrator(self._observe)
        try:
            while True:
                plan = self._ledger.plan()
                narrator.tell(plan)
                if plan.finished:
                    return plan
                if self._start(plan):
                    self._take_updates()
        finally:
            for result in self._executor.stop():
                if result.reason not in NOT_PLAYED:
                    self._record(result)

    def _take_updates(self) -> None:
        """Wait until a match is over: nothing else changes the plan."""
        over = False
        while not over:
            if self._stopped():
                raise Stopped
            for update in self._executor.wait():
                over |= self._take(update)

    def _start(self, plan: Plan) -> bool:
        """Fill the free slots with what can be played, in schedule order; False when the plan has to be asked again."""
        busy = {now.table.id for now in self._in_play.values()}
        stages = {table.id: stage for stage, table in tables_of(plan)}
        waiting = [table for table in plan.to_play if table.id not in busy]
        walkovers = [table for table in waiting if len(self._present(table)) < 2]
        for table in walkovers:
            ready = self._enter(stages[table.id], table)
            self._record(empty_result(ready.job, "walkover", "playing"))
        if walkovers:
            return False
        for table in waiting:
            if len(self._in_play) < self._executor.slots and not self._waits_for_remote(table):
                self._begin(self._enter(stages[table.id], table))
        if not self._in_play:
            raise ArenaError("{name}: the bracket is not decided and names no table to play", name=self._cup.name)
        return True

    def _waits_for_remote(self, table: Table) -> bool:
        """Whether a remote bot of the table is in play: it has one connection, and so one match at a time."""
        playing = {name for now in self._in_play.values() for name in now.seats}
        return any(name in playing and self._cup.program(name).remote for name in self._present(table))

    def _present(self, table: Table) -> list[str]:
        return [name for name in table.seats if name not in self._withdrawn]

    def _begin(self, ready: Assignment) -> None:
        attempt = len(self._store.losses(ready.job.match)) + 1
        self._executor.start(ready.job)
        self._observe(TableBegan(ready.table.id, ready.seats, attempt, block_of(ready.job.match)))

    def _enter(self, stage: int, table: Table) -> Assignment:
        """Make the table's next block one that is in play."""
        block = len(self._ledger.blocks.get(table.id, ())) + 1
        match = self._store.next_match(table.id, block)
        # An attempt that a run broke off may have had other bots, of which one has withdrawn since: logs go by number.
        shutil.rmtree(self._logs / match, ignore_errors=True)
        job = MatchJob(
            match=match,
            game=self._cup.game,
            rules=self._cup.rules,
            settings=self._cup.settings_for(table, self._ledger.played(table.id)),
            bots=[self._cup.program(name) for name in self._present(table)],
            deal_seed=deal_seed(self._secret, self._cup.digests(), match, self._cup.tournament.salt),
            log_folder=str(self._logs / match),
            trace=str(self._logs / match / TRACE) if self._cup.match.trace else "",
        )
        self._in_play[match] = Assignment(stage, table, job)
        return self._in_play[match]

    def _take(self, update: Update) -> bool:
        """Act on an update; True when a match is over."""
        if isinstance(update, Progress):
            self._observe(TableAdvanced(table_of(update.match), update))
            return False
        if isinstance(update, MatchLost):
            return self._lose(self._in_play[update.match], update.words)
        if update.reason in NOT_PLAYED:
            return self._lose(self._in_play[update.match], f"it ended as {update.reason}")
        self._record(update)
        return True

    def _lose(self, lost: Assignment, words: str) -> bool:
        """Play the match again, or give it up as void; True when it is over."""
        attempt = self._store.lose(lost.job.match, self._clock(), words)
        self._observe(TableLost(lost.table.id, attempt, words))
        if attempt < MOST_ATTEMPTS:
            self._begin(lost)
            return False
        self._record(empty_result(lost.job, "referee-lost", "referee-lost"))
        return True

    def _record(self, result: MatchResult) -> None:
        """Write the result; only then it counts."""
        played = self._in_play.pop(result.match)
        stored = StoredMatch(
            stage=played.stage,
            seats=played.seats,
            absent=[name for name in played.table.seats if name in self._withdrawn],
            settings=played.job.settings,
            deal_seed=played.job.deal_seed,
            finished=self._clock(),
            totals=result.totals(),
            result=result,
        ).with_digest()
        self._store.record(stored)
        self._ledger.add(played.table, stored)
        strikes = [sum(strike.bot == bot for strike in result.strikes) for bot in range(len(played.seats))]
        told = TableFinished(
            table=stored.table,
            seats=played.seats,
            water=result.water(),
            strikes=strikes,
            reason=result.reason,
            states=result.states,
            block=stored.block,
        )
        self._observe(told)


def empty_result(job: MatchJob, reason: str, state: str) -> MatchResult:
    """The result of a match that was not played."""
    bots = len(job.bots)
    return MatchResult(
        match=job.match,
        reason=reason,
        legs=[],
        strikes=[],
        stale=[0] * bots,
        states=[state] * bots,
        deals=[],
        seatings=1,
    )
