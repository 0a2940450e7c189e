"""Matches on the real referee with real processes, for tests."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from arena.records.job import BotProgram, MatchJob, MatchSettings
from arena.records.result import MatchResult
from arena.referee.process import play_match
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from tests.places import ROOT

MARK = "MATCH_UNDER_TEST"
SEED = b"s" * 32


def bad_bot(words: str) -> BotProgram:
    """The bad bot of that name, or the good one."""
    command = [sys.executable, "-m", "tests.arena.referee.badbots", *words.split()]
    return BotProgram(words.split(maxsplit=1)[0], command, str(ROOT))


def job_of(bots: list[BotProgram], logs: Path, rules: str = "standard", **settings: Any) -> MatchJob:
    game = Shisanshui(load_rules(rules))
    given: dict[str, Any] = {"rounds": 6, "duplicate": False, "decision_ms": 400, "startup_ms": 5000} | settings
    return MatchJob(
        match="m1",
        game=game.name,
        rules=game.rules(),
        settings=MatchSettings(**given),
        bots=bots,
        deal_seed=SEED,
        log_folder=str(logs),
    )


def play(bots: list[BotProgram], logs: Path, **settings: Any) -> MatchResult:
    return play_match(job_of(bots, logs, **settings), logs / "match.log", lambda news: None)


def marked_processes(mark: str) -> list[int]:
    """Processes, whoever their parent is, that were started under the mark and still live."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environment = (entry / "environ").read_bytes()
            state = (entry / "stat").read_bytes().rpartition(b")")[2].split()[0]
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment and state != b"Z":
            found.append(int(entry.name))
    return found


@contextmanager
def nothing_left_running() -> Iterator[None]:
    """Whatever is started inside has to be gone at the end."""
    mark = uuid4().hex
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MARK, mark)
        yield
    assert marked_processes(mark) == []
