"""Strangers at a seat's path: they are not let in, and cost the bot nothing."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
import zmq

from arena.seats.door import Caller, Door
from arena.seats.local_channel import LocalChannel

KNOCKS = """
import sys, time, zmq
socket = zmq.Context().socket(zmq.DEALER)
socket.connect(sys.argv[1])
socket.send(b"let me in")
print(flush=True)
time.sleep(60)
"""


class Seat:
    """A seat's channel whose own process is this one, and the door before it."""

    def __init__(self, folder: Path, owns: Callable[[Caller], bool] | None) -> None:
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self.door = Door(self.context)
        self.channel = LocalChannel(self.context, folder)
        if owns is not None:
            self.door.open(self.channel.domain, owns)

    def hear(self, seconds: float) -> bytes | None:
        """The next message, attending to the door meanwhile."""
        until = monotonic() + seconds
        while monotonic() < until:
            self.door.socket.poll(20)
            self.door.attend()
            self.channel.watch()
            if (received := self.channel.receive()) is not None:
                return received.data
        return None

    def close(self) -> None:
        self.channel.close()
        self.door.close()
        self.context.destroy(linger=0)


@pytest.fixture
def seats(tmp_path: Path) -> Iterator[Callable[[Callable[[Caller], bool] | None], Seat]]:
    made: list[Seat] = []

    def make(owns: Callable[[Caller], bool] | None) -> Seat:
        made.append(Seat(tmp_path, owns))
        return made[-1]

    yield make
    for seat in made:
        seat.close()


def knock(endpoint: str) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen([sys.executable, "-c", KNOCKS, endpoint], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_stranger_is_not_let_in_and_the_bot_that_comes_later_is(
    seats: Callable[[Callable[[Caller], bool]], Seat],
) -> None:
    own = Caller(os.geteuid(), os.getpid())
    seat = seats(lambda caller: caller == own)
    with knock(seat.channel.endpoint) as stranger:
        assert seat.hear(0.5) is None
        assert seat.channel.connections == 0
        with zmq.Context() as context, context.socket(zmq.DEALER) as mine:
            mine.connect(seat.channel.endpoint)
            mine.send(b"hello")
            assert seat.hear(5) == b"hello"
            assert (seat.channel.connections, seat.channel.crowded, seat.channel.lost) == (1, False, False)
            stranger.kill()
            assert seat.hear(0.2) is None
            assert not seat.channel.lost


def test_without_an_owner_nobody_is_let_in(seats: Callable[[None], Seat]) -> None:
    seat = seats(None)
    with knock(seat.channel.endpoint) as stranger:
        assert seat.hear(0.5) is None
        stranger.kill()


def test_a_crowd_that_says_nothing_is_seen(seats: Callable[[Callable[[Caller], bool]], Seat]) -> None:
    seat = seats(lambda _caller: True)
    crowd = [socket.socket(socket.AF_UNIX) for _ in range(100)]
    try:
        for stranger in crowd:
            stranger.connect(str(seat.channel.path))
            seat.channel.watch()
        until = monotonic() + 5
        while not seat.channel.crowded and monotonic() < until:
            seat.channel.watch()
        assert seat.channel.crowded
    finally:
        for stranger in crowd:
            stranger.close()
