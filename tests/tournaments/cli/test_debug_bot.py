"""`arena play --debug-bot N`: the author starts that bot, and nobody hurries it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from arena.errors import UsageError
from tests.arena.referee.real_match import bad_bot, nothing_left_running
from tests.places import ROOT
from tournaments.cli.play import play

GREEDY = str(ROOT / "sample_bots" / "greedy")
EXPORT = re.compile(r"export (ARENA_\w+)=(\S+)")


@contextmanager
def playing(logs: Path, *options: str, bot: str = GREEDY) -> Iterator["subprocess.Popen[str]"]:
    """The arena, called in the folder of the logs, waiting for the second bot."""
    command = [sys.executable, "-c", "from arena.cli import main; main()", "play", GREEDY, bot, "--debug-bot", "2"]
    with subprocess.Popen(
        [*command, "--rounds", "3", "--json", "--no-record", "--logs", str(logs), *options],
        cwd=logs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as arena:
        try:
            yield arena
        finally:
            arena.terminate()


def asked_for(errors: IO[str] | None) -> dict[str, str]:
    """The environment that the arena asks the bot to be started with."""
    assert errors is not None
    found: dict[str, str] = {}
    for line in errors:
        found |= dict(EXPORT.findall(line))
        if line.strip().startswith("cd "):
            return found
    raise AssertionError("the arena asked for nothing")


def start(words: str, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(bad_bot(words).command, cwd=ROOT, env={**os.environ, **environment})


def result_of(arena: "subprocess.Popen[str]") -> Any:
    output, _ = arena.communicate()
    assert arena.returncode == 0
    return json.loads(output)


def test_a_bot_started_by_hand_plays_and_has_no_time_limit(tmp_path: Path) -> None:
    with nothing_left_running(), playing(tmp_path, "--time-limit", "50ms") as arena:
        environment = asked_for(arena.stderr)
        assert set(environment) == {"ARENA_ENDPOINT", "ARENA_TOKEN", "ARENA_SCRATCH"}
        with start("late 300 2", environment) as bot:
            document = result_of(arena)
        assert bot.returncode == 0
    assert document["reason"] == "completed"
    assert document["seats"][1]["strikes"] == []
    assert document["seats"][1]["state"] == "playing"


@pytest.mark.long
def test_a_bot_that_ends_is_asked_for_again(tmp_path: Path) -> None:
    with nothing_left_running(), playing(tmp_path) as arena:
        first = asked_for(arena.stderr)
        with start("answers_and_dies", first):
            second = asked_for(arena.stderr)
        assert second["ARENA_TOKEN"] != first["ARENA_TOKEN"]
        assert second["ARENA_ENDPOINT"] != first["ARENA_ENDPOINT"]
        with start("good", second):
            document = result_of(arena)
    assert [strike["code"] for strike in document["seats"][1]["strikes"]] == ["disconnected"]
    assert document["reason"] == "completed"


DYING = """
import os, sys
from protocol.sdk import Bot
class Dying(Bot):
    def arrange(self, hand, table):
        if not os.path.exists("mended"):
            sys.exit(3)
        return hand[:3], hand[3:8], hand[8:]
Dying().run()
"""


def press_f5(folder: Path) -> "subprocess.Popen[bytes]":
    """Start what the editor's first configuration says, as the editor does."""

    def filled(text: str) -> str:
        return text.replace("${workspaceFolder}", str(folder))

    chosen = json.loads((folder / ".vscode" / "launch.json").read_text(encoding="utf-8"))["configurations"][0]
    lines = Path(filled(chosen["envFile"])).read_text(encoding="utf-8").splitlines()
    environment = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    command = [chosen["python"], chosen["program"], *chosen["args"]]
    return subprocess.Popen(command, cwd=chosen["cwd"], env=os.environ | environment, stderr=subprocess.PIPE)


def test_f5_starts_the_bot_each_time_that_it_is_waited_for(tmp_path: Path) -> None:
    bot = tmp_path / "dying.py"
    bot.write_text(DYING, encoding="utf-8")
    with nothing_left_running(), playing(tmp_path, bot=str(bot)) as arena:
        asked_for(arena.stderr)
        with press_f5(tmp_path) as first:
            first.communicate()
        assert first.returncode == 3
        asked_for(arena.stderr)
        (tmp_path / "mended").touch()
        with press_f5(tmp_path) as second:
            document = result_of(arena)
            second.communicate()
        assert second.returncode == 0
    assert [strike["code"] for strike in document["seats"][1]["strikes"]] == ["disconnected"]
    with press_f5(tmp_path) as late:
        assert b"ARENA_ENDPOINT is not set" in late.communicate()[1]


def test_there_must_be_such_a_bot(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--debug-bot 3: there are 2 bots"):
        play.main([GREEDY, GREEDY, "--debug-bot", "3", "--logs", str(tmp_path)], standalone_mode=False)
