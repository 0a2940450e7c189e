"""What goes into the match machine. Seats are those of the current leg.

These are not the events that bots are told, which are data of the wire (`arena.match.telling`).
"""

from typing import Any, NamedTuple

from protocol.messages import Answer, Hello


class Joined(NamedTuple):
    """A bot said hello. One that is known by its key may say it again: it was started anew while its seat was kept."""

    seat: int
    hello: Hello


class Returned(NamedTuple):
    """The connection of a bot that is known by its key was lost and is there again since `at`, in seconds."""

    seat: int
    at: float


class Replied(NamedTuple):
    """A bot answered."""

    seat: int
    answer: Answer[Any]


class Faulted(NamedTuple):
    """A message came that could not be read; `code` is its reason."""

    seat: int
    code: str
    message: str


class Gone(NamedTuple):
    """A bot's process or connection is gone, and nothing of it is left running."""

    seat: int
    code: str
    message: str
    processor_ms: int = 0


class Vacant(NamedTuple):
    """An expelled bot's process is gone."""

    seat: int
    processor_ms: int = 0


class Fading(NamedTuple):
    """A bot's process or connection has ended by itself; `Gone` follows when it is known how. Its clock stops."""

    seat: int


class Crowded(NamedTuple):
    """More than one connection was made to a seat's path, so the bot was ended: it wants a new path and a new start."""

    seat: int


class Lagged(NamedTuple):
    """One turn of the referee's loop took `micros`; `culprit` is the seat whose own traffic caused it, if one did."""

    micros: int
    culprit: int | None


class Tick(NamedTuple):
    """Time has passed."""


Event = Joined | Returned | Replied | Faulted | Gone | Vacant | Fading | Crowded | Lagged | Tick
