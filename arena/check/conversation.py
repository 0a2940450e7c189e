"""One start of the bot under check, and the wire to it. Every wait ends, whatever the bot does."""

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
from protocol.text import Said

MOST_OWN_GROWTH: Final = 64 << 20
"""A message without end piles up in this process unseen: only its memory shows it."""
TURN_S: Final = 0.05


class Heard(NamedTuple):
    """A message and when it was read, in seconds; `data` is None for a message of several frames."""

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
        """Hand a message to the socket; return the time before that, in seconds.

        Raises Fault when the bot is gone or does not read.
        """
        self._last_sent = encode(message)
        sent_at = monotonic()
        while not self._player.channel.send(self._last_sent):
            now = monotonic()
            if now >= self._player.gone_at:
                raise self._gone()
            if now >= sent_at + PATIENCE_S:
                words = Said("the bot does not read its messages")
                raise self.fault("disconnected", words, expected=Said("a bot that reads its messages"))
            self._wait(TURN_S)
        return sent_at

    def hear(self, until: float) -> Heard | None:
        """Return the next message, or None when none comes by `until`, in seconds.

        Raises Fault when the bot is gone.
        """
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

    @property
    def approach(self) -> Said:
        """How far the bot has come without a message."""
        return self._player.channel.approach

    def await_end(self, any_status: bool = False) -> float:
        """Wait for the bot, which was told to leave, to end by itself; return how long it took, in seconds.

        Raises Fault when it stays, or when its exit status is not 0 unless `any_status`.
        """
        told = monotonic()
        process = self._process
        while not process.exited and monotonic() < told + PATIENCE_S:
            self._player.channel.receive()
            self._wait(told + PATIENCE_S - monotonic())
        if not process.exited:
            words = Said("still there {seconds:g} s after it was told to leave", seconds=PATIENCE_S)
            expected = Said("the process ends by itself, with status 0, within {seconds:g} s", seconds=PATIENCE_S)
            raise self.fault("", words, expected=expected)
        took = monotonic() - told
        if process.status != 0 and not any_status:
            expected = Said("exit status 0 after the goodbye")
            raise self.fault("exited", process.describe_exit(), expected=expected)
        return took

    def left_behind(self) -> list[str]:
        """Return what still runs after the bot has ended and had its time to leave."""
        until = monotonic() + PATIENCE_S
        while strays() and monotonic() < until:
            self._poller.poll(ceil(TURN_S * 1000))
        return [name_of(pid) for pid in strays()]

    def memory(self) -> int:
        """Return the resident bytes of the bot and everything it started."""
        return memory_of(self._process.pid)

    def kill(self) -> None:
        """Kill the bot, as if it had crashed."""
        self._process.kill()

    def close(self) -> None:
        """End the bot and everything it started."""
        self._player.close()
        sweep()

    def fault(
        self, code: str, words: Said | str, *, expected: Said, got: bytes | None = None, clause: str = ""
    ) -> Fault:
        """Return a fault with the last message sent and what came back."""
        return Fault(
            code,
            words,
            expected=expected,
            sent=self.shown(self._last_sent),
            got=self.shown(got) if got is not None else "",
            clause=clause,
        )

    def shown(self, data: bytes) -> str:
        """Return a message as JSON, or in hex where that fails, without the token and cut short."""
        plain = as_json(data)
        text = bytes(plain).decode() if plain is not None else f"{len(data):,} bytes {data[:64].hex(' ')}"
        return shortened(text.replace(self.token, "(token)"))

    def _be_alone(self) -> None:
        """Raise Fault when anybody besides the bot has connected: they may get its messages."""
        channel = self._player.channel
        if channel.crowded:
            raise self.fault(
                "bad-hello",
                Said("{count} connections to its path before the hello", count=channel.connections),
                expected=Said("one connection, made once"),
            )

    def _wait(self, seconds: float) -> None:
        """Wait for something to happen, but never long."""
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
            words = Said("a message of frame after frame without end")
            raise self.fault("flooding", words, expected=Said("one frame a message"))

    def _gone(self) -> Fault:
        if self._process.exited:
            limit, end = self._process.describe_limit(), self._process.describe_exit()
            if limit:
                words = Said("{limit}; {end}", limit=limit, end=end)
                return self.fault("over-limit", words, expected=Said("a bot that keeps within its limits"))
            return self.fault("exited", end, expected=Said("a bot that runs until it is told to leave"))
        return self.fault(
            "disconnected",
            Said("the bot closed its connection, or sent {message}", message=TOO_LONG),
            expected=Said("one connection, kept until the goodbye"),
            clause=CONVERSATION,
        )
