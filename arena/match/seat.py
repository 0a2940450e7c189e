"""What the match machine knows of one seat during a leg."""

from collections import deque
from enum import Enum, auto

import msgspec

from arena.records.result import Strike
from arena.text import counted
from protocol.messages import TOO_LONG, Decide, EventDetail


class Phase(Enum):
    STARTING = auto()
    """Launched; its hello is awaited."""
    PLAYING = auto()
    LEAVING = auto()
    """Expelled; its process is not gone yet."""
    GONE = auto()


class Request:
    """A `decide` that is open: which rounds it asks about and how long the answer may take. Times are seconds."""

    __slots__ = ("asked_at", "budget", "deadline", "lagged", "losses", "message", "number", "repeated", "rounds")

    def __init__(self, number: int, rounds: list[int], budget: float, repeated: bool) -> None:
        self.number = number
        self.rounds = rounds
        self.budget = budget
        self.asked_at = 0.0
        self.deadline = float("inf")
        """Unset until the message was handed to the socket, since no bot can be late for what it was not sent."""
        self.lagged = False
        self.losses = 0
        """How often it was asked again because the connection had been lost."""
        self.message: Decide | None = None
        """As it was sent; it is sent again to a bot whose connection was lost."""
        self.repeated = repeated

    def start(self, now: float, allowance: float) -> None:
        """The clock starts; `allowance` is what bank and grace add to the budget, in seconds."""
        self.asked_at = now
        self.deadline = now + self.budget + allowance

    def missed(self) -> str:
        """In words, that no answer came in time."""
        words = f"no answer within {round((self.deadline - self.asked_at) * 1000)} ms"
        if not self.losses:
            return words
        return f"{words}, in which its connection was lost {counted(self.losses, 'time')}; one cause is {TOO_LONG}"


class Overdue:
    """A request that ran out of time unanswered, and what its answer will fill in when it comes."""

    __slots__ = ("deadline", "events", "rounds", "strike")

    def __init__(self, deadline: float, strike: Strike | None, rounds: list[int], events: list[msgspec.Raw]) -> None:
        self.deadline = deadline
        self.events = events
        """What it told and the bot may not have heard."""
        self.strike = strike
        self.rounds = rounds


class Seat:
    """One seat of a leg. `queue` holds the rounds that still want its decision, in order."""

    def __init__(self, number: int, bot: int, bank: float, by_key: bool = False, stays: bool = False) -> None:
        """A bot that is known `by_key` needs no token, and its connection may be lost and come back; one that `stays`
        may be wanted for another match.
        """
        self.number = number
        self.by_key = by_key
        self.stays = stays
        self.bot = bot
        self.bank = bank
        self.phase = Phase.GONE
        self.token = ""
        self.hello_due = 0.0
        self.batch = 1
        self.detail: EventDetail = "full"
        self.queue: deque[int] = deque()
        self.open: Request | None = None
        self.overdue: dict[int, Overdue] = {}
        self.events: list[msgspec.Raw] = []
        self.strikes = 0
        self.restarts = 0
        self.crowded = 0
        self.stale = 0
        self.undue = 0
        self.code = ""
        """Why the seat is out of the leg, once it is."""

    @property
    def due(self) -> float:
        """When something must happen if nothing is heard of the seat, in seconds."""
        if self.phase is Phase.STARTING:
            return self.hello_due
        return self.open.deadline if self.open is not None else float("inf")

    def unheard(self) -> list[msgspec.Raw]:
        """What was told since the bot's last answer, oldest first; told once more, it counts as heard."""
        events = [event for overdue in self.overdue.values() for event in overdue.events]
        self.has_heard()
        return events

    def has_heard(self) -> None:
        """An answer came: what was told before it has arrived."""
        for overdue in self.overdue.values():
            overdue.events = []

    def take_events(self) -> list[msgspec.Raw]:
        events, self.events = self.events, []
        return events
