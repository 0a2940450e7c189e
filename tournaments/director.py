"""The director: asks the bracket what to play, has it played, writes each result before it counts, and asks again."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.records import MatchJob, MatchResult, Progress
from arena.seeds import deal_seed
from tournaments.compact import match_digest
from tournaments.cup import Cup, tables_of
from tournaments.events import Narrator, Observer, TableAdvanced, TableBegan, TableFinished, TableLost
from tournaments.executor import Executor, Lost, Report
from tournaments.formats.plan import Plan, Table
from tournaments.rows import StoredMatch
from tournaments.store import Store

MOST_ATTEMPTS: Final = 2
"""A match whose process dies is played again once; after that it is void."""
NOT_PLAYED: Final = frozenset({"interrupted", "referee-lost"})
"""Reasons of a result that does not count."""


class Stopped(Exception):
    """The organizer stopped the run; the matches in play are void and will be played again."""


class Director:
    """Runs one tournament to its end.

    `clock` gives the time as text for the record; `stopped` says whether the organizer wants an end, and is asked
    whenever the executor has something to report or was woken.
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
        self._results = store.results()
        self._jobs: dict[str, tuple[int, MatchJob]] = {}
        """Matches in play: their stage and job."""

    def run(self) -> Plan:
        """Play until the bracket is decided; returns it. Raises Stopped, and then no match is left in play."""
        narrator = Narrator(self._observe)
        try:
            while True:
                plan = self._cup.plan(self._results)
                narrator.tell(plan)
                if plan.finished:
                    return plan
                self._start(plan)
                self._take_reports()
        finally:
            for result in self._executor.stop():
                if result.reason not in NOT_PLAYED:
                    self._record(result)

    def _take_reports(self) -> None:
        """Wait until a match is over: nothing else changes the plan."""
        over = False
        while not over:
            if self._stopped():
                raise Stopped
            for report in self._executor.wait():
                over |= self._take(report)

    def _start(self, plan: Plan) -> None:
        """Fill the free slots with what can be played, in schedule order."""
        stage_of = {table.match: stage for stage, table in tables_of(plan)}
        waiting = [table for table in plan.to_play if table.match not in self._jobs]
        for table in waiting[: self._executor.slots - len(self._jobs)]:
            job = self._job(table)
            self._jobs[table.match] = (stage_of[table.match], job)
            self._begin(job)
        if not self._jobs:
            raise ArenaError(f"{self._cup.name}: the bracket is not decided and names no table to play")

    def _begin(self, job: MatchJob) -> None:
        attempt = len(self._store.losses(job.match)) + 1
        self._executor.start(job)
        self._observe(TableBegan(job.match, [bot.name for bot in job.bots], attempt))

    def _job(self, table: Table) -> MatchJob:
        return MatchJob(
            match=table.match,
            game=self._cup.game,
            rules=self._cup.rules,
            settings=self._cup.settings_for(table),
            bots=[self._cup.program(name) for name in table.seats],
            deal_seed=deal_seed(self._secret, self._cup.digests(), table.match, self._cup.tournament.salt),
            log_folder=str(self._logs / table.match),
        )

    def _take(self, report: Report) -> bool:
        """Act on a report; True when a match is over."""
        if isinstance(report, Progress):
            self._observe(TableAdvanced(report.match, report))
            return False
        if isinstance(report, Lost):
            return self._lose(report.match, report.words)
        if report.reason in NOT_PLAYED:
            return self._lose(report.match, f"it ended as {report.reason}")
        self._record(report)
        return True

    def _lose(self, match: str, words: str) -> bool:
        """Play the match again, or give it up as void; True when it is over."""
        attempt = self._store.lose(match, self._clock(), words)
        self._observe(TableLost(match, attempt, words))
        _, job = self._jobs[match]
        if attempt < MOST_ATTEMPTS:
            self._begin(job)
            return False
        self._record(void_result(job))
        return True

    def _record(self, result: MatchResult) -> None:
        stage, job = self._jobs.pop(result.match)
        seats, now = [bot.name for bot in job.bots], self._clock()
        stored = StoredMatch(
            stage=stage,
            seats=seats,
            settings=job.settings,
            deal_seed=job.deal_seed,
            finished=now,
            totals=result.totals(),
            digest=match_digest(stage, seats, job.settings, job.deal_seed, now, result),
            result=result,
        )
        self._store.record(stored)
        self._results[result.match] = stored.table_result()
        strikes = [sum(strike.bot == bot for strike in result.strikes) for bot in range(len(seats))]
        self._observe(TableFinished(result.match, seats, result.water(), strikes, result.reason))


def void_result(job: MatchJob) -> MatchResult:
    """The result of a match that could not be played."""
    bots = len(job.bots)
    return MatchResult(
        match=job.match,
        reason="referee-lost",
        legs=[],
        strikes=[],
        stale=[0] * bots,
        states=["referee-lost"] * bots,
        deals=[],
        seatings=1,
    )
