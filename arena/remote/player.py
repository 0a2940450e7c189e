"""A remote bot at its seat: no process of ours, and a connection that may be away for a while."""

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
"""A program that has just started says hello at once. One whose connection was only made anew, from a match before
this one say, does not, and is taken to have said the least."""


class RemotePlayer:
    """Looks to the referee as `arena.seats.player.LocalPlayer` does. Times are seconds on the monotonic clock."""

    by_hand: Final = False

    def __init__(
        self, seat: int, game: str, channel: RemoteChannel, log: BotLog, listening: Listening, known: Hello | None
    ) -> None:
        """`known` is what the bot said when it joined this match before."""
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
        """Those of the channel that were seen here."""
        self._away_since = float("inf")
        self._settled_at = float("inf")

    @property
    def due(self) -> float:
        """When `look` has something to say if nothing is heard before."""
        return min(self.gone_at, self._settled_at, self._given_up_at)

    @property
    def _given_up_at(self) -> float:
        """Until it joins, the match's own limit for the start counts."""
        return self._away_since + self._patience if self._joined else float("inf")

    def greeting(self, hello: Hello) -> Joined:
        """What the hello means to the match."""
        self.channel.watch()
        self._see()
        self.hello, self._joined, self._settled_at = hello, True, float("inf")
        return Joined(self.seat, hello)

    def look(self, now: float) -> Event | None:
        """Whether its connection has come back, or is taken for a bot that joins."""
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
        """Whether the channel has a connection that it had not before."""
        if self._connections == self.channel.connections or self.channel.lost:
            return False
        self._connections = self.channel.connections
        self._away_since = float("inf")
        self.log.write(b"[connected]\n")
        return True

    def leave(self, now: float) -> None:
        """What was said last is on its way, and there is nothing to wait for."""
        self.leaving = True
        self.gone_at = now

    def press(self, now: float) -> None:
        """There is no process to end."""

    def close(self) -> tuple[str, str]:
        """Shut its port. Returns the reason code and words for a bot that was not asked to leave."""
        self.channel.close()
        words = Said("the connection was lost and did not come back within {seconds:g} s", seconds=self._patience)
        return "disconnected", str(words)
