"""A remote bot at its seat: no process to watch, and a connection that may be lost for a while."""

from typing import Final

from arena.match.events import Event, Joined, Returned
from arena.records.job import Listening
from arena.remote.channel import RemoteChannel
from arena.remote.keys import public_of
from arena.remote.listening import endpoint_to_tell
from arena.seats.by_hand import ProcessByHand
from arena.seats.process import BotLog
from protocol.messages import VERSION, Hello
from protocol.text import Said

SETTLE_S: Final = 1.0
"""How long a new connection may take to say hello. A program that has just started does so at once; one that only
reconnected, for example from an earlier match, does not, and gets the defaults."""


class RemotePlayer:
    """Has the interface of `arena.seats.player.LocalPlayer`. Times are seconds on the monotonic clock."""

    by_hand: Final = False

    def __init__(
        self, seat: int, game: str, channel: RemoteChannel, log: BotLog, listening: Listening, known: Hello | None
    ) -> None:
        """`known` is the hello of the bot when it joined this match earlier."""
        self._least = Hello(protocol=[VERSION], token="", name="", games=[game])
        self.seat = seat
        self.channel = channel
        self.log = log
        self.process = ProcessByHand()
        self.variables = {
            "ARENA_ENDPOINT": endpoint_to_tell(listening.host, channel.port),
            "ARENA_SERVER_KEY": public_of(listening.secret_key),
        }
        self.announced = not listening.stays
        self.leaving = False
        self.gone_at = float("inf")
        self.hello = known
        self._patience = listening.patience_ms / 1000
        self._joined = False
        self._connections = 0
        """The number of the channel's connections seen so far."""
        self._away_since = float("inf")
        self._settled_at = float("inf")

    @property
    def due(self) -> float:
        """When `look` must be called next if nothing happens before."""
        return min(self.gone_at, self._settled_at, self._given_up_at)

    @property
    def _given_up_at(self) -> float:
        """When a lost connection is given up. Until the bot joins, the match's start-up limit counts instead."""
        return self._away_since + self._patience if self._joined else float("inf")

    def greeting(self, hello: Hello) -> Joined:
        """Return the match's event for the hello."""
        self.channel.watch()
        self._see()
        self.hello, self._joined, self._settled_at = hello, True, float("inf")
        return Joined(self.seat, hello)

    def look(self, now: float) -> Event | None:
        """Return an event if the connection is back, or if it counts as a bot that joins."""
        self.channel.watch()
        if self.leaving:
            return None
        if self._see():
            if self._joined:
                return Returned(self.seat, self.channel.arrived_at)
            self._settled_at = now if self.hello is not None else now + SETTLE_S
        if self.channel.lost and self._away_since == float("inf"):
            self.log.write(b"[the connection is lost]\n")
            self._away_since, self._settled_at = now, float("inf")
        if now >= self._settled_at:
            return self.greeting(self.hello or self._least)
        if now >= self._given_up_at:
            self.gone_at = now
        return None

    def _see(self) -> bool:
        """Return whether the channel has a new connection."""
        if self._connections == self.channel.connections or self.channel.lost:
            return False
        self._connections = self.channel.connections
        self._away_since = float("inf")
        self.log.write(b"[connected]\n")
        return True

    def leave(self, now: float) -> None:
        """Leave at once: the last messages are on their way."""
        self.leaving = True
        self.gone_at = now

    def press(self, now: float) -> None:
        """Do nothing: there is no process to end."""

    def close(self) -> tuple[str, str]:
        """Close its port. Return the reason code and words, for a bot that was not asked to leave."""
        self.channel.close()
        words = Said("the connection was lost and did not come back within {seconds:g} s", seconds=self._patience)
        return "disconnected", str(words)
