"""The goodbye to remote bots, which stay from match to match."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

import zmq

from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening
from arena.remote.gate import Gate
from arena.system.interrupts import held
from protocol.codec import encode
from protocol.messages import Bye

PATIENCE_S: Final = 2.0
"""How long a bot may take to reconnect after its last match."""
KNOCK_S: Final = 1.0
"""A bot that has waited for long tries to connect within this time: it does so several times a second."""

COMES_BACK_S: Final = 0.4
"""A bot that missed the goodbye reconnects within this time: libzmq does so after 0.1 to 0.2 s."""


class Farewell(NamedTuple):
    """Who was told and who was absent, by name; and for each port that could not be used, why."""

    told: list[str]
    absent: list[str]
    barred: dict[str, str]


def say_goodbye(bots: Sequence[BotProgram], listening: Listening, again: bool = False) -> Farewell:
    """Say goodbye to every remote bot of `bots` that is there, each at its port, whatever is wrong with others.

    Said `again`, it takes a second if nobody waits any more.
    """
    gates: dict[str, Gate] = {}
    barred: dict[str, str] = {}
    with ExitStack() as stack:
        for bot in bots:
            if not bot.remote:
                continue
            try:
                with held():
                    gates[bot.name] = Gate("", [bot], listening)
                    stack.callback(gates[bot.name].close)
            except ArenaError as error:
                barred[bot.name] = str(error)
        told = _tell(gates, KNOCK_S if again else PATIENCE_S)
    return Farewell([name for name in gates if name in told], [name for name in gates if name not in told], barred)


def _tell(gates: Mapping[str, Gate], knock_s: float) -> set[str]:
    """Return who was told, by name. A bot that tries to connect within `knock_s` is waited for.

    The gates stay open until those who were told have left: a bot that reconnects instead has not heard it.
    """
    goodbye = encode(Bye("completed"))
    channels = {name: channel for name, gate in gates.items() for channel in gate.channels.values()}
    poller = zmq.Poller()
    for name, gate in gates.items():
        poller.register(gate.zap, zmq.POLLIN)
        poller.register(channels[name].monitor, zmq.POLLIN)
    told: dict[str, int] = {}
    """By name, the number of the connection that was told last."""
    gone_at: dict[str, float] = {}
    parted: set[str] = set()
    begun = monotonic()
    while waiting := channels.keys() - parted:
        knocked = any(channels[name].seen for name in waiting)
        left = begun + (PATIENCE_S if knocked else knock_s) - monotonic()
        if left <= 0:
            break
        poller.poll(ceil(min(left, COMES_BACK_S) * 1000))
        for gate in gates.values():
            gate.attend()
        for name in waiting:
            channel = channels[name]
            if channel.connected:
                gone_at.pop(name, None)
                if told.get(name) != channel.connections and channel.send(goodbye):
                    told[name] = channel.connections
            elif name in told and monotonic() >= gone_at.setdefault(name, monotonic()) + COMES_BACK_S:
                parted.add(name)
    return set(told)
