"""The state of one seat in a leg."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from arena.records.job import MatchJob


class Phase(Enum):
    """Where a seat's bot is between start and end."""

    STARTING = auto()
    """Launched; no hello yet."""
    PLAYING = auto()
    LEAVING = auto()
    """Expelled; its process has not ended yet."""
    GONE = auto()


class Seat:
    """One seat of a leg. Only `LegMachine` and `Faults` change it; the other parts read its phase and code."""

    def __init__(self, number: int, bot: int, by_key: bool, stays: bool) -> None:
        """A bot known `by_key` needs no token, and its connection may be lost and restored. A bot that `stays` may be
        needed for another match.
        """
        self.number = number
        self.bot = bot
        self.by_key = by_key
        self.stays = stays
        self.phase = Phase.GONE
        self.token = ""
        self.hello_due = 0.0
        """The deadline of its hello while it is starting, in seconds."""
        self.approach = ""
        """How far it has come without a hello, in words; empty where that is unknown."""
        self.strikes = 0
        self.restarts = 0
        self.crowded = 0
        self.stale = 0
        self.undue = 0
        self.code = ""
        """Why the seat is out of the leg; empty while it is not."""


def seats_of(job: MatchJob, seating: Sequence[int]) -> list[Seat]:
    """Return the seats of a leg; `seating` gives the bot at each, as an index into the job's bots."""
    stay = job.listening is not None and job.listening.stays
    remote = [bool(job.bots[bot].remote) for bot in seating]
    return [Seat(number, bot, remote[number], stay and remote[number]) for number, bot in enumerate(seating)]


class Tally(NamedTuple):
    """How a bot stands in a leg."""

    bot: int
    water: int
    stale: int
    code: str
    """Why it is out of the leg; empty if it is not."""
