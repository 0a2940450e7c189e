"""Bots on hosts of their own, which are network namespaces here, and the cables between them."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import msgspec
import pytest

from arena.records.job import Listening
from arena.records.result import MatchResult
from tests.arena.referee.real_match import bad_bot, job_of, nothing_left_running
from tests.arena.remote.afar import ADA, ARENA, environment_of, remote_bot
from tests.places import ROOT

PORT = 7700
ROUNDS = 6
Process = subprocess.Popen[bytes]
WAITS = 3
"""The round in which the remote bot waits for the test."""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Hosts(NamedTuple):
    """Two hosts and the cable between them, which has an address at either end (from RFC 2544, for tests)."""

    arena: str
    bot: str
    address: str = "198.18.7.1"
    other: str = "198.18.7.2"
    plug: str = "cable"

    def pull(self) -> None:
        ip("-n", self.bot, "link", "set", self.plug, "down")

    def plug_in(self) -> None:
        ip("-n", self.bot, "link", "set", self.plug, "up")


@pytest.fixture
def hosts() -> Iterator[Hosts]:
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and the command ip of iproute2")
    mark = uuid4().hex[:8]
    made = Hosts(f"arena-{mark}", f"bot-{mark}")
    try:
        try:
            for name in (made.arena, made.bot):
                ip("netns", "add", name)
            end = {"name": made.plug, "netns": made.arena}, {"name": made.plug, "netns": made.bot}
            ip("link", "add", *_words(end[0]), "type", "veth", "peer", *_words(end[1]))
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")
        for name, address in ((made.arena, made.address), (made.bot, made.other)):
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "addr", "add", f"{address}/30", "dev", made.plug)
            ip("-n", name, "link", "set", made.plug, "up")
        yield made
    finally:
        for name in (made.arena, made.bot):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def _words(given: dict[str, str]) -> list[str]:
    return [word for pair in given.items() for word in pair]


def on(host: str, *command: str, **environment: str) -> Process:
    return subprocess.Popen(
        ["ip", "netns", "exec", host, sys.executable, *command],
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@contextmanager
def playing(hosts: Hosts, logs: Path, patience_ms: int) -> Iterator[tuple[Process, Process]]:
    """The processes of the match and of the remote bot, which waits in a round for a line on its input."""
    listening = Listening(hosts.address, {ADA.public: PORT}, ARENA.secret, patience_ms)
    bots = [bad_bot("good"), remote_bot()]
    job = job_of(bots, logs, rounds=ROUNDS, restarts=0, decision_ms=60_000, startup_ms=60_000)
    job = msgspec.structs.replace(job, listening=listening)
    environment = environment_of(f"tcp://{hosts.address}:{PORT}") | {"WAITS_IN_ROUND": str(WAITS)}
    with (
        nothing_left_running(),
        on(hosts.arena, "-m", "tests.arena.remote.host") as match,
        on(hosts.bot, "-m", "tests.arena.remote.hand", **environment) as bot,
    ):
        try:
            assert match.stdin is not None
            match.stdin.write(msgspec.msgpack.encode(job))
            match.stdin.close()
            match.stdin = None
            assert bot.stdout is not None
            assert bot.stdout.readline() == b"round %d\n" % WAITS
            yield match, bot
        finally:
            bot.kill()
            match.kill()


def result_of(match: Process) -> MatchResult:
    output, errors = match.communicate()
    assert match.returncode == 0, errors
    return msgspec.msgpack.decode(output, type=MatchResult)


def test_a_cable_that_is_out_for_two_seconds_costs_nothing_but_the_time(hosts: Hosts, tmp_path: Path) -> None:
    with playing(hosts, tmp_path, patience_ms=60_000) as (match, bot):
        hosts.pull()
        time.sleep(2)
        hosts.plug_in()
        assert bot.stdin is not None
        bot.stdin.write(b"go\n")
        bot.stdin.flush()
        result = result_of(match)
        assert bot.wait() == 0
    assert (result.reason, result.strikes, result.states) == ("completed", [], ["playing"] * 2)
    assert len(result.deals) == ROUNDS
    log = (tmp_path / "m1-2-ada.log").read_text().splitlines()
    assert log == ["[connected]", "[the connection is lost]", "[connected]"]
    times = [played.seats[1].micros for played in result.legs[0].rounds]
    assert times[WAITS - 1] > 2_000_000


def test_a_bot_whose_cable_stays_out_escapes_and_the_match_ends(hosts: Hosts, tmp_path: Path) -> None:
    with playing(hosts, tmp_path, patience_ms=500) as (match, _):
        hosts.pull()
        result = result_of(match)
    assert [(strike.code, strike.round) for strike in result.strikes] == [("disconnected", WAITS)]
    assert result.states == ["playing", "disconnected"]
    codes = [[seat.code for seat in played.seats] for played in result.legs[0].rounds]
    assert codes == [*[["", ""]] * (WAITS - 1), *[["", "disconnected"]] * (ROUNDS - WAITS + 1)]
