"""The SDK from another machine: an arena that comes and goes, as a socket that is closed and bound again."""

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
import zmq
from zmq.utils import z85

from tests.places import ROOT

WAIT_MS = 30_000
HAND = ["As", "Ah", "Kd", "Kc", "Qs", "Jh", "Td", "9c", "8s", "7h", "5d", "3c", "2s"]
BOT = textwrap.dedent("""
    from protocol.sdk import Bot

    class Ada(Bot):
        def arrange(self, hand, table):
            print("arrange", table.match, table.round, table.water, flush=True)
            return hand[:3], hand[3:8], hand[8:]
        def match_started(self, table): print("start", table.match, flush=True)
        def match_ended(self, end, table): print("end", table.match, table.water, flush=True)

    Ada().run()
""")


class Arena:
    """An encrypted port of loopback, and the word at its door."""

    def __init__(self) -> None:
        self.public, self._secret = zmq.curve_keypair()
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._zap = self._context.socket(zmq.REP)
        self._zap.bind("inproc://zeromq.zap.01")
        self.endpoint = "tcp://127.0.0.1:*"
        self.bind()

    def bind(self) -> None:
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.curve_server = True
        self._socket.curve_secretkey, self._socket.curve_publickey = self._secret, self.public
        self._socket.rcvtimeo, self._socket.linger = WAIT_MS, 0
        self._socket.zap_domain = b"ada"
        self._socket.bind(self.endpoint)
        bound = self._socket.getsockopt(zmq.LAST_ENDPOINT)
        assert isinstance(bound, bytes)
        self.endpoint = bound.decode()

    def sever(self) -> None:
        """Every connection is cut, and the port is shut."""
        monitor = self._socket.get_monitor_socket(zmq.EVENT_CLOSED)
        self._socket.unbind(self.endpoint)
        assert monitor.poll(WAIT_MS)
        self._socket.disable_monitor()
        monitor.close(0)
        self._socket.close(0)

    def refuse(self, times: int) -> None:
        """Wait until so many handshakes have failed."""
        monitor = self._socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL)
        for _ in range(times):
            assert monitor.poll(WAIT_MS)
            monitor.recv_multipart()
        self._socket.disable_monitor()
        monitor.close(0)

    def admit(self, key: bytes) -> bool:
        """Answer whoever knocks next; whether it holds that key."""
        assert self._zap.poll(WAIT_MS)
        version, request, *_, credentials = self._zap.recv_multipart()
        known = z85.encode(credentials) == key
        self._zap.send_multipart([version, request, b"200" if known else b"400", b"", b"", b""])
        return known

    def send(self, **message: Any) -> None:
        self._socket.send(msgpack.packb(message))

    def receive(self) -> dict[str, Any]:
        return dict(msgpack.unpackb(self._socket.recv()))

    def begin(self, match: str) -> None:
        time = {"decision_ms": 1000, "grace_ms": 100, "bank_ms": 0}
        names = ["ada", "bea"]
        self.send(type="match", match=match, game="shisanshui", seat=0, seats=names, rounds=9, rules={}, time=time)

    def decide(self, match: str, request: int, *settled: int, number: int = 1) -> None:
        events = [{"type": "settled", "round": done, "water": [5, -5], "seats": []} for done in settled]
        items = [{"round": number, "hand": HAND}]
        self.send(
            type="decide",
            match=match,
            request=request,
            kind="arrange",
            decision_ms=9,
            bank_ms=0,
            items=items,
            events=events,
        )

    def end(self, match: str) -> None:
        self.send(type="end", match=match, events=[], water=[0, 0], places=[1, 1], reason="completed")

    def close(self) -> None:
        self._context.destroy(linger=0)


@pytest.fixture
def arena() -> Iterator[Arena]:
    arena = Arena()
    yield arena
    arena.close()


OWN_PUBLIC, OWN_SECRET = zmq.curve_keypair()


@pytest.fixture
def bot(arena: Arena, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    (tmp_path / "ada.secret").write_bytes(OWN_SECRET + b"\n")
    (tmp_path / "ada.secret").chmod(0o600)
    with start(tmp_path, arena, ARENA_SECRET_KEY_FILE=str(tmp_path / "ada.secret")) as process:
        yield process
        process.kill()


def start(folder: Path, arena: Arena, program: str = BOT, **environment: str) -> "subprocess.Popen[str]":
    """An empty variable is one that is not set."""
    (folder / "bot.py").write_text(program)
    outer = {key: value for key, value in os.environ.items() if not key.startswith("ARENA_")}
    mine = {"ARENA_ENDPOINT": arena.endpoint, "ARENA_SERVER_KEY": arena.public.decode(), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "bot.py"],
        cwd=folder,
        env={name: value for name, value in (outer | mine | environment).items() if value},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def said(errors: str) -> list[str]:
    """What the bot's own words on standard error are, without its name."""
    return [line.removeprefix("bot.py: ") for line in errors.splitlines()]


def test_a_connection_that_is_made_anew_within_a_match_goes_on_where_it_was(
    arena: Arena, bot: "subprocess.Popen[str]"
) -> None:
    assert arena.admit(OWN_PUBLIC)
    assert arena.receive()["type"] == "hello"
    arena.begin("m1")
    arena.decide("m1", 1)
    first = arena.receive()
    arena.sever()
    arena.bind()
    assert arena.admit(OWN_PUBLIC)
    arena.decide("m1", 1)
    assert arena.receive() == first
    arena.decide("m1", 2, 1, number=2)
    assert arena.receive()["request"] == 2
    arena.decide("m1", 3, 1, 2, number=3)
    assert arena.receive()["request"] == 3
    arena.send(type="bye", reason="completed")
    output, errors = bot.communicate()
    assert output.splitlines() == ["start m1", "arrange m1 1 [0, 0]", "arrange m1 2 [5, -5]", "arrange m1 3 [10, -10]"]
    assert said(errors) == [
        f"waiting for the arena at {arena.endpoint}",
        f"connected to {arena.endpoint}",
        "the connection is lost; waiting for the arena",
        f"connected to {arena.endpoint}",
        "the arena says goodbye",
    ]
    assert bot.returncode == 0


def test_between_matches_it_says_hello_to_whoever_is_there_next(arena: Arena, bot: "subprocess.Popen[str]") -> None:
    for match in ("m1", "m2"):
        assert arena.admit(OWN_PUBLIC)
        assert arena.receive()["type"] == "hello"
        arena.begin(match)
        arena.decide(match, 1)
        assert arena.receive()["match"] == match
        arena.end(match)
        assert bot.stdout is not None
        assert [bot.stdout.readline().split()[0] for _ in range(3)] == ["start", "arrange", "end"]
        arena.sever()
        arena.bind()
    assert arena.admit(OWN_PUBLIC)
    assert arena.receive()["type"] == "hello"
    arena.send(type="bye", reason="completed")
    _, errors = bot.communicate()
    assert bot.returncode == 0
    connected = f"connected to {arena.endpoint}"
    over = "match over; waiting for the next"
    assert said(errors)[1:] == [connected, over, connected, over, connected, "the arena says goodbye"]


def test_what_was_said_before_the_connection_was_cut_is_heard_before_that(arena: Arena, tmp_path: Path) -> None:
    """The bot is at a hand while the arena ends the match, goes, and comes again."""
    (tmp_path / "ada.secret").write_bytes(OWN_SECRET)
    (tmp_path / "ada.secret").chmod(0o600)
    slow = BOT.replace("flush=True)\n        return", "flush=True); input()\n        return", 1)
    assert slow != BOT
    with start(tmp_path, arena, slow, ARENA_SECRET_KEY_FILE=str(tmp_path / "ada.secret")) as bot:
        assert bot.stdout is not None
        assert bot.stdin is not None
        assert arena.admit(OWN_PUBLIC)
        assert arena.receive()["type"] == "hello"
        arena.begin("m1")
        arena.decide("m1", 1)
        assert [bot.stdout.readline().split()[0] for _ in range(2)] == ["start", "arrange"]
        arena.end("m1")
        arena.sever()
        arena.bind()
        assert arena.admit(OWN_PUBLIC)
        bot.stdin.write("\n")
        bot.stdin.flush()
        # the answer to what is over, and then a hello to whoever is there now
        while arena.receive()["type"] != "hello":
            pass
        arena.send(type="bye", reason="completed")
        output, errors = bot.communicate()
    assert output.split()[0] == "end"
    connected = f"connected to {arena.endpoint}"
    assert said(errors)[1:] == [connected, "match over; waiting for the next", connected, "the arena says goodbye"]


def test_what_the_arena_would_not_read_is_not_sent(arena: Arena, tmp_path: Path) -> None:
    long = BOT.replace("return hand[:3]", 'return ["A" * 65_536]')
    with start(tmp_path, arena, long, ARENA_SECRET_KEY=OWN_SECRET.decode()) as bot:
        assert arena.admit(OWN_PUBLIC)
        assert arena.receive()["type"] == "hello"
        arena.begin("m1")
        arena.decide("m1", 1)
        _, errors = bot.communicate()
    assert bot.returncode == 1
    assert re.fullmatch(
        r"ValueError: the bot's answer has 65,\d{3} bytes; the arena takes at most 65,536", errors.splitlines()[-1]
    )


def test_a_secret_key_that_others_can_read_is_said_to_be_one(arena: Arena, tmp_path: Path) -> None:
    secret = tmp_path / "ada.secret"
    secret.write_bytes(OWN_SECRET)
    secret.chmod(0o640)
    with start(tmp_path, arena, ARENA_SECRET_KEY_FILE=str(secret)) as bot:
        assert arena.admit(OWN_PUBLIC)
        arena.send(type="bye", reason="completed")
        _, errors = bot.communicate()
    assert bot.returncode == 0
    assert said(errors)[0] == f"others can read this secret key, and play in your place; run: chmod 600 {secret}"


def test_what_was_asked_of_the_process_before_is_passed_over_and_a_match_is_told_once(
    arena: Arena, bot: "subprocess.Popen[str]"
) -> None:
    assert arena.admit(OWN_PUBLIC)
    arena.receive()
    arena.decide("m1", 7, number=4)
    arena.begin("m1")
    arena.decide("m1", 7, number=4)
    assert arena.receive()["request"] == 7
    arena.begin("m1")
    arena.decide("m1", 8, number=5)
    assert arena.receive()["request"] == 8
    arena.send(type="bye", reason="completed")
    assert bot.communicate()[0].splitlines() == ["start m1", "arrange m1 4 [0, 0]", "arrange m1 5 [0, 0]"]


def test_a_bot_whose_key_is_not_expected_says_so_and_ends(arena: Arena, tmp_path: Path) -> None:
    with start(tmp_path, arena, ARENA_SECRET_KEY=zmq.curve_keypair()[1].decode()) as bot:
        assert not arena.admit(OWN_PUBLIC)
        _, errors = bot.communicate()
    assert bot.returncode == 2
    assert said(errors)[1:] == [f"{arena.endpoint} does not expect a bot with this key; each bot has a port of its own"]


def test_a_bot_with_a_wrong_server_key_is_told_once_and_goes_on_trying(arena: Arena, tmp_path: Path) -> None:
    environment = {"ARENA_SECRET_KEY": OWN_SECRET.decode(), "ARENA_SERVER_KEY": OWN_PUBLIC.decode()}
    with start(tmp_path, arena, **environment) as bot:
        arena.refuse(3)
        bot.terminate()
        _, errors = bot.communicate()
    [words] = said(errors)[1:]
    assert words == f"{arena.endpoint} cuts the connection: it has another server key, or a bot with this key already"


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "set ARENA_SECRET_KEY_FILE"),
        ({"ARENA_SECRET_KEY_FILE": "none.secret"}, "none.secret: [Errno 2] No such file or directory"),
        ({"ARENA_SECRET_KEY_FILE": "ada.public"}, "ada.public: a public key; expected the secret one, ada.secret"),
        ({"ARENA_SECRET_KEY_FILE": "ada.secret", "ARENA_SERVER_KEY": ""}, "ARENA_SERVER_KEY is not set"),
        ({"ARENA_SECRET_KEY": "x", "ARENA_SERVER_KEY": "", "ARENA_TOKEN": "t"}, "ARENA_SERVER_KEY is not set"),
        ({"ARENA_SERVER_KEY": ""}, "ARENA_SERVER_KEY is not set"),
        ({"ARENA_SECRET_KEY": "short"}, "40 letters of Z85"),
        ({"ARENA_SECRET_KEY": OWN_SECRET.decode(), "ARENA_ENDPOINT": "tcp://here"}, "ARENA_ENDPOINT: tcp://here: "),
        ({"ARENA_SECRET_KEY": OWN_SECRET.decode(), "ARENA_SERVER_KEY": "short"}, "40 letters of Z85"),
    ],
)
def test_what_is_wrong_with_its_environment_is_said_in_a_line(
    arena: Arena, tmp_path: Path, environment: dict[str, str], words: str
) -> None:
    with start(tmp_path, arena, **environment) as bot:
        _, errors = bot.communicate()
    assert bot.returncode == 2
    assert words in errors
    assert len(errors.splitlines()) == 1
