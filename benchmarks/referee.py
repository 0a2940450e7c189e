"""Rounds a second: the arena against a bare ZeroMQ loop with the same bot processes and the same messages, no game."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import zmq

from arena.records.job import BotProgram, MatchJob, MatchSettings
from arena.referee.process import play_match
from arena.shisanshui.arrangement import Arrangement
from arena.shisanshui.play import Shisanshui
from arena.shisanshui.ruleset import load_rules
from benchmarks.figures import Figure
from protocol.codec import BotDecoder, encode
from protocol.messages import Bye, Decide

SEATS = 4
BOT = Path(__file__).parent / "bots" / "trivial.py"
SEED = bytes(32)
SHARE: Final = 0.6
"""The least share of the bare loop's rate, on a machine at rest."""


def figures(batch: int = 1, rounds: int = 3000, repeats: int = 5) -> Iterator[Figure]:
    """The arena's rate and the bare loop's, by turns in one run; the limit is a share of the bare loop's."""
    bare, arena = [], []
    for _ in range(repeats):
        bare.append(bare_rate(batch, rounds))
        arena.append(arena_rate(batch, rounds))
    ratio = sorted(a / b for a, b in zip(arena, bare, strict=True))[repeats // 2]
    name = "one decision a message" if batch == 1 else f"{batch} decisions a message"
    yield Figure(f"bare ZeroMQ loop, {name}", sorted(bare)[repeats // 2], "rounds/s")
    rate = sorted(arena)[repeats // 2]
    yield Figure(f"arena, {name}", rate, "rounds/s", ratio, "of the bare loop", at_least=SHARE, at_rest=True)


def arena_rate(batch: int, rounds: int) -> float:
    """Rounds a second of a real match of bare commands, from its first round to its last."""
    os.environ["TRIVIAL_BATCH"] = str(batch)
    with tempfile.TemporaryDirectory() as folder:
        bots = [BotProgram(f"trivial{seat}", [sys.executable, str(BOT)], folder) for seat in range(SEATS)]
        return match_rate(bots, MatchSettings(rounds=rounds, duplicate=False, batch=batch))


def match_rate(bots: list[BotProgram], settings: MatchSettings) -> float:
    """Rounds a second of a real match, from its first round to its last."""
    game = Shisanshui(load_rules("standard"))
    with tempfile.TemporaryDirectory() as folder:
        job = MatchJob(
            match="bench",
            game=game.name,
            rules=game.rules(),
            settings=settings,
            bots=bots,
            deal_seed=SEED,
            log_folder=folder,
        )
        marks: list[tuple[float, int]] = []
        result = play_match(job, Path(folder) / "log", lambda news: marks.append((perf_counter(), news.played)))
    assert result.reason == "completed", result.reason
    assert not result.strikes, result.strikes[:3]
    started = [mark for mark in marks if mark[1] > 0]
    (first, first_played), (last, last_played) = started[0], started[-1]
    return (last_played - first_played) / (last - first)


def bare_rate(batch: int, rounds: int) -> float:
    """Rounds a second of the least loop: send what the arena would send, read and decode the replies."""
    chunks = _messages(batch)
    os.environ["TRIVIAL_BATCH"] = str(batch)
    decoder: BotDecoder[Any] = BotDecoder(Arrangement)
    with tempfile.TemporaryDirectory() as folder, _bots(Path(folder)) as sockets:
        poller = zmq.Poller()
        for socket in sockets:
            poller.register(socket, zmq.POLLIN)
            socket.recv()
        count = max(rounds // batch, 1)
        began = perf_counter()
        for number in range(count):
            for socket, data in zip(sockets, chunks[number % len(chunks)], strict=True):
                socket.send(data, zmq.NOBLOCK)
            waiting = SEATS
            while waiting:
                for socket, _ in poller.poll():
                    decoder.decode(socket.recv(zmq.NOBLOCK))
                    waiting -= 1
        return count * batch / (perf_counter() - began)


def _messages(batch: int, chunks: int = 50) -> list[list[bytes]]:
    """For each chunk the message to each seat, with the full events of the rounds before, as the arena sends them."""
    game = Shisanshui(load_rules("standard"))
    events: list[Any] = []
    made = []
    for chunk in range(chunks):
        states = [game.start(SEED, chunk * batch + number + 1, SEATS) for number in range(batch)]
        made.append([_decide(chunk, states, seat, events) for seat in range(SEATS)])
        events = []
        for state in states:
            laid = {seat: _sorted_cards(state.observe(seat)["hand"]) for seat in range(SEATS)}
            events += state.apply(laid).events(0, "full")
    return made


def _decide(chunk: int, states: list[Any], seat: int, events: list[Any]) -> bytes:
    return encode(
        Decide(
            match="0" * 32,
            request=chunk * SEATS + seat,
            kind="arrange",
            decision_ms=1000,
            bank_ms=0,
            items=[state.observe(seat) for state in states],
            events=events,
        )
    )


def _sorted_cards(hand: list[str]) -> Arrangement:
    cards = sorted(hand)
    return Arrangement(cards[:3], cards[3:8], cards[8:])


@contextmanager
def _bots(folder: Path) -> Iterator[list["zmq.Socket[bytes]"]]:
    """Four bots connected to a bound DEALER each, ended at the end.

    Each has a session of its own, as in the arena: the kernel shares the processor out by session, which alone can
    halve the rate of either loop on a busy machine.
    """
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    sockets, processes = [], []
    for seat in range(SEATS):
        socket = context.socket(zmq.DEALER)
        endpoint = f"ipc://{folder / str(seat)}"
        socket.bind(endpoint)
        environment = os.environ | {"ARENA_ENDPOINT": endpoint, "ARENA_TOKEN": "bench"}
        processes.append(subprocess.Popen([sys.executable, str(BOT)], env=environment, start_new_session=True))
        sockets.append(socket)
    try:
        yield sockets
    finally:
        for socket, process in zip(sockets, processes, strict=True):
            socket.send(encode(Bye("completed")))
            process.wait(10)
        context.destroy(linger=0)
