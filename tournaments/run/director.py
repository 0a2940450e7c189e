"""The director asks the bracket what to play, has it played, stores each result, and asks again."""

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from arena.errors import ArenaError
from arena.language import Stored
from arena.records.job import MatchJob
from arena.records.result import MatchResult, Progress
from arena.system.folder_removal import remove
from tournaments.cup.cup import Cup, tables_of
from tournaments.formats.plan import Plan, Table
from tournaments.layout import REFEREE_LOG, TRACE
from tournaments.results.ledger import Ledger
from tournaments.run.events import Narrator, Observer, RunHalted, TableAdvanced, TableBegan, TableFinished, TableLost
from tournaments.run.executor import Executor, MatchBlocked, MatchLost
from tournaments.store.match_ids import block_of, table_of
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

MOST_ATTEMPTS: Final = 2
"""A match whose process dies is played again once. After that the bot that it died over each time escapes; where there
is no such bot, the match waits for the organizer."""
NOT_PLAYED: Final = frozenset({"interrupted", "referee-lost"})
"""Reasons of a result that does not count."""


class Stopped(Exception):
    """The organizer stopped the run; the matches in play are void and will be played again."""


class Undecided(ArenaError):
    """Nothing is left that can be played without the organizer: matches lost their process again and again."""


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

    `clock` gives the time as text for the record. `stopped` says whether the organizer wants to stop; it is asked
    whenever the executor has updates or was woken.
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
        self._died_over: dict[str, list[int | None]] = {}
        """By the id of the match, the bot that each lost attempt of this run died over, if that is known."""
        self._given_up: dict[str, str] = {}
        """By table, the match that waits for the organizer."""

    def run(self) -> Plan:
        """Play until the bracket is decided; returns it.

        Raises Stopped or Undecided, and then no match is left in play.
        """
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
        """Take updates until a match is over, since nothing else changes the plan."""
        over = False
        while not over:
            if self._stopped():
                raise Stopped
            blocked = []
            for update in self._executor.wait():
                if isinstance(update, MatchBlocked):
                    blocked.append(update)
                else:
                    over |= self._take(update)
            if blocked:  # only now: results that came with it are kept
                raise self._halted(blocked[0])

    def _start(self, plan: Plan) -> bool:
        """Fill the free slots with tables in schedule order; return False when the plan has changed instead."""
        busy = {now.table.id for now in self._in_play.values()} | self._given_up.keys()
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
        if not self._in_play and self._given_up:
            raise self._undecided()
        if not self._in_play:
            raise ArenaError("{name}: the bracket is not decided and names no table to play", name=self._cup.name)
        return True

    def _waits_for_remote(self, table: Table) -> bool:
        """Whether a remote bot of the table is in play: it has one connection, so it plays one match at a time."""
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
        match = next_match(self._store, self._ledger, table)
        # An attempt that a run broke off may have had other bots, of which one has withdrawn since: logs go by number.
        remove(self._logs / match)
        job = job_of(self._cup, self._secret, self._ledger, table, match, self._present(table), self._logs / match)
        self._in_play[match] = Assignment(stage, table, job)
        return self._in_play[match]

    def _halted(self, blocked: MatchBlocked) -> ArenaError:
        """Tell what is in the way; return the error that ends the run. Nothing is charged to a bot."""
        table = table_of(blocked.match)
        self._observe(RunHalted(table, blocked.words))
        return ArenaError(
            "match {match} cannot be played: {message}\n"
            "No bot is charged for it and nothing is lost: put that right and run the same command again",
            match=table,
            message=Stored(blocked.words),
        )

    def _take(self, update: Progress | MatchResult | MatchLost) -> bool:
        """Act on an update; return True when a match is over."""
        if isinstance(update, Progress):
            self._observe(TableAdvanced(table_of(update.match), update))
            return False
        if isinstance(update, MatchLost):
            return self._lose(self._in_play[update.match], update.words, update.bot)
        if update.reason in NOT_PLAYED:
            return self._lose(self._in_play[update.match], f"it ended as {update.reason}", None)
        self._record(update)
        return True

    def _lose(self, lost: Assignment, words: str, bot: int | None) -> bool:
        """Play the match again, or give it up; True when the plan has to be asked again."""
        attempt = self._store.lose(lost.job.match, self._clock(), words)
        died_over = self._died_over.setdefault(lost.job.match, [])
        died_over.append(bot)
        again = self._again(lost, attempt, died_over)
        self._observe(TableLost(lost.table.id, attempt, words, waits=again is None))
        if again is None:
            del self._in_play[lost.job.match]
            self._given_up[lost.table.id] = lost.job.match
            return True
        self._in_play[lost.job.match] = again
        self._begin(again)
        return False

    def _again(self, lost: Assignment, attempt: int, died_over: list[int | None]) -> Assignment | None:
        """How the match is played again: as before, then without the bot that it died over each time; None if not."""
        bot = died_over[-1]
        if attempt < MOST_ATTEMPTS or (bot is not None and len(died_over) < MOST_ATTEMPTS):
            return lost
        if bot is None or died_over[-MOST_ATTEMPTS:] != [bot] * MOST_ATTEMPTS or bot in lost.job.escaped:
            return None
        return lost._replace(job=msgspec.structs.replace(lost.job, escaped=[*lost.job.escaped, bot]))

    def _undecided(self) -> Undecided:
        """What the organizer is asked, with the commands that answer it."""
        folder, matches = self._store.place.parent, list(self._given_up.values())
        return Undecided(
            "{matches}: the match's process died {times} times ({words}), and which bot caused it cannot be told, so"
            " nobody advances. Look at {log}, then decide, and give the same command again:\n"
            "  arena tournament disqualify {folder} BOT --reason WHY    takes out a bot that you find at fault\n"
            "  arena tournament void {folder} {match} --reason WHY    leaves it out: the better seeding advances\n"
            "The same command without a decision tries the match once more",
            matches=", ".join(matches),
            times=len(self._store.losses(matches[0])),
            words=self._store.losses(matches[0])[-1],
            log=self._logs / matches[0] / REFEREE_LOG,
            folder=shlex.quote(str(folder)),
            match=matches[0],
        )

    def _record(self, result: MatchResult) -> None:
        """Store the result, then count it."""
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
        told = TableFinished(
            table=stored.table,
            seats=played.seats,
            water=result.water(),
            strikes=result.strike_counts(),
            reason=result.reason,
            states=result.states,
            block=stored.block,
            heads=[leg.head for leg in result.legs],
        )
        self._observe(told)


def next_match(store: Store, ledger: Ledger, table: Table) -> str:
    """Return the id of the match that plays the table's next block."""
    return store.next_match(table.id, len(ledger.blocks.get(table.id, ())) + 1)


def job_of(
    cup: Cup, secret: bytes, ledger: Ledger, table: Table, match: str, present: Sequence[str], logs: Path
) -> MatchJob:
    """Return the job that plays a table's next block with the bots that are `present`; it keeps its logs in `logs`."""
    return MatchJob(
        match=match,
        game=cup.game,
        rules=cup.rules,
        settings=cup.settings_for(table, ledger.played(table.id)),
        bots=[cup.program(name) for name in present],
        deal_seed=cup.deal_seed(secret, match),
        log_folder=str(logs),
        trace=str(logs / TRACE) if cup.match.trace else "",
    )


def left_out(stage: int, job: MatchJob, absent: Sequence[str], now: str) -> StoredMatch:
    """Return the record of a match that could not be played: nothing of it counts, and the better seeding advances."""
    result = empty_result(job, "referee-lost", "referee-lost")
    return StoredMatch(
        stage=stage,
        seats=[bot.name for bot in job.bots],
        absent=list(absent),
        settings=job.settings,
        deal_seed=job.deal_seed,
        finished=now,
        totals=result.totals(),
        result=result,
    ).with_digest()


def empty_result(job: MatchJob, reason: str, state: str) -> MatchResult:
    """Return the result of a match that was not played."""
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
