"""One start of a local bot: its process and its channel, from launch to the last byte."""

from typing import Any, Final

import zmq

from arena.isolation.cell import Cell
from arena.match.events import Approached, Event, Fading, Joined
from arena.seats.by_hand import ProcessByHand
from arena.seats.door import Caller
from arena.seats.local_channel import LocalChannel
from arena.seats.process import BotLog, BotProcess
from protocol.messages import TOO_LONG, Hello
from protocol.text import Said

PATIENCE_S: Final = 2.0
"""How long a bot may take to exit before it is terminated; `LAST_PATIENCE_S` later it is killed."""
LAST_PATIENCE_S: Final = 1.0
STRAGGLERS_S: Final = 0.1
"""How long messages of an ended process may still take to arrive."""
PARTING_S: Final = 1.0
"""How long a process without a connection may take to end, so that its exit status can be reported."""


class LocalPlayer:
    """A local bot at its seat, and in the lane of that number. Times are seconds on the monotonic clock."""

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
        self._cell = cell
        self.channel = LocalChannel(context, cell.places.sockets, lane=seat)
        self.variables = cell.variables(self.channel.path, token)
        """The bot's environment variables from the protocol."""
        self.process: BotProcess | ProcessByHand
        try:
            cell.open(self.channel.path)
            self.process = ProcessByHand() if by_hand else BotProcess(cell, self.variables, log)
        except BaseException:
            self.channel.close()
            raise
        self._approach = ""
        self.leaving = False
        self.gone_at = float("inf")
        """When to give it up, after its process or connection has ended."""
        self._next_step_at = float("inf")
        self._terminated = False

    @property
    def due(self) -> float:
        """When `press` or the referee must act next."""
        return min(self.gone_at, self._next_step_at)

    def leave(self, now: float) -> None:
        """Wait for it to exit, for `PATIENCE_S`."""
        self.leaving = True
        self.process.measure()
        self._next_step_at = now + PATIENCE_S

    def press(self, now: float) -> None:
        """Terminate a bot whose time to leave is up, and later kill it."""
        if now < self._next_step_at or self.process.exited:
            return
        if self._terminated:
            self.process.kill()
        else:
            self._terminated = True
            self._next_step_at = now + LAST_PATIENCE_S
            self.process.terminate()

    def owns(self, caller: Caller) -> bool:
        """Whether a process that wants to connect is one of the bot's."""
        if self._cell.level.trusted or isinstance(self.process, ProcessByHand):
            return True
        if self._cell.user is not None:
            return caller.user == self._cell.user
        return self.process.holds(caller.process)

    @property
    def announced(self) -> bool:
        """Whether its author must be told how to start it."""
        return self.by_hand

    def greeting(self, hello: Hello) -> Joined:
        """Return the match's event for the hello."""
        return Joined(self.seat, hello)

    def look(self, now: float) -> Event | None:
        """Return `Fading` the first time the process or the connection is seen to have ended, after which messages may
        follow, or `Approached` when a bot that has sent nothing has come further.
        """
        self.channel.watch()
        self.process.guard(now)
        known = self.gone_at
        if self.process.exited and (self.channel.lost or self.leaving):
            self.gone_at = min(known, now)
        elif self.process.exited:
            self.gone_at = min(known, now + STRAGGLERS_S)
        elif self.channel.lost and not self.leaving:
            self.gone_at = min(known, now + PARTING_S)
        if known == float("inf") and self.gone_at < known:
            return Fading(self.seat)
        approach = str(self.channel.approach)
        if self.channel.peer or approach == self._approach:
            return None
        self._approach = approach
        return Approached(self.seat, approach)

    def close(self) -> tuple[str, str]:
        """End whatever is left of it. Return the reason code and words, for a bot that was not asked to leave."""
        exited = self.process.exited
        self.channel.close()
        self.process.close()
        limit = self.process.describe_limit() if exited else ""
        if limit:
            return "over-limit", str(Said("{limit}; {end}", limit=limit, end=self.process.describe_exit()))
        if exited and not self.process.status and not self.channel.peer:
            words = Said("{end} and no hello; does it call run()?", end=self.process.describe_exit())
            return "exited", str(words)
        if exited:
            return "exited", self.process.describe_exit()
        return "disconnected", str(Said("the bot closed its connection, or sent {message}", message=TOO_LONG))
