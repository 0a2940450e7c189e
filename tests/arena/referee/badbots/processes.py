"""Bots that misbehave as processes."""

import os
import signal
import subprocess
import sys
import time

from tests.arena.referee.badbots.wire import Wire


def by_signal(name: str) -> None:
    """Ended, or stopped, by a signal when it is asked for the second time."""
    wire = Wire()
    wire.join()
    wire.answer(wire.asked())
    wire.asked()
    os.kill(os.getpid(), signal.Signals[name])
    time.sleep(60)


def killed_after(milliseconds: str) -> None:
    """By a child of its own, wherever it is then; each start anew."""
    me = os.getpid()
    if os.fork() == 0:
        time.sleep(int(milliseconds) / 1000)
        os.kill(me, signal.SIGKILL)
        os._exit(0)
    good_to_the_end()


def ignores_terminate() -> None:
    """Plays well and then will not go."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    wire = Wire()
    wire.join()
    try:
        wire.play_on()
    except SystemExit:
        time.sleep(60)


def leaves_a_grandchild() -> None:
    """A child of a child in a session of its own, which no process group and no parent-death signal reaches."""
    daemon = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        time.sleep(60)\n"
    subprocess.run([sys.executable, "-c", daemon], check=True)
    good_to_the_end()


def leaves_a_writer() -> None:
    """A grandchild that got away and fills the output without end."""
    daemon = "import os\nif os.fork() == 0:\n    os.setsid()\n    while True:\n        os.write(2, b'x' * 60_000)\n"
    subprocess.run([sys.executable, "-c", daemon], check=True)
    good_to_the_end()


def forks(count: str) -> None:
    for _ in range(int(count)):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    good_to_the_end()


def fills_its_output(times: str = "50") -> None:
    wire = Wire()
    wire.join()
    while True:
        asked = wire.asked()
        for _ in range(int(times)):
            os.write(1, b"o" * 60_000)
            os.write(2, b"e" * 60_000)
        wire.answer(asked)


def closes_its_output() -> None:
    os.close(1)
    os.close(2)
    good_to_the_end()


def drops_its_connection() -> None:
    """The process lives on, but nobody is there any more."""
    wire = Wire()
    wire.join()
    wire.answer(wire.asked())
    wire.asked()
    wire.socket.close(0)
    time.sleep(60)


def good_to_the_end() -> None:
    wire = Wire()
    wire.join()
    wire.play_on()
