"""What is told of a match's process that dies by a fault of its own, and how it is played without its cause."""

import select
import sys
from pathlib import Path

import msgspec
import pytest

from arena.referee.process import Ended, MatchProcess, play_match
from tests.arena.referee.real_match import bad_bot, job_of, nothing_left_running

FAULTY = """#!/bin/sh
exec {python} -c '
import arena.referee.__main__ as process
from arena.seats.player import LocalPlayer

class Faulty:
    def __init__(self, real):
        self.real = real
    def __getattr__(self, name):
        return getattr(self.real, name)
    def start(self, *words):
        return Faulty(self.real.start(*words))
    def follow(self, *words):
        return Faulty(self.real.follow(*words))
    def check(self, seat, action):
        raise KeyError("a fault of the rules")

made, begin = process.game_of, LocalPlayer.__init__

def begin_deaf(self, context, cell, seat, *rest):
    begin(self, context, cell, seat, *rest)
    if seat == 1:
        self.channel.receive = lambda: 1 / 0

if "{place}" == "match":
    process.game_of = lambda *words: Faulty(made(*words))
else:
    LocalPlayer.__init__ = begin_deaf
process.main()
'
"""


@pytest.mark.parametrize(("place", "bot"), [("wire", 1), ("match", None)])
def test_the_bot_that_was_heard_is_named_and_nobody_for_a_fault_of_the_rules(
    place: str, bot: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = job_of([bad_bot("good"), bad_bot("good")], tmp_path / "logs")
    faulty = tmp_path / "python"
    faulty.write_text(FAULTY.format(python=sys.executable, place=place))
    faulty.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(faulty))
    with nothing_left_running():
        process = MatchProcess(job, tmp_path / "match.log")
        try:
            ended = last_of(process)
        finally:
            process.close()
    assert ended.status == 1
    assert ended.bot == bot


def last_of(process: MatchProcess) -> Ended:
    while True:
        select.select([process], [], [])
        for news in process.read():
            if isinstance(news, Ended):
                return news


def test_a_bot_that_escapes_is_not_started_and_the_others_play_every_round(tmp_path: Path) -> None:
    bots = [bad_bot("good"), bad_bot("good")]
    job = msgspec.structs.replace(job_of(bots, tmp_path / "logs", duplicate=True), escaped=[1])
    with nothing_left_running():
        result = play_match(job, tmp_path / "match.log", lambda news: None)
    assert result.reason == "completed"
    assert result.states == ["playing", "referee-lost"]
    assert {(strike.bot, strike.code) for strike in result.strikes} == {(1, "referee-lost")}
    assert (tmp_path / "logs" / "m1-2-good.log").read_bytes() == b""
