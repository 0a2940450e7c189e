"""The executor on this machine: each match is a process of its own."""

import selectors
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from arena.errors import ArenaError
from arena.records.job import Listening, MatchJob
from arena.records.result import MatchResult, Progress
from arena.referee.process import STOP_S, Ended, MatchProcess
from arena.system.processes import become_subreaper, sweep
from protocol.text import Said
from tournaments.layout import REFEREE_LOG
from tournaments.run.executor import MatchBlocked, MatchLost, Update


class Waker(Protocol):
    """Something whose descriptor becomes readable when `wait` has to return early."""

    def fileno(self) -> int: ...


class LocalExecutor:
    """Plays up to `slots` matches at once. `waker` ends a wait from outside; remote bots connect as `listening` says.

    This process inherits and ends the processes that a killed match leaves, so it must have no other children.
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
        try:
            process = MatchProcess(job, Path(job.log_folder) / REFEREE_LOG)
        except OSError as error:
            raise ArenaError("match {match} cannot be played: {message}", match=job.match, message=error) from None
        self._playing[job.match] = process
        self._selector.register(process, selectors.EVENT_READ, job.match)

    def wait(self) -> list[Update]:
        ready = [key.data for key, _ in self._selector.select() if key.data is not None]
        return [update for match in ready for update in self._updates(match)]

    def stop(self) -> list[MatchResult]:
        for process in self._playing.values():
            process.stop()
        deadline = time.monotonic() + STOP_S
        results = []
        while self._playing and (left := deadline - time.monotonic()) > 0:
            ready = [key.data for key, _ in self._selector.select(left) if key.data is not None]
            for match in ready:
                results += [update for update in self._updates(match) if isinstance(update, MatchResult)]
        for match in list(self._playing):
            self._forget(match, patience=0)
        self._selector.close()
        return results

    def _updates(self, match: str) -> Iterator[Update]:
        for news in self._playing[match].read():
            if isinstance(news, Progress):
                yield news
                continue
            self._forget(match)
            if isinstance(news, MatchResult):
                yield news
            elif isinstance(news, Ended):
                yield MatchLost(match, _how_it_ended(news), news.bot)
            else:
                yield MatchBlocked(match, news.message)
            return

    def _forget(self, match: str, patience: float = STOP_S) -> None:
        process = self._playing.pop(match)
        self._selector.unregister(process)
        process.close(patience)
        sweep(spare={other.pid for other in self._playing.values()})


def _how_it_ended(ended: Ended) -> str:
    if ended.status < 0:
        status = Said("ended by signal {signal}", signal=-ended.status)
    else:
        status = Said("ended with status {status}", status=ended.status)
    last = ended.log_tail.splitlines()[-1:]
    return str(Said("{status}: {output}", status=status, output=last[0])) if last else str(status)
