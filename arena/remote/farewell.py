"""The goodbye to bots that stayed from match to match."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

import zmq

from arena.errors import ArenaError
from arena.records.job import BotProgram, Listening
from arena.remote.gate import Gate
from protocol.codec import encode
from protocol.messages import Bye

PATIENCE_S: Final = 2.0
"""How long a bot that has lost its last referee may take to be there again."""
KNOCK_S: Final = 1.0
"""Within which a bot that has waited for long knocks, as it does so several times a second."""

COMES_BACK_S: Final = 0.4
"""Within which a bot that has not heard the goodbye makes its connection anew, as libzmq does after 0.1 to 0.2 s."""


class Farewell(NamedTuple):
    """Who was told that it is over and who was not there, by name; and why it could be said to nobody at a port."""

    told: list[str]
    absent: list[str]
    barred: dict[str, str]


def say_goodbye(bots: Sequence[BotProgram], listening: Listening, again: bool = False) -> Farewell:
    """Tell every remote bot of `bots` that is there that it is over, each at its port, whatever is wrong with others.

    Said `again`, it takes a second when nobody waits any more.
    """
    gates: dict[str, Gate] = {}
    barred: dict[str, str] = {}
    with ExitStack() as stack:
        for bot in bots:
            if not bot.remote:
                continue
            try:
                gates[bot.name] = Gate("", [bot], listening)
            except ArenaError as error:
                barred[bot.name] = str(error)
            else:
                stack.callback(gates[bot.name].close)
        told = _tell(gates, KNOCK_S if again else PATIENCE_S)
    return Farewell([name for name in gates if name in told], [name for name in gates if name not in told], barred)


def _tell(gates: Mapping[str, Gate], knock_s: float) -> set[str]:
    """Who was told, by name; where somebody has knocked within `knock_s`, he is waited for.

    The gates stay open until those who were told have parted: who comes back instead has not heard it.
    """
    goodbye = encode(Bye("completed"))
    channels = {name: channel for name, gate in gates.items() for channel in gate.channels.values()}
    poller = zmq.Poller()
    for name, gate in gates.items():
        poller.register(gate.zap, zmq.POLLIN)
        poller.register(channels[name].monitor, zmq.POLLIN)
    told: dict[str, int] = {}
    """By name, which of its connections was told last."""
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
