"""One start of a bot: its process and its channel, from launch to the last byte."""

from typing import Any, Final

import zmq

from arena.isolation.cell import Cell
from arena.match.events import Event, Fading, Joined
from arena.seats.by_hand import ProcessByHand
from arena.seats.local_channel import LocalChannel
from arena.seats.process import BotLog, BotProcess
from protocol.messages import TOO_LONG, Hello

PATIENCE_S: Final = 2.0
"""How long a bot may take to end by itself before it is terminated; `LAST_PATIENCE_S` later it is killed."""
LAST_PATIENCE_S: Final = 1.0
STRAGGLERS_S: Final = 0.1
"""How long messages of a process that has ended may still take to arrive."""
PARTING_S: Final = 1.0
"""How long a process whose connection is gone may take to end, so that its status can be told."""


class LocalPlayer:
    """Times are seconds on the monotonic clock."""

    def __init__(
        self,
        context: "zmq.Context[Any]",
        cell: Cell,
        seat: int,
        token: str,
        log: BotLog,
        by_hand: bool = False,
    ) -> None:
        self.seat = seat
        self.by_hand = by_hand
        self.log = log
        self.channel = LocalChannel(context, cell.sockets)
        self.variables = {
            "ARENA_ENDPOINT": self.channel.endpoint,
            "ARENA_TOKEN": token,
            "ARENA_SCRATCH": str(cell.scratch),
        }
        """What the protocol says a bot finds in its environment."""
        self.process: BotProcess | ProcessByHand
        try:
            cell.open(self.channel.path)
            self.process = ProcessByHand() if by_hand else BotProcess(cell, self.variables, log)
        except BaseException:
            self.channel.close()
            raise
        self.leaving = False
        self.gone_at = float("inf")
        """When it is given up after its process or its connection ended by itself."""
        self._next_step_at = float("inf")
        self._terminated = False

    @property
    def due(self) -> float:
        """When `press` or the referee has something to do."""
        return min(self.gone_at, self._next_step_at)

    def leave(self, now: float) -> None:
        """From now on it is only waited for: it has `PATIENCE_S` to end by itself."""
        self.leaving = True
        self.process.measure()
        self._next_step_at = now + PATIENCE_S

    def press(self, now: float) -> None:
        """Terminate, then kill, a bot whose time to leave is up."""
        if now < self._next_step_at or self.process.exited:
            return
        if self._terminated:
            self.process.kill()
        else:
            self._terminated = True
            self._next_step_at = now + LAST_PATIENCE_S
            self.process.terminate()

    @property
    def announced(self) -> bool:
        """Whether somebody has to be told how to start it."""
        return self.by_hand

    def greeting(self, hello: Hello) -> Joined:
        """What the hello means to the match."""
        return Joined(self.seat, hello)

    def look(self, now: float) -> Event | None:
        """Process or connection is seen to have ended, for the first time; messages may still be on the way."""
        self.channel.watch()
        self.process.guard(now)
        known = self.gone_at
        if self.process.exited and (self.channel.lost or self.leaving):
            self.gone_at = min(known, now)
        elif self.process.exited:
            self.gone_at = min(known, now + STRAGGLERS_S)
        elif self.channel.lost and not self.leaving:
            self.gone_at = min(known, now + PARTING_S)
        return Fading(self.seat) if known == float("inf") and self.gone_at < known else None

    def close(self) -> tuple[str, str]:
        """End whatever is left of it. Returns the reason code and words for a bot that was not asked to leave."""
        exited = self.process.exited
        self.channel.close()
        self.process.close()
        limit = self.process.describe_limit() if exited else ""
        if limit:
            return "over-limit", f"{limit}; {self.process.describe_exit()}"
        if exited:
            return "exited", self.process.describe_exit()
        return "disconnected", f"the bot closed its connection, or sent {TOO_LONG}"
