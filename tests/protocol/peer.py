"""The arena's end of the wire, scripted: what a test sends is sent, what the bot answers is what the test sees."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgpack
import zmq

WAIT_MS: Final = 30_000
"""How long a bot may take before the test gives it up; nothing waits that long when all is well."""


class Peer:
    """A bound DEALER and one bot process connected to it."""

    def __init__(self, folder: Path, command: Sequence[str], bot_folder: Path, **environment: str) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.rcvtimeo = WAIT_MS
        self._socket.bind(f"ipc://{folder}/s")
        self._requests = 0
        arena = {"ARENA_ENDPOINT": f"ipc://{folder}/s", "ARENA_TOKEN": "sesame"}
        self.process = subprocess.Popen(
            [sys.executable if word == "python" else word for word in command],
            cwd=bot_folder,
            env={**os.environ, **arena, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Peer":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self.vanish()

    def send(self, **message: Any) -> None:
        self.send_bytes(msgpack.packb(message))

    def send_bytes(self, data: bytes) -> None:
        self._socket.send(data)

    def receive(self) -> Any:
        return msgpack.unpackb(self._socket.recv())

    def vanish(self) -> None:
        """The arena dies without a word."""
        self._context.destroy(linger=0)

    def admit(self) -> dict[str, Any]:
        """Take the hello and welcome the bot; gives the hello."""
        hello = self.receive()
        assert (hello["type"], hello["protocol"], hello["games"]) == ("hello", [1], ["shisanshui"])
        assert hello["token"] == "sesame"
        self.send(type="welcome", protocol=1, session="s", arena="0.1.0", news="an unknown field")
        return dict(hello)

    def begin(self, match: str = "m1", rules: dict[str, Any] | None = None, seats: int = 4) -> None:
        self.send(
            type="match",
            match=match,
            game="shisanshui",
            seat=1,
            seats=[f"seat {seat}" for seat in range(seats)],
            rounds=100,
            rules=rules or {},
            time={"decision_ms": 1000, "grace_ms": 100, "bank_ms": 5000},
        )

    def decide(
        self,
        *hands: list[str],
        events: Sequence[dict[str, Any]] = (),
        match: str = "m1",
        first: int = 1,
        kind: str = "arrange",
    ) -> dict[str, Any]:
        """Ask for the hands of rounds from `first`; gives the answer, whose `match` and `request` are right."""
        self.ask(*hands, events=events, match=match, first=first, kind=kind)
        answer = self.receive()
        assert (answer["type"], answer["match"], answer["request"]) == ("answer", match, self._requests)
        assert len(answer["actions"]) == len(hands)
        return dict(answer)

    def ask(
        self,
        *hands: list[str],
        events: Sequence[dict[str, Any]] = (),
        match: str = "m1",
        first: int = 1,
        kind: str = "arrange",
    ) -> None:
        """Ask as `decide` does, without waiting for the answer."""
        self._requests += 1
        self.send(
            type="decide",
            match=match,
            request=self._requests,
            kind=kind,
            decision_ms=1000,
            bank_ms=5000,
            items=[{"round": first + index, "hand": hand} for index, hand in enumerate(hands)],
            events=list(events),
        )

    def finish(self, match: str = "m1", events: Sequence[dict[str, Any]] = ()) -> None:
        self.send(
            type="end", match=match, events=list(events), water=[1, -1, 0, 0], places=[1, 4, 2, 2], reason="completed"
        )

    def goodbye(self) -> tuple[int, str, str]:
        """Say bye; gives exit status, standard output and standard error."""
        self.send(type="bye", reason="completed")
        return self.ended()

    def ended(self) -> tuple[int, str, str]:
        output, errors = self.process.communicate(timeout=WAIT_MS / 1000)
        return self.process.returncode, output, errors
