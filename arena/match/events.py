"""What goes into the match machine. Seats are those of the current leg.

The events that bots are told of are another thing: data on the wire (`arena.match.telling`).
"""

from typing import Any, NamedTuple

from protocol.messages import Answer, Hello


class Joined(NamedTuple):
    """A bot said hello. A bot known by its key may say it again, when its program was restarted and its seat kept."""

    seat: int
    hello: Hello


class Returned(NamedTuple):
    """The lost connection of a bot known by its key was restored, at `at` in seconds."""

    seat: int
    at: float


class Approached(NamedTuple):
    """How far a bot that has said no hello has come, in words for its author."""

    seat: int
    words: str


class Replied(NamedTuple):
    """A bot answered."""

    seat: int
    answer: Answer[Any]


class Faulted(NamedTuple):
    """A message could not be read; `code` is the reason code."""

    seat: int
    code: str
    message: str


class Gone(NamedTuple):
    """A bot's process or connection ended without being told to, and nothing of it is left running."""

    seat: int
    code: str
    message: str
    processor_ms: int = 0


class Vacant(NamedTuple):
    """An expelled bot's process is gone."""

    seat: int
    processor_ms: int = 0


class Fading(NamedTuple):
    """A bot's process or connection has ended; `Gone` follows once it is known how. Its clock stops."""

    seat: int


class Crowded(NamedTuple):
    """A seat's path had more than one connection, so its bot was ended. It needs a new path and a new start."""

    seat: int


class Lagged(NamedTuple):
    """One turn of the referee's loop took `micros`; `culprit` is the seat whose traffic caused it, if any."""

    micros: int
    culprit: int | None


class Tick(NamedTuple):
    """Time has passed."""


Event = Joined | Returned | Approached | Replied | Faulted | Gone | Vacant | Fading | Crowded | Lagged | Tick
