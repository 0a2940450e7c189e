"""The goodbye to bots that stayed from match to match."""

from collections.abc import Sequence
from math import ceil
from time import monotonic
from typing import Final

import zmq

from arena.records import BotProgram, Listening
from arena.remote.gate import Gate
from protocol.codec import encode
from protocol.messages import Bye

PATIENCE_S: Final = 2.0
"""How long a bot that has lost its last referee may take to knock again."""


def say_goodbye(bots: Sequence[BotProgram], listening: Listening) -> list[str]:
    """Tell every remote bot of `bots` that is still there that it is over; returns the names of those that were told.

    Raises ArenaError when a port cannot be listened at.
    """
    goodbye = encode(Bye("completed"))
    gate = Gate("", bots, listening)
    try:
        poller = zmq.Poller()
        poller.register(gate.zap, zmq.POLLIN)
        waiting = dict(gate.channels)
        for channel in waiting.values():
            poller.register(channel.monitor, zmq.POLLIN)
        until = monotonic() + PATIENCE_S
        while waiting and (left := until - monotonic()) > 0:
            poller.poll(ceil(left * 1000))
            gate.attend()
            for bot in [bot for bot, channel in waiting.items() if channel.connected and channel.send(goodbye)]:
                del waiting[bot]
        return [bots[bot].name for bot in gate.channels if bot not in waiting]
    finally:
        gate.close()
