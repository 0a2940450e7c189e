"""One start of the bot under check, and the wire to it. Every wait has an end, whatever the bot does."""

import os
from math import ceil
from secrets import token_hex
from time import monotonic
from typing import Any, Final, NamedTuple

import zmq

from arena.check.proc import memory_of, name_of, resident, strays
from arena.check.report import CONVERSATION, Fault, Message, shortened
from arena.isolation.cell import Cell
from arena.records.job import BotProgram
from arena.referee.trace import as_json
from arena.seats.player import PATIENCE_S, LocalPlayer
from arena.seats.process import BotLog, BotProcess
from arena.system.processes import sweep
from protocol.codec import encode
from protocol.messages import TOO_LONG

MOST_OWN_GROWTH: Final = 64 << 20
"""A message that never ends is held in this process, unseen: only the memory tells."""
TURN_S: Final = 0.05


class Heard(NamedTuple):
    """A message and when it was read, in seconds; `data` is None for one of several frames."""

    data: bytes | None
    at: float


class Conversation:
    """Open from construction to `close`; `began` is when the process was started, in seconds."""

    def __init__(self, context: "zmq.Context[Any]", cell: Cell, program: BotProgram, log: BotLog) -> None:
        self.token = token_hex(16)
        self.began = monotonic()
        self._player = LocalPlayer(context, cell, 0, self.token, log)
        assert isinstance(self._player.process, BotProcess)
        self._process = self._player.process
        self._poller = zmq.Poller()
        self._poller.register(self._player.channel.socket, zmq.POLLIN)
        for descriptor in self._process.watched:
            self._poller.register(descriptor, zmq.POLLIN)
        self._own_memory = resident(os.getpid())
        self._guarded_at = 0.0
        self._last_sent = b""

    def send(self, message: Message) -> float:
        """Hand a message to the socket; returns the moment before, in seconds.

        Raises Fault when the bot is gone or reads nothing.
        """
        self._last_sent = encode(message)
        sent_at = monotonic()
        while not self._player.channel.send(self._last_sent):
            now = monotonic()
            if now >= self._player.gone_at:
                raise self._gone()
            if now >= sent_at + PATIENCE_S:
                raise self.fault("disconnected", "the bot does not read its messages", expected="a bot that reads")
            self._wait(TURN_S)
        return sent_at

    def hear(self, until: float) -> Heard | None:
        """The next message, or None when there is none by `until`, in seconds. Raises Fault when the bot is gone."""
        player = self._player
        while True:
            received = player.channel.receive()
            if received is not None and not player.channel.peer:
                player.channel.keep_to(received.peer)
                self._be_alone()
            if received is not None and received.peer == player.channel.peer:
                return Heard(received.data, monotonic())
            now = monotonic()
            if now >= player.gone_at:
                raise self._gone()
            if now >= until:
                return None
            if received is None:
                self._wait(min(until, player.gone_at) - now)

    def await_end(self, any_status: bool = False) -> float:
        """Wait for the bot, which was told to leave, to end by itself; returns how long it took, in seconds.

        Raises Fault when it stays, and when its exit status is not 0 unless any will do.
        """
        told = monotonic()
        process = self._process
        while not process.exited and monotonic() < told + PATIENCE_S:
            self._player.channel.receive()
            self._wait(told + PATIENCE_S - monotonic())
        if not process.exited:
            expected = f"the process ends by itself, with status 0, within {PATIENCE_S:g} s"
            raise self.fault("", f"still there {PATIENCE_S:g} s after it was told to leave", expected=expected)
        took = monotonic() - told
        if process.status != 0 and not any_status:
            raise self.fault("exited", process.describe_exit(), expected="exit status 0 after the goodbye")
        return took

    def left_behind(self) -> list[str]:
        """What still runs after the bot has ended; it has the rest of its time to leave."""
        until = monotonic() + PATIENCE_S
        while strays() and monotonic() < until:
            self._poller.poll(ceil(TURN_S * 1000))
        return [name_of(pid) for pid in strays()]

    def memory(self) -> int:
        """Resident bytes of the bot and all that it started."""
        return memory_of(self._process.pid)

    def kill(self) -> None:
        """The bot crashes, as far as it can tell."""
        self._process.kill()

    def close(self) -> None:
        """Nothing of the bot is left after this."""
        self._player.close()
        sweep()

    def fault(self, code: str, message: str, *, expected: str, got: bytes | None = None, clause: str = "") -> Fault:
        """A fault with what was last sent and what came back."""
        return Fault(
            code,
            message,
            expected=expected,
            sent=self.shown(self._last_sent),
            got=self.shown(got) if got is not None else "",
            clause=clause,
        )

    def shown(self, data: bytes) -> str:
        """A message for people: as JSON where it can be, in hex where not, without the token, cut short."""
        plain = as_json(data)
        text = bytes(plain).decode() if plain is not None else f"{len(data):,} bytes {data[:64].hex(' ')}"
        return shortened(text.replace(self.token, "(token)"))

    def _be_alone(self) -> None:
        """Raises Fault when others than the bot have connected: what is sent may reach them."""
        channel = self._player.channel
        if channel.crowded:
            raise self.fault(
                "bad-hello",
                f"{channel.connections} connections to its path before the hello",
                expected="one connection, made once",
            )

    def _wait(self, seconds: float) -> None:
        """One turn: until something is there, and never long."""
        player = self._player
        for item, _ in self._poller.poll(ceil(max(min(seconds, TURN_S), 0.0) * 1000)):
            if isinstance(item, int) and not self._process.attend(item):
                self._poller.unregister(item)
        now = monotonic()
        player.look(now)
        if now >= self._guarded_at:
            self._guarded_at = now + TURN_S
            self._guard()

    def _guard(self) -> None:
        if resident(os.getpid()) > self._own_memory + MOST_OWN_GROWTH:
            raise self.fault("flooding", "a message of frame after frame without end", expected="one frame a message")

    def _gone(self) -> Fault:
        if self._process.exited:
            limit, words = self._process.describe_limit(), self._process.describe_exit()
            if limit:
                return self.fault("over-limit", f"{limit}; {words}", expected="a bot that keeps within its limits")
            return self.fault("exited", words, expected="a bot that runs until it is told to leave")
        return self.fault(
            "disconnected",
            f"the bot closed its connection, or sent {TOO_LONG}",
            expected="one connection, kept until the goodbye",
            clause=CONVERSATION,
        )
