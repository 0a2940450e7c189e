"""The executor of this machine: each match is a process of its own here."""

import os
import selectors
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

import msgspec

from arena.errors import ArenaError
from arena.records.job import Listening, MatchJob, MatchSettings
from arena.records.result import MatchResult, Progress
from arena.referee.process import STOP_S, Ended, MatchProcess
from arena.system.processes import become_subreaper, sweep
from tournaments.run.executor import Lost, Report

LOG: Final = "referee.log"


class Waker(Protocol):
    """Something whose descriptor becomes readable when `wait` is to return early."""

    def fileno(self) -> int: ...


class LocalExecutor:
    """Plays up to `slots` matches at once; `waker` ends a wait from outside. Remote bots connect as `listening` says.

    This process becomes the one that inherits what a killed match leaves, and ends it: it must have no other children.
    """

    def __init__(self, slots: int, waker: Waker, listening: Listening | None = None) -> None:
        become_subreaper()
        self.slots = slots
        self._listening = listening
        self._playing: dict[str, MatchProcess] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(waker, selectors.EVENT_READ, None)

    def start(self, job: MatchJob) -> None:
        if any(bot.remote for bot in job.bots):
            job = msgspec.structs.replace(job, listening=self._listening)
        process = MatchProcess(job, Path(job.log_folder) / LOG)
        self._playing[job.match] = process
        self._selector.register(process, selectors.EVENT_READ, job.match)

    def wait(self) -> list[Report]:
        """Raises ArenaError when a match cannot be begun at all."""
        ready = [key.data for key, _ in self._selector.select() if key.data is not None]
        return [report for match in ready for report in self._reports(match)]

    def stop(self) -> list[MatchResult]:
        for process in self._playing.values():
            process.stop()
        deadline = time.monotonic() + STOP_S
        results = []
        while self._playing and (left := deadline - time.monotonic()) > 0:
            ready = [key.data for key, _ in self._selector.select(left) if key.data is not None]
            for match in ready:
                results += [report for report in self._reports(match) if isinstance(report, MatchResult)]
        for match in list(self._playing):
            self._forget(match, patience=0)
        self._selector.close()
        return results

    def _reports(self, match: str) -> Iterator[Report]:
        for news in self._playing[match].read():
            if isinstance(news, Progress):
                yield news
                continue
            self._forget(match)
            if isinstance(news, MatchResult):
                yield news
            elif isinstance(news, Ended):
                yield Lost(match, _how_it_ended(news), news.bot)
            else:
                raise ArenaError("match {match} cannot be played: {message}", match=match, message=news.message)
            return

    def _forget(self, match: str, patience: float = STOP_S) -> None:
        process = self._playing.pop(match)
        self._selector.unregister(process)
        process.close(patience)
        sweep(spare={other.pid for other in self._playing.values()})


def _how_it_ended(ended: Ended) -> str:
    status = f"ended by signal {-ended.status}" if ended.status < 0 else f"ended with status {ended.status}"
    last = ended.log_tail.splitlines()[-1:]
    return ": ".join([status, *last])


def default_slots(settings: MatchSettings, table_size: int) -> int:
    """How many matches this machine has the cores for, one core being left to referees and director.

    A bot that has to share its core with another thinks longer than it would alone, and may be late for it.
    """
    return max(1, (_cores() - 1) // _thinking(settings, table_size))


def warning_for(slots: int, settings: MatchSettings, table_size: int) -> str | None:
    """What to say when more is asked for than the cores can think with, or None."""
    wanted = slots * _thinking(settings, table_size)
    if slots <= default_slots(settings, table_size):
        return None
    return (
        f"{slots} tables at once may have {wanted} bots thinking on {_cores()} cores: "
        "they slow each other down and may be late for it; fewer --jobs are fairer"
    )


def _thinking(settings: MatchSettings, table_size: int) -> int:
    """How many bots of one table think at the same time."""
    return 1 if settings.thinking == "serial" else table_size


def _cores() -> int:
    return len(os.sched_getaffinity(0))
