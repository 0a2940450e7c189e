"""Remote bots for tests: their keys, their processes, and a scripted one."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import zmq
from zmq.utils.monitor import parse_monitor_message

from arena.records.job import BotProgram, Listening, MatchJob
from arena.records.result import MatchResult, Progress
from arena.referee.process import play_match
from arena.remote.keys import public_of
from tests.arena.referee.badbots.wire import Wire
from tests.arena.referee.real_match import job_of
from tests.places import ROOT

WAIT_MS = 30_000
"""How long a test waits for what is bound to come."""


class Pair(NamedTuple):
    public: str
    secret: str


def pair() -> Pair:
    public, secret = zmq.curve_keypair()
    return Pair(public.decode(), secret.decode())


ARENA, ADA = pair(), pair()


def remote_bot(name: str = "ada", key: str = ADA.public) -> BotProgram:
    return BotProgram(name, [], "", digest=key, remote=key)


def remote_job(
    bots: list[BotProgram], logs: Path, patience_ms: int = 60_000, port: int = 0, **settings: Any
) -> MatchJob:
    """A match whose remote bots connect to `port` of loopback, or any that is free: `ByHand` tells which."""
    ports = {bot.remote: port for bot in bots if bot.remote}
    listening = Listening("127.0.0.1", ports, ARENA.secret, patience_ms)
    return msgspec.structs.replace(job_of(bots, logs, **settings), listening=listening)


class Played:
    """A match that is played while the test does something else; `endpoint` waits until its remote bot is expected."""

    def __init__(self, job: MatchJob, logs: Path) -> None:
        self._job, self._logs = job, logs
        self._announced: list[str] = []
        self._results: list[MatchResult] = []
        self._told: SimpleQueue[str] = SimpleQueue()
        self._thread = Thread(target=self._play)
        self._thread.start()

    def endpoint(self) -> str:
        try:
            return self._told.get(timeout=WAIT_MS / 1000)
        except Empty:
            raise AssertionError((self._logs / "match.log").read_text()) from None

    def result(self) -> MatchResult:
        self._thread.join()
        return self._results[0]

    def _play(self) -> None:
        def report(news: Progress) -> None:
            if news.by_hand is not None:
                self._told.put(news.by_hand.environment["ARENA_ENDPOINT"])

        self._results.append(play_match(self._job, self._logs / "match.log", report))


def free_port() -> int:
    """A port of loopback that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def ports(number: int) -> Iterator[tuple[int, list[socket.socket]]]:
    """Sockets bound to so many ports in a row, and the first of these."""
    with ExitStack() as held:
        bound: list[socket.socket] = []
        while len(bound) < number:
            first = free_port()
            bound = [held.enter_context(socket.socket()) for _ in range(number)]
            try:
                for port, each in enumerate(bound, first):
                    each.bind(("127.0.0.1", port))
            except (OSError, OverflowError):
                bound = []
        yield first, bound


def environment_of(endpoint: str, own: Pair = ADA, server_key: str = ARENA.public) -> dict[str, str]:
    return {"ARENA_ENDPOINT": endpoint, "ARENA_SERVER_KEY": server_key, "ARENA_SECRET_KEY": own.secret}


@contextmanager
def started(
    environment: Mapping[str, str], program: Path = ROOT / "sample_bots/greedy/bot.py"
) -> Iterator["subprocess.Popen[str]"]:
    """A bot's program, started as its author does; it is killed at the end if it is still there."""
    with subprocess.Popen(
        [sys.executable, str(program)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class RemoteWire(Wire):
    """A scripted bot that connects from afar."""

    def __init__(self, endpoint: str, own: Pair = ADA, server_key: str = ARENA.public) -> None:
        self.context = zmq.Context()
        self.socket = self.context.socket(zmq.DEALER)
        self.socket.linger = 0
        self.monitor = self.socket.get_monitor_socket()
        self.monitor.rcvtimeo = WAIT_MS
        self.socket.rcvtimeo = WAIT_MS
        self.socket.curve_secretkey = own.secret.encode()
        self.socket.curve_publickey = public_of(own.secret).encode()
        self.socket.curve_serverkey = server_key.encode()
        self.socket.connect(endpoint)

    def __enter__(self) -> "RemoteWire":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.destroy(linger=0)

    def happened(self) -> tuple[int, int]:
        """What happened to the connection next: the event and its value."""
        seen = parse_monitor_message(self.monitor.recv_multipart())
        return seen["event"], seen["value"]

    def knocks(self) -> int:
        """How many connections were made so far, by the events not yet told."""
        seen = 0
        while self.monitor.poll(0):
            seen += self.happened()[0] == zmq.EVENT_CONNECTED
        return seen

    def greet(self) -> None:
        self.send({"type": "hello", "protocol": [1], "token": "", "name": "ada", "games": ["shisanshui"]})
