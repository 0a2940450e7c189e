"""The process of a person's match: plays it as `arena play` does, and keeps the record.

Standard input brings the sitting as a line of JSON and stays open as a lifeline: when the web process closes it, or
dies, the match is broken off and every bot ended. Until then each further line is a round in which the person asked the
arranger. Standard output says in a line of JSON what came of it.
"""

import os
import select
import sys
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import msgspec

from arena.errors import ArenaError
from arena.match.seeds import seed_of_text
from arena.records.job import MatchJob
from arena.records.result import Failure, MatchResult, Progress
from arena.referee.process import Ended, MatchProcess
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from arena.system.folder_removal import remove
from arena.system.processes import become_subreaper
from tournaments.layout import LOGS, ONLY_MATCH, REFEREE_LOG
from tournaments.run.folder import free_folder
from tournaments.web.play.sitting import Sitting

_PERSON: Final = 0
"""The person's seat."""
_BEHIND: Final = 5
"""How much nicer it is than a cup that is played on the same machine."""
_MOST_BYTES: Final = 1 << 16


class Outcome(msgspec.Struct, frozen=True):
    """What came of a match: the name of its record's folder, or why there is none."""

    record: str = ""
    fault: str = ""


def main() -> None:
    """Play the match on standard input. Exit with status 0 whatever comes of it."""
    line = _first_line(sys.stdin.fileno())
    os.nice(_BEHIND)
    become_subreaper()
    try:
        outcome = _play(msgspec.json.decode(line, type=Sitting))
    except ArenaError as error:
        outcome = Outcome(fault=str(error))
    sys.stdout.buffer.write(msgspec.json.encode(outcome) + b"\n")


def _play(sitting: Sitting) -> Outcome:
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
        remove(folder)
        return Outcome(fault=result.reason)
    # what rates and reports takes a while to load, and the person need not wait for it
    from tournaments.run.one_table import cup_of_one, keep  # noqa: PLC0415

    keep(cup_of_one(game, sitting.rules, seed, section, sitting.programs), result, folder, _now)
    return Outcome(record=folder.name)


def _result(job: MatchJob, log: Path) -> MatchResult:
    """Play the match until it is over or the lifeline is cut. Raises ArenaError when it cannot be played."""
    process = MatchProcess(job, log)
    lifeline = sys.stdin.fileno()
    watched: list[Any] = [process, lifeline]
    asked = b""
    try:
        while True:
            ready = select.select(watched, [], [])[0]
            if lifeline in ready:
                if not (data := os.read(lifeline, _MOST_BYTES)):
                    watched.remove(lifeline)
                    process.stop()
                asked += data
            for news in process.read() if process in ready else ():
                if isinstance(news, MatchResult):
                    news.assisted = [[_PERSON, 0, number] for number in sorted(set(map(int, asked.split())))]
                    return news
                if isinstance(news, Failure):
                    raise ArenaError(news.message)
                if isinstance(news, Ended):
                    raise ArenaError(
                        "referee-lost: the match's process ended with {status}: {log_tail}",
                        status=news.status,
                        log_tail=news.log_tail,
                    )
                assert isinstance(news, Progress)
    finally:
        process.close()


def _first_line(lifeline: int) -> bytes:
    """Read up to the end of a line and not beyond. Exit with status 1 when there is none."""
    line = b""
    while not line.endswith(b"\n"):
        if not (byte := os.read(lifeline, 1)):
            sys.exit(1)
        line += byte
    return line


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


if __name__ == "__main__":
    main()
