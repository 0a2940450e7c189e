"""What watching costs: a cup with and without watchers, and the first page of a long cup."""

import http.client
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from benchmarks.figures import Figure
from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out

WATCHERS = 200
ROUNDS = 3000
REPEATS = 5
BOTS = 46
_CUP = """
[tournament]
name = "Watched"
seed = "open"
[match]
rounds = {rounds}
duplicate = false
[[bots]]
path = "{samples}/greedy"
[[bots]]
path = "{samples}/plain"
[[stages]]
format = "elimination"
table_size = 2
advance = 1
extra_limit = 0
"""


class _Pages:
    """A server of the cups in a folder, and its address."""

    def __init__(self, root: Path) -> None:
        words = ["nice", "-n", "10", sys.executable, "-m", "arena", "web", "--root", str(root), "--port", "0"]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = urlsplit(self._process.stdout.readline().partition(": the cups of")[0]).netloc

    def __enter__(self) -> "_Pages":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.communicate()


def figures() -> Iterator[Figure]:
    """Yield the seconds of a cup with watchers over those without, and those of the first page of a long cup."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        cup = root / "cup.toml"
        samples = Path(__file__).parents[1] / "sample_bots"
        cup.write_text(_CUP.format(rounds=ROUNDS, samples=samples))
        rates, ratios = [], []
        for number in range(REPEATS):
            alone = _seconds(cup, root / "alone" / str(number))
            with _Pages(root / "watched") as pages, _Watchers(pages.address, f"/cups/{number}", WATCHERS):
                watched = _seconds(cup, root / "watched" / str(number))
            rates.append(ROUNDS / watched)
            ratios.append(alone / watched)
        name = f"a cup with {WATCHERS} watchers"
        yield Figure(name, median(rates), "rounds/s", median(ratios), "of one unwatched", at_least=0.95, at_rest=True)
        names = [f"bot {number}" for number in range(BOTS)]
        play_out(cup_of(names, rounds=1, stages=[{"format": "round-robin"}]), root / "long" / "cup", ScriptedExecutor())
        with _Pages(root / "long") as pages:
            name = f"first page of a cup of {BOTS * (BOTS - 1) // 2:,} matches"
            yield Figure(name, _page_ms(pages.address), "ms", at_most=200, at_rest=True)


def _page_ms(address: str) -> float:
    connection = http.client.HTTPConnection(address, timeout=60)
    began = time.perf_counter()
    connection.request("GET", "/cups/cup")
    connection.getresponse().read()
    connection.close()
    return 1000 * (time.perf_counter() - began)


def _seconds(cup: Path, out: Path) -> float:
    began = time.perf_counter()
    words = [sys.executable, "-m", "arena", "tournament", "run", str(cup), "--out", str(out)]
    subprocess.run(words, check=True, capture_output=True)
    return time.perf_counter() - began


class _Watchers:
    """Open pages of a cup, as browsers keep them: each follows the stream and asks once a second how the cup stands."""

    def __init__(self, address: str, page: str, count: int) -> None:
        host, _, port = address.rpartition(":")
        self._ask = f"GET {page}?part=live HTTP/1.1\r\nHost: {address}\r\n\r\n".encode()
        self._sockets = [socket.create_connection((host, int(port))) for _ in range(2 * count)]
        self._over = threading.Event()
        self._reader = threading.Thread(target=self._watch, daemon=True)
        for stream in self._sockets[:count]:
            stream.sendall(f"GET /stream HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
        for each in self._sockets:
            each.setblocking(False)

    def __enter__(self) -> "_Watchers":
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._reader.join()
        for each in self._sockets:
            each.close()

    def _watch(self) -> None:
        """Ask one after another, spread over the second, and take what has come, so that nothing falls behind."""
        count = len(self._sockets) // 2
        for stream, asker in cycle(zip(self._sockets[:count], self._sockets[count:], strict=True)):
            if self._over.wait(1 / count):
                return
            asker.send(self._ask)
            _take(stream)
            _take(asker)


def _take(from_: socket.socket) -> None:
    try:
        while from_.recv(1 << 16):
            pass
    except BlockingIOError:
        return
