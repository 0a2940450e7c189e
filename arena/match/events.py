"""What goes into the match machine (events) and what comes out (commands). Seats are those of the current leg."""

from typing import Any, NamedTuple

from arena.records.result import MatchResult
from protocol.messages import Answer, FromReferee, Hello


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


class Lost(NamedTuple):
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
    """A bot's process or connection has ended by itself; `Lost` follows when it is known how. Its clock stops."""

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


Event = Joined | Returned | Replied | Faulted | Lost | Vacant | Fading | Crowded | Lagged | Tick


class Launch(NamedTuple):
    """Start the bot for a seat. A start of a new leg gets a fresh scratch folder, a restart keeps the
    leg's, but for levels of isolation whose scratch is memory that goes with the process.
    """

    seat: int
    bot: int
    leg: int
    token: str


class Send(NamedTuple):
    """Hand a message to a seat's socket, and say when with `Match.handed` if it is a `decide`."""

    seat: int
    message: FromReferee


class Expel(NamedTuple):
    """End a seat's process: wait for it to end by itself, then terminate, then kill it; or kill it at once."""

    seat: int
    at_once: bool = False


class Finish(NamedTuple):
    """The match is over; every seat is vacant."""

    result: MatchResult


Command = Launch | Send | Expel | Finish
