"""What comes out of the match machine. Seats are those of the current leg."""

from typing import NamedTuple

from arena.records.result import MatchResult
from protocol.messages import FromReferee


class Launch(NamedTuple):
    """Start a seat's bot. A new leg gets a fresh scratch folder; a restart keeps the leg's, except at levels of
    isolation whose scratch folder is in memory and goes with the process.
    """

    seat: int
    bot: int
    leg: int
    token: str


class Send(NamedTuple):
    """Hand a message to a seat's socket. If it is a `decide`, call `Match.handed` when that is done."""

    seat: int
    message: FromReferee


class Expel(NamedTuple):
    """End a seat's process: wait for it to exit, then terminate it, then kill it; or kill it at once."""

    seat: int
    at_once: bool = False


class Finish(NamedTuple):
    """The match is over and every seat is vacant."""

    result: MatchResult


Command = Launch | Send | Expel | Finish
