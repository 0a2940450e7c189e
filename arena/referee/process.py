"""A match's process, seen from the side that starts it."""

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from arena.errors import ArenaError
from arena.records.job import MatchJob
from arena.records.result import Broken, Failure, MatchResult, Progress
from arena.referee.pipes import NewsReader, write_message
from arena.system.private_file import open_private

STOP_S: Final = 2.5
"""How long a match's process may take to end its bots before it is killed, in seconds."""
_TAIL_BYTES: Final = 2000


class Ended(NamedTuple):
    """The process is gone: its exit status (negative for a signal) and the end of its log."""

    status: int
    log_tail: str
    bot: int | None = None
    """The one that it died over, where that is known."""


class MatchProcess:
    """Starts when constructed. The job goes over a pipe, since others can read arguments and environment."""

    def __init__(self, job: MatchJob, log: Path) -> None:
        self._log = log
        self._made = [folder for folder in log.parents if not folder.exists()]
        log.parent.mkdir(parents=True, exist_ok=True)
        with open_private(log, append=True) as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "arena.referee"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._reader = NewsReader(self._process.stdout.fileno())
        self._told = False
        self._died_over: int | None = None
        try:
            write_message(self._process.stdin.fileno(), job)
        except BrokenPipeError:
            self.stop()

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """Return a descriptor that is readable when `read` has something to yield."""
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def read(self) -> Iterator[Progress | MatchResult | Failure | Ended]:
        """Yield what has arrived, without waiting; `Ended` once, last."""
        for news in self._reader.read():
            if isinstance(news, Broken):
                self._died_over = news.bot
            else:
                yield news
        if self._reader.ended and not self._told:
            self._told = True
            yield Ended(self._process.wait(), self._tail(), self._died_over)

    def stop(self) -> None:
        """Ask it to break off the match and end every bot. Its result then says `interrupted`."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def close(self, patience: float = STOP_S) -> None:
        """Stop it, wait at most `patience` seconds, then kill it."""
        self.stop()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def leave_nothing(self) -> None:
        """Remove the log of a match that did not begin, and the folders that were made for it, where they are empty."""
        if self._log.stat().st_size:
            return
        self._log.unlink()
        with suppress(OSError):
            for folder in self._made:
                folder.rmdir()

    def _tail(self) -> str:
        data = self._log.read_bytes()[-_TAIL_BYTES:] if self._log.exists() else b""
        return data.decode(errors="replace").strip()


def play_match(job: MatchJob, log: Path, report: Callable[[Progress], None]) -> MatchResult:
    """Play one match and wait for its result.

    Raise ArenaError if it cannot begin or its process dies.
    """
    process = MatchProcess(job, log)
    try:
        while True:
            select.select([process], [], [])
            for news in process.read():
                if isinstance(news, Progress):
                    report(news)
                elif isinstance(news, MatchResult):
                    return news
                elif isinstance(news, Ended):
                    raise ArenaError(
                        "referee-lost: the match's process ended with {status}: {log_tail}",
                        status=news.status,
                        log_tail=news.log_tail,
                    )
                else:
                    process.leave_nothing()
                    raise ArenaError(news.message)
    finally:
        process.close()
