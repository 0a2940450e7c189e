"""`arena play` with a bot on another machine."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import IO

from arena.remote.keys import new_pair
from tests.arena.referee.real_match import nothing_left_running
from tests.arena.remote.afar import ports, started
from tests.places import ROOT

PLAY = [sys.executable, "-c", "from arena.cli import main; main()", "play"]
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
    command = [*PLAY, GREEDY, f"remote:{ada.public}"]
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
        assert playing.stderr is not None
        words = "arena: --duplicate: not with a remote bot, as its process is never fresh\n"
        assert playing.stderr.readline() == words
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


def test_every_port_that_is_taken_is_named_before_the_match(tmp_path: Path) -> None:
    with ports(3) as (first, taken):
        taken[0].listen()
        taken[2].listen()
        taken[1].close()
        keys = [f"remote:{new_pair(tmp_path / name).public}" for name in ("ada", "bea", "cyd")]
        command = [*PLAY, GREEDY, *keys, "--listen", f"127.0.0.1:{first}"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    why = "Address already in use"
    assert done.stderr.strip() == (
        f"arena: --listen 127.0.0.1:{first}: cannot listen at tcp://127.0.0.1:{first} for ada: {why};"
        f" at tcp://127.0.0.1:{first + 2} for cyd: {why}"
    )
    assert done.returncode == 1
    assert not (tmp_path / "runs").exists()
