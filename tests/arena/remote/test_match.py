"""Whole matches with a bot that connects from afar, over an encrypted port of loopback."""

import random
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest
import zmq

from arena.cli.dialogue import dialogue
from arena.errors import ArenaError
from arena.isolation import cells
from arena.records.result import MatchResult
from arena.referee.process import play_match
from arena.referee.trace import read_trace
from tests.arena.referee.real_match import bad_bot, nothing_left_running
from tests.arena.remote.afar import (
    ADA,
    ARENA,
    Played,
    RemoteWire,
    environment_of,
    pair,
    remote_bot,
    remote_job,
    started,
)

LONG = {"decision_ms": 60_000, "startup_ms": 60_000}
"""Times that are not up while a test does what it has to."""


def codes(result: MatchResult, bot: int = 1) -> list[str]:
    return [strike.code for strike in result.strikes if strike.bot == bot]


def beginning(logs: Path, **settings: Any) -> Played:
    """A match of a good bot and a remote one."""
    return Played(remote_job([bad_bot("good"), remote_bot()], logs, **settings), logs)


def test_a_remote_bot_plays_a_match_to_the_end(tmp_path: Path) -> None:
    with nothing_left_running():
        match = beginning(tmp_path, **LONG)
        with started(environment_of(match.endpoint())) as bot:
            result = match.result()
            assert bot.wait() == 0
    assert (result.reason, result.strikes, result.stale, result.states) == ("completed", [], [0, 0], ["playing"] * 2)
    assert result.isolation[1].startswith("remote: ")
    assert len(result.deals) == 6
    assert result.legs[0].processor_ms[1] == 0


def test_everybody_else_is_refused_before_a_word_is_read_and_logged_once(tmp_path: Path) -> None:
    match = beginning(tmp_path, **LONG)
    endpoint = match.endpoint()
    other = pair()
    keys = [(other, ARENA.public), (other, ARENA.public), (pair(), ARENA.public), (ADA, pair().public)]
    with ExitStack() as open_:
        strangers = [open_.enter_context(RemoteWire(endpoint, own, server)) for own, server in keys]
        for stranger in strangers:
            stranger.greet()
        unencrypted = open_.enter_context(open_.enter_context(zmq.Context()).socket(zmq.DEALER))
        unencrypted.linger = 0
        unencrypted.connect(endpoint)
        unencrypted.send(b"hello")
        for refused in (strangers[0], strangers[1], strangers[2]):
            while refused.happened() != (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400):
                pass
        while strangers[3].happened()[0] != zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            pass
        with started(environment_of(endpoint)):
            result = match.result()
        assert not any(stranger.socket.poll(0) for stranger in strangers)
    assert (result.reason, result.strikes, result.stale) == ("completed", [], [0, 0])
    lines = (tmp_path / "match.log").read_text().splitlines()
    assert len(lines) == len(set(lines))
    known = [line for line in lines if line.endswith("is another")]
    assert len(known) == 2
    assert sum(other.public in line for line in known) == 1
    assert all(line.startswith("ada: refused a connection from 127.0.0.1: its key ") for line in known)
    # whoever is no CURVE client is cut off so soon that the address may not be seen
    nameless = {line.removeprefix("ada: refused a connection from ") for line in lines} - set(known)
    addresses = {line.partition(": ")[0] for line in nameless if line.endswith("one with another server key")}
    assert addresses
    assert addresses <= {"127.0.0.1", "an address that is gone again"}


@contextmanager
def overheard(endpoint: str) -> Iterator[tuple[str, bytearray]]:
    """Another endpoint, on the way to that one, and all that is said over it."""
    host, port = endpoint.removeprefix("tcp://").split(":")
    heard = bytearray()
    with socket.create_server(("127.0.0.1", 0)) as between, socket.create_connection((host, int(port))) as arena:

        def pass_on(source: socket.socket, target: socket.socket) -> None:
            while data := source.recv(65_536):
                heard.extend(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

        def both_ways() -> None:
            bot, _ = between.accept()
            with bot, ThreadPoolExecutor() as ways:
                ways.submit(pass_on, bot, arena)
                ways.submit(pass_on, arena, bot)

        with ThreadPoolExecutor() as way:
            way.submit(both_ways)
            yield f"tcp://127.0.0.1:{between.getsockname()[1]}", heard


def test_no_card_can_be_read_on_the_way(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    job = msgspec.structs.replace(remote_job([bad_bot("good"), remote_bot()], tmp_path, **LONG), trace=str(trace))
    match = Played(job, tmp_path)
    with overheard(match.endpoint()) as (endpoint, heard), started(environment_of(endpoint)) as bot:
        result = match.result()
        assert bot.wait() == 0
    assert (result.reason, result.strikes) == ("completed", [])
    said = [msgpack.packb(line.message) for line in read_trace(trace) if line.seat == 1 and line.message is not None]
    assert sum(map(len, said)) > 3000
    assert len(heard) > sum(map(len, said))
    assert [word for word in (b"hand", b"middle", b"answer", b"front") if word in heard] == []
    assert all(any(word in message for message in said) for word in (b"hand", b"middle", b"answer", b"front"))


def test_whatever_bytes_come_to_the_port_the_bot_plays(tmp_path: Path) -> None:
    """Those who begin a handshake and stay there, too."""
    match = beginning(tmp_path, **LONG)
    endpoint = match.endpoint()
    port = int(endpoint.rpartition(":")[2])
    chance = random.Random(3)
    greeting = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE".ljust(23, b"\0") + b"\0" * 32
    said = [greeting[:length] for length in (0, 1, 9, 10, 11, 32, 64)]
    said += [greeting + b"\x04" + bytes([length]) + b"\x05HELLO" + chance.randbytes(length) for length in (0, 199, 255)]
    said += [greeting + b"\x06" + (1 << 62).to_bytes(8, "big"), b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01" * 300]
    said += [chance.randbytes(chance.randrange(1, 4000)) for _ in range(20)]
    strangers = [socket.create_connection(("127.0.0.1", port)) for _ in said]
    for stranger, data in zip(strangers, said, strict=True):
        with suppress(OSError):
            stranger.sendall(data)
    with started(environment_of(endpoint)):
        result = match.result()
    for stranger in strangers:
        stranger.close()
    assert (result.reason, result.strikes, result.stale) == ("completed", [], [0, 0])


def test_whose_key_it_is_that_knocks_at_another_s_port_is_logged(tmp_path: Path) -> None:
    bea, cyd = pair(), pair()
    job = remote_job([bad_bot("good"), remote_bot(), remote_bot("bea", bea.public)], tmp_path, startup_ms=60_000)
    assert job.listening is not None
    listening = msgspec.structs.replace(
        job.listening,
        ports=job.listening.ports | {cyd.public: 7702},
        names={ADA.public: "ada", bea.public: "bea", cyd.public: "cyd"},
    )
    match = Played(msgspec.structs.replace(job, listening=listening), tmp_path)
    own, others = match.endpoint(), match.endpoint()
    for key in (bea, cyd):
        with RemoteWire(own, key) as wrong:
            while wrong.happened() != (zmq.EVENT_HANDSHAKE_FAILED_AUTH, 400):
                pass
    with started(environment_of(own)), started(environment_of(others, bea)):
        assert match.result().strikes == []
    lines = (tmp_path / "match.log").read_text().splitlines()
    words = "ada: refused a connection from 127.0.0.1: its key is that of"
    assert lines == [f"{words} bea, whose port is {others.rpartition(':')[2]}", f"{words} cyd, whose port is 7702"]


GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00"
GARBAGE = [
    b"GET / HTTP/1.0\r\n\r\n",
    b"\x01\x00",
    GREETING + b"NULL".ljust(20, b"\0") + bytes(32),
    GREETING + b"CURVE".ljust(20, b"\0") + bytes(32) + b"\x04\xc8\x05HELLO" + bytes(194),
    GREETING + b"CURVE".ljust(20, b"\0") + bytes(32) + b"\x06" + b"\xff" * 8,
]


def test_whatever_strangers_say_at_the_door_does_not_touch_the_bot(tmp_path: Path) -> None:
    match = beginning(tmp_path, patience_ms=0, restarts=0, **LONG)
    endpoint = match.endpoint()
    with RemoteWire(endpoint) as wire:
        wire.greet()
        for data in GARBAGE:
            asked = wire.asked()
            with socket.create_connection(("127.0.0.1", int(endpoint.rpartition(":")[2]))) as stranger:
                stranger.sendall(data)
                with suppress(ConnectionResetError):
                    while stranger.recv(1000):
                        pass
            wire.answer(asked)
        with pytest.raises(SystemExit):
            wire.play_on()
    result = match.result()
    assert (result.strikes, result.states[1], len(result.deals)) == ([], "playing", 6)


def test_who_comes_back_is_asked_again_and_needs_no_hello(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    job = remote_job([bad_bot("good"), remote_bot()], tmp_path, **LONG)
    match = Played(msgspec.structs.replace(job, trace=str(trace)), tmp_path)
    endpoint = match.endpoint()
    with RemoteWire(endpoint) as first:
        first.greet()
        assert [first.receive()["type"], first.receive()["type"]] == ["welcome", "match"]
        first.answer(first.asked())
        asked = first.asked()
        assert asked["decision_ms"] == 60_000
    with RemoteWire(endpoint) as second:
        again = second.asked()
        assert again["decision_ms"] < 60_000
        assert {**again, "decision_ms": 60_000} == asked
        second.answer(again)
        with pytest.raises(SystemExit):
            second.play_on()
    result = match.result()
    assert (result.reason, result.strikes, result.stale, result.states[1]) == ("completed", [], [0, 0], "playing")
    told = [spoken.words for spoken in dialogue(read_trace(trace)) if spoken.seat == 1]
    asked_twice = told.index("its connection was lost and is there again")
    assert told[asked_twice - 1] == told[asked_twice + 1] == f"decide {asked['request']}"


def test_a_program_that_is_started_anew_takes_its_seat_again(tmp_path: Path) -> None:
    match = beginning(tmp_path, **LONG)
    environment = environment_of(match.endpoint()) | {"WAITS_IN_ROUND": "3"}
    with nothing_left_running():
        for last in (False, True):
            with started(environment, Path(__file__).with_name("hand.py")) as bot:
                assert bot.stdout is not None
                assert bot.stdin is not None
                assert bot.stdout.readline() == "round 3\n"
                if last:
                    bot.stdin.write("go\n")
                    bot.stdin.close()
                    assert bot.wait() == 0
        result = match.result()
    assert (result.reason, result.strikes, result.stale, result.states[1]) == ("completed", [], [0, 0], "playing")


def test_a_second_connection_of_the_key_waits_for_the_end_of_the_first(tmp_path: Path) -> None:
    match = beginning(tmp_path, **LONG)
    endpoint = match.endpoint()
    with ExitStack() as wires:
        with RemoteWire(endpoint) as first:
            first.greet()
            asked = first.asked()
            second = wires.enter_context(RemoteWire(endpoint))
            while "a second one of its key, until the first has ended" not in (tmp_path / "match.log").read_text():
                time.sleep(0.01)
            first.answer(asked)
            asked = first.asked()
            assert not second.socket.poll(0)
        again = second.asked()
        assert again["request"] == asked["request"]
        # it was let in as soon as it could be, and had not to knock again
        assert second.knocks() == 1
        second.answer(again)
        with pytest.raises(SystemExit):
            second.play_on()
    result = match.result()
    assert (result.reason, result.strikes) == ("completed", [])


def test_who_does_not_come_back_escapes_and_the_others_play_every_round(tmp_path: Path) -> None:
    match = beginning(tmp_path, patience_ms=200, restarts=0, **LONG)
    with RemoteWire(match.endpoint()) as wire:
        wire.greet()
        wire.answer(wire.asked())
        wire.asked()
    result = match.result()
    assert (result.reason, codes(result)) == ("completed", ["disconnected"])
    assert result.strikes[0].message == "the connection was lost and did not come back within 0.2 s"
    assert [played.seats[1].code for played in result.legs[0].rounds] == ["", *["disconnected"] * 5]
    assert [played.seats[0].code for played in result.legs[0].rounds] == [""] * 6


def test_who_comes_back_too_late_has_lost_a_round_and_a_restart(tmp_path: Path) -> None:
    match = beginning(tmp_path, patience_ms=200, restarts=1, **LONG)
    endpoint = match.endpoint()
    with RemoteWire(endpoint) as first:
        first.greet()
        asked = first.asked()
    assert match.endpoint() == endpoint, "it is expected at another port"
    with RemoteWire(endpoint) as second:
        assert [second.receive()["type"], second.receive()["type"]] == ["welcome", "match"]
        again = second.asked()
        assert again["request"] > asked["request"]
        second.answer(again)
        with pytest.raises(SystemExit):
            second.play_on()
    result = match.result()
    assert (result.reason, codes(result), result.states[1]) == ("completed", ["disconnected"], "playing")
    assert [played.seats[1].code for played in result.legs[0].rounds] == ["disconnected", *[""] * 5]


def test_a_message_is_read_up_to_the_same_size_as_a_local_bot_s_and_beyond_that_cuts_the_connection(
    tmp_path: Path,
) -> None:
    match = beginning(tmp_path, **LONG)
    endpoint = match.endpoint()
    with RemoteWire(endpoint) as wire:
        wire.greet()
        wire.asked()
        wire.raw(bytes(131_072))
        asked = wire.asked()
        wire.raw(bytes(131_073))
        again = wire.asked()
        assert again["request"] == asked["request"]
        wire.answer(again)
        with pytest.raises(SystemExit):
            wire.play_on()
    result = match.result()
    assert [strike.message for strike in result.strikes] == [
        "the message has 131,072 bytes; at most 65,536 are allowed"
    ]
    assert (tmp_path / "m1-2-ada.log").read_text().splitlines() == [
        "[connected]",
        "[the connection is lost]",
        "[connected]",
    ]


def test_a_bot_that_says_nothing_is_one_that_has_said_hello_to_an_arena_before(tmp_path: Path) -> None:
    match = beginning(tmp_path, batch=8, **LONG)
    with RemoteWire(match.endpoint()) as wire:
        assert [wire.receive()["type"], wire.receive()["type"]] == ["welcome", "match"]
        asked = wire.asked()
        assert len(asked["items"]) == 1
        wire.answer(asked)
        with pytest.raises(SystemExit):
            wire.play_on()
    assert match.result().strikes == []


def test_a_port_that_is_taken_is_nobody_s_fault_but_the_organizer_s(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        job = remote_job([bad_bot("good"), remote_bot()], tmp_path, port=taken.getsockname()[1])
        with pytest.raises(ArenaError, match=r"tcp://127\.0\.0\.1:\d+: cannot listen there: Address already in use"):
            play_match(job, tmp_path / "match.log", lambda news: None)


def test_isolation_that_is_demanded_is_demanded_of_those_that_are_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(wanted: object) -> None:
        raise ArenaError(f"no {wanted} here")

    monkeypatch.setattr(cells, "choose", refuse)
    (cell,) = cells.cells_of(remote_job([remote_bot()], tmp_path, isolation="strong"))
    assert cell.words.startswith("remote: ")
    with pytest.raises(ArenaError, match="no strong here"):
        cells.cells_of(remote_job([remote_bot(), bad_bot("good")], tmp_path, isolation="strong"))
