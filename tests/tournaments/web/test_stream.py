"""The stream of events: complete, in order, resumed where it broke, and over as soon as the server stops."""

import http.client
import json
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.tournaments.scripted import ScriptedExecutor, cup_of, play_out
from tests.tournaments.web.serving import Site, served
from tournaments.layout import EVENTS


class Listener:
    """A reader of the stream."""

    def __init__(self, site: Site, last: str = "") -> None:
        self._connection = http.client.HTTPConnection(urlsplit(site.address).netloc, timeout=30)
        self._connection.request("GET", "/stream", headers={"Last-Event-ID": last} if last else {})
        self._answer = self._connection.getresponse()
        assert self._answer.status == 200
        self.last = last
        assert self._answer.readline().startswith(b"retry:")

    def numbers(self, count: int) -> list[int]:
        """The numbers of the next events."""
        found: list[int] = []
        while len(found) < count:
            line = self._answer.readline().decode()
            assert line, "the stream has ended"
            if line.startswith("id: "):
                self.last = line.removeprefix("id: ").strip()
            elif line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: "))["number"])
        return found

    def ended(self) -> bool:
        rest = self._answer.read()
        self._answer.close()
        self._connection.close()
        return rest.strip() == b""


def cup_in(root: Path) -> Path:
    """A finished cup, whose events a test may write on."""
    play_out(cup_of(), root / "spring", ScriptedExecutor())
    return root / "spring" / EVENTS


def tell(events: Path, count: int) -> None:
    with events.open("ab", buffering=0) as file:
        for _ in range(count):
            file.write(b'{"type": "table", "match": "s1t1", "seats": []}\n')


def test_who_comes_back_misses_nothing_and_hears_nothing_twice(tmp_path: Path) -> None:
    events = cup_in(tmp_path)
    before = len(events.read_bytes().splitlines())
    with served(tmp_path) as site:
        first = Listener(site)
        tell(events, 3)
        assert first.numbers(3) == [before + 1, before + 2, before + 3]
    assert first.ended()
    tell(events, 2)
    with served(tmp_path) as site:
        again = Listener(site, first.last)
        assert again.numbers(2) == [before + 4, before + 5]
        tell(events, 1)
        assert again.numbers(1) == [before + 6]
        assert site.json("/seen") == {"spring": before + 6}
    assert again.ended()


def test_the_server_stops_at_once_whoever_listens(tmp_path: Path) -> None:
    cup_in(tmp_path)
    with served(tmp_path) as site:
        listeners = [Listener(site) for _ in range(20)]
        began = time.monotonic()
        assert site.end() == 0
        assert time.monotonic() - began < 3
        assert all(listener.ended() for listener in listeners)
