"""The process of one match: reads its job from standard input, plays it, writes reports to standard output.

Standard input stays open as a lifeline: when the other side closes it, or dies, the match is broken off and every bot
is ended. Run as `python -m arena.referee` by `arena.referee.process`, never by hand.
"""

import gc
import os
import signal
import sys
from typing import Any, Final

import msgspec

from arena.errors import ArenaError
from arena.games import game_of
from arena.match.game import Game
from arena.records.job import MatchJob
from arena.records.result import Failure
from arena.referee.pipes import News, read_exactly, write_message
from arena.referee.referee import Referee
from arena.system.private_folder import own_folder
from arena.system.processes import become_subreaper, raise_file_limit

UNHEARD_STATUS: Final = 1
"""Whoever started the match is gone."""


def main() -> None:
    """Play one match; ends with status 0 once its result, or what is wrong with the job, has been written."""
    reports = _own_stdout()
    try:
        job = msgspec.msgpack.decode(read_exactly(sys.stdin.fileno()), type=MatchJob)
    except EOFError:
        sys.exit(UNHEARD_STATUS)
    lifelines = [sys.stdin.fileno(), _stop_line()]
    # Nothing here makes cycles worth looking for every few hundred objects, and what is imported never goes.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    become_subreaper()
    raise_file_limit()
    try:
        game: Game[Any] = game_of(job.game, job.rules, job.settings.on_late)
        with own_folder() as folder:
            referee = Referee(job, game, folder, lifelines, lambda news: _report(reports, news))
            result = referee.play()
    except ArenaError as error:
        _report(reports, Failure(job.match, str(error)))
        return
    _report(reports, result)


def _report(reports: int, news: News) -> None:
    """Whoever started the match may be gone, or wait no longer: then it ends, and there is nobody to tell why."""
    try:
        write_message(reports, news)
    except BrokenPipeError:
        sys.exit(UNHEARD_STATUS)


def _own_stdout() -> int:
    """Standard output is for reports alone: whatever else prints goes to standard error."""
    reports = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return reports


def _stop_line() -> int:
    """A descriptor that becomes readable when this process is told to terminate."""
    line, end = os.pipe()
    signal.signal(signal.SIGTERM, lambda _number, _frame: os.write(end, b"."))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return line


if __name__ == "__main__":
    main()
