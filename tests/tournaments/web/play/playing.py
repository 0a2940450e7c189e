"""A person who plays over HTTP, as the page does, and what runs because of it."""

import http.client
import json
import os
import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.tournaments.web.serving import Answer, Site

OWN = {"Sec-Fetch-Site": "same-origin"}
View = dict[str, Any]


def form(bots: tuple[str, ...] = ("random",), **fields: str) -> bytes:
    """Return what the form sends; samples are named without their group."""
    chosen = {"name": "Ann", "rules": "standard", "rounds": "1", "time": "10m", "on_late": "foul", **fields}
    keys = [("bot", bot if ":" in bot else f"sample:{bot}") for bot in bots]
    return urlencode([*chosen.items(), *keys]).encode()


class Player:
    """Begins a game and plays it."""

    def __init__(self, site: Site, bots: tuple[str, ...] = ("random",), **fields: str) -> None:
        self.site = site
        begun = site.ask("POST", "/play", form(bots, **fields), OWN)
        assert begun.status == 303, begun.body
        self.path = begun.headers["location"]
        self.cookie = begun.headers["set-cookie"].partition(";")[0]

    def post(self, what: str, **body: Any) -> Answer:
        return self.site.ask("POST", f"{self.path}/{what}", json.dumps(body).encode(), {**OWN, "Cookie": self.cookie})

    def view(self) -> View:
        return self.wait(lambda _view: True)

    def wait(self, wanted: Callable[[View], bool]) -> View:
        """Listen until the view is as wanted."""
        with self.listening() as views:
            return next(view for view in views if wanted(view))

    @contextmanager
    def listening(self) -> Iterator[Iterator[View]]:
        connection = http.client.HTTPConnection(urlsplit(self.site.address).netloc, timeout=60)
        connection.request("GET", f"{self.path}/stream", headers={"Cookie": self.cookie})
        answer = connection.getresponse()
        try:
            yield (json.loads(line.removeprefix(b"data: ")) for line in answer if line.startswith(b"data: "))
        finally:
            answer.close()
            connection.close()

    def hand(self, number: int = 1) -> View:
        """Wait for the hand of a round."""
        return self.wait(lambda view: view["phase"] == "arranging" and view["round"] == number)

    def lay(self, number: int, rows: dict[str, Any]) -> Answer:
        return self.post("lay", round=number, **rows)

    def over(self) -> View:
        """Wait until the record is written."""
        return self.wait(lambda view: bool(view["record"] or view["fault"]))


def rows_of(hand: list[str]) -> dict[str, list[str]]:
    """Return the cards in three rows as they come."""
    return {"front": hand[:3], "middle": hand[3:8], "back": hand[8:]}


def below(pid: int) -> set[int]:
    """Return the processes that a process has started, and those that these have."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int(entry.joinpath("stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def await_end(pids: set[int]) -> None:
    """Wait until all of these processes have ended."""
    for pid in pids:
        try:
            line = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            assert select.select([line], [], [], 30)[0], f"{pid} goes on"
        finally:
            os.close(line)
