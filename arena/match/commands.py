"""What comes out of the match machine. Seats are those of the current leg."""

from typing import NamedTuple

from arena.records.result import MatchResult
from protocol.messages import FromReferee


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
