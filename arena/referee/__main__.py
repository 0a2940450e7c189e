"""The process of one match: reads its job from standard input, plays it, writes news to standard output.

Standard input stays open as a lifeline: when the starter closes it, or dies, the match is broken off and every bot
ended. `arena.referee.process` runs it as `python -m arena.referee`; it is not for use by hand.
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
from arena.records.result import Broken, Failure
from arena.referee.pipes import News, read_exactly, write_message
from arena.referee.referee import Referee
from arena.system.faults import is_of_machine
from arena.system.processes import become_subreaper, raise_file_limit
from protocol.text import Said

UNHEARD_STATUS: Final = 1
"""The starter of the match is gone."""


def main() -> None:
    """Play one match. Exit with status 0 once its result, or what is wrong with the job, is written."""
    news_out = _own_stdout()
    try:
        job = msgspec.msgpack.decode(read_exactly(sys.stdin.fileno()), type=MatchJob)
    except EOFError:
        sys.exit(UNHEARD_STATUS)
    lifelines = [sys.stdin.fileno(), _stop_line()]
    # The loop makes few cycles, and imported modules stay: collecting every few hundred objects would only cost time.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    become_subreaper()
    raise_file_limit()
    try:
        game: Game[Any] = game_of(job.game, job.rules, job.settings.on_late)
        referee = Referee(job, game, lifelines, lambda news: _tell(news_out, news))
        try:
            result = referee.play()
        except ArenaError:
            raise
        except Exception as error:
            if isinstance(error, OSError) and is_of_machine(error):
                raise
            _tell(news_out, Broken(job.match, referee.died_over))
            raise
    except ArenaError as error:
        _tell(news_out, Failure(job.match, str(error)))
        return
    except OSError as error:
        if not is_of_machine(error):
            raise
        words = Said("this machine: {strerror}", strerror=error.strerror)
        _tell(news_out, Failure(job.match, str(words)))
        return
    _tell(news_out, result)


def _tell(news_out: int, news: News) -> None:
    """Write the news. Exit if the starter is gone: there is nobody left to tell."""
    try:
        write_message(news_out, news)
    except BrokenPipeError:
        sys.exit(UNHEARD_STATUS)


def _own_stdout() -> int:
    """Return a descriptor for news alone, in place of standard output: all other output goes to standard error."""
    news_out = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return news_out


def _stop_line() -> int:
    """Return a descriptor that becomes readable when this process is told to terminate."""
    line, end = os.pipe()
    signal.signal(signal.SIGTERM, lambda _number, _frame: os.write(end, b"."))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return line


if __name__ == "__main__":
    main()
