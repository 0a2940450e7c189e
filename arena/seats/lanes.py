"""An I/O thread of the socket library for each seat, so that the kernel's counts by thread say which bot costs what.

What a bot sends is put into memory by the thread that reads its connection. A message without end grows there, where no
high-water mark counts it and nothing of it reaches the program; the page faults of the thread are counted all the same.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

import zmq

_THREADS: Final = Path("/proc/self/task")
_NAME: Final = "/IO/"
"""libzmq calls its threads so, each with its number behind; the kernel keeps 15 letters."""
_FAULTS: Final = 7
"""Where `stat` has the minor faults, counted from behind the name."""


class Lanes:
    """A context whose lanes are numbered from 0; a socket chooses one by `zmq.AFFINITY`."""

    def __init__(self, count: int) -> None:
        before = set(_THREADS.iterdir())
        self.context: zmq.Context[zmq.Socket[bytes]] = zmq.Context(io_threads=count)
        # a context starts its threads with its first socket
        self.context.socket(zmq.PAIR).close(0)
        self._threads = sorted(set(_THREADS.iterdir()) - before)

    def pages(self) -> dict[int, int]:
        """Return, by lane, how many pages of memory its thread has touched for the first time so far."""
        found = {}
        for thread in self._threads:
            with suppress(FileNotFoundError):
                name, _, rest = (thread / "stat").read_text().rpartition(")")
                number = name.rpartition(_NAME)[2]
                if number.isdecimal():
                    found[int(number)] = int(rest.split()[_FAULTS])
        return found
