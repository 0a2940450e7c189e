"""`arena play` with a bot on another machine."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import IO

from arena.remote.keys import new_pair
from tests.arena.realmatch import ROOT, nothing_left_running
from tests.arena.remote.afar import started

GREEDY = str(ROOT / "sample_bots" / "greedy")


def asked_for(errors: IO[str] | None) -> dict[str, str]:
    """The environment that the arena asks the remote bot to be started with."""
    assert errors is not None
    found: dict[str, str] = {}
    for line in errors:
        for name, value in re.findall(r"export (\w+)=(.*)", line):
            found[name] = shlex.split(value)[0]
        if "ARENA_SECRET_KEY_FILE" in found:
            return found
    raise AssertionError("the arena asked for nothing")


def test_the_arena_says_how_to_start_it_and_that_the_match_is_not_duplicate(tmp_path: Path) -> None:
    ada = new_pair(tmp_path / "ada")
    command = [sys.executable, "-c", "from arena.cli import main; main()", "play", GREEDY, f"remote:{ada.public}"]
    with (
        nothing_left_running(),
        subprocess.Popen(
            [*command, "--rounds", "3", "--duplicate", "--time-limit", "60s", "--json"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as playing,
    ):
        environment = asked_for(playing.stderr)
        assert environment["ARENA_ENDPOINT"].startswith("tcp://127.0.0.1:")
        with started(environment | {"ARENA_SECRET_KEY_FILE": str(ada.secret)}) as bot:
            output, errors = playing.communicate()
            assert bot.wait() == 0
    assert playing.returncode == 0, errors
    told = json.loads(output)
    assert (told["legs"], told["duplicate"], told["reason"]) == (1, False, "completed")
    assert [(seat["name"], seat["remote"]) for seat in told["seats"]] == [("greedy", False), ("ada", True)]
    assert told["seats"][1]["isolation"].startswith("remote: ")
