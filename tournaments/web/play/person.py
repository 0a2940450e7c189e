"""The bot that plays for a person: it passes hands on to the web process, and rows back to the arena.

It is a bot like any other and speaks the ordinary protocol. `arena web` has it started in a folder of its own, which
holds the socket `SOCKET` of the web process. Both sides send JSON, a message a line.
"""

import json
import socket
import sys
from select import select
from time import monotonic
from typing import Any, Final

from protocol.sdk import Bot, Event, Table

SOCKET: Final = "person"
"""In the folder that the bot is started in: a relative path is never too long for a socket."""
ASSISTED: Final = "assisted: the arranger was asked"
"""The note that goes with rows for which the hint was taken."""
_LATER_S: Final = 0.05
"""How long after its deadline a hand is given up, so that the referee has closed it."""
_MOST_BYTES: Final = 1 << 16


class Person(Bot):
    """Waits for a person. Rows that do not come in time are not sent: the referee takes what its rules say then."""

    name = "person"

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._read = b""

    def match_started(self, table: Table) -> None:
        self._send(type="match", seat=table.seat, seats=table.seats, rounds=table.rounds)

    def settled(self, event: Event, table: Table) -> None:
        self._send(**event)

    def struck(self, event: Event, table: Table) -> None:
        super().struck(event, table)
        self._send(**event)

    def seat_changed(self, event: Event, table: Table) -> None:
        self._send(**event)

    def match_ended(self, end: dict[str, Any], table: Table) -> None:
        self._send(type="end", water=end["water"], places=end["places"], reason=end["reason"])

    def arrange(self, hand: list[str], table: Table) -> tuple[list[str], list[str], list[str], bool] | None:
        free_ms = table.decision_ms + table.bank_ms
        until = monotonic() + (free_ms + table.grace_ms) / 1000 + _LATER_S
        self._send(type="decide", round=table.round, hand=hand, ms=free_ms)
        answer = self._answer(table.round, until)
        if answer is None:
            return None
        self.note = ASSISTED if answer["assisted"] else None
        return answer["front"], answer["middle"], answer["back"], answer["decline"]

    def _answer(self, number: int, until: float) -> dict[str, Any] | None:
        """Return what is laid in round `number`, or None when nothing came by then. Exit if the web process is gone."""
        while True:
            line, end, rest = self._read.partition(b"\n")
            if end:
                self._read = rest
                answer: dict[str, Any] = json.loads(line)
                if answer["round"] == number:
                    return answer
                continue
            if not select([self._line], [], [], max(0.0, until - monotonic()))[0]:
                return None
            data = self._line.recv(_MOST_BYTES)
            if not data:
                sys.exit("the web process is gone")
            self._read += data

    def _send(self, **message: Any) -> None:
        self._line.sendall(json.dumps(message).encode() + b"\n")


def main() -> None:
    """Play until the arena says goodbye. Exit with status 1 when nobody listens."""
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(SOCKET)
            Person(line).run()
        except OSError as error:
            sys.exit(f"{SOCKET}: {error.strerror}: this bot is started by arena web")


if __name__ == "__main__":
    main()
