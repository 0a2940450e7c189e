"""The process of a person's match: plays it as `arena play` does, and keeps the record.

Standard input brings the sitting as a line of JSON and stays open as a lifeline: when the web process closes it, or
dies, the match is broken off and every bot ended. Standard output says in a line of JSON what came of it.
"""

import select
import sys
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

import msgspec

from arena.errors import ArenaError
from arena.match.seeds import seed_of_text
from arena.records.job import MatchJob
from arena.records.result import Failure, MatchResult, Progress
from arena.referee.process import Ended, MatchProcess
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from arena.system.processes import become_subreaper
from tournaments.layout import LOGS, ONLY_MATCH, REFEREE_LOG
from tournaments.run.folder import free_folder
from tournaments.run.one_table import cup_of_one, keep
from tournaments.web.play.sitting import Sitting


class Outcome(msgspec.Struct, frozen=True):
    """What came of a match: the name of its record's folder, or why there is none."""

    record: str = ""
    fault: str = ""


def main() -> None:
    """Play the match on standard input. Exit with status 0 whatever comes of it."""
    line = sys.stdin.buffer.readline()
    if not line:
        return
    become_subreaper()
    try:
        outcome = _play(msgspec.json.decode(line, type=Sitting))
    except ArenaError as error:
        outcome = Outcome(fault=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(outcome) + b"\n")


def _play(sitting: Sitting) -> Outcome:
    from tournaments.cli.clock import now  # noqa: PLC0415

    game, seed = Shisanshui(load_rules(sitting.rules)), token_hex(16)
    section = sitting.section()
    folder = free_folder(Path(sitting.records), seed_of_text(seed).hex()[:8])
    job = MatchJob(
        match=ONLY_MATCH,
        game=game.name,
        rules=game.rules(),
        settings=section.settings("arena web").at(sitting.programs),
        bots=sitting.programs,
        deal_seed=seed_of_text(seed),
        log_folder=str(folder / LOGS / ONLY_MATCH),
    )
    result = _result(job, folder / LOGS / ONLY_MATCH / REFEREE_LOG)
    if result.reason != "completed":
        return Outcome(fault=result.reason)
    keep(cup_of_one(game, sitting.rules, seed, section, sitting.programs), result, folder, _now)
    return Outcome(record=folder.name)


def _result(job: MatchJob, log: Path) -> MatchResult:
    """Play the match until it is over or the lifeline is cut. Raises ArenaError when it cannot be played."""
    process = MatchProcess(job, log)
    watched: list[object] = [process, sys.stdin]
    try:
        while True:
            ready = select.select(watched, [], [])[0]
            if sys.stdin in ready:
                watched.remove(sys.stdin)
                process.stop()
            for news in process.read() if process in ready else ():
                if isinstance(news, MatchResult):
                    return news
                if isinstance(news, Failure):
                    raise ArenaError(news.message)
                if isinstance(news, Ended):
                    raise ArenaError("referee-lost: {words}", words=news.log_tail)
                assert isinstance(news, Progress)
    finally:
        process.close()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


if __name__ == "__main__":
    main()
