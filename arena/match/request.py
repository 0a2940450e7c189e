"""A request to a seat, open or overdue: what it asks and how long the answer may take."""

import msgspec

from protocol.messages import TOO_LONG, Decide
from protocol.text import Counted, Said


class Request:
    """An open `decide`: which rounds it asks about and how long the answer may take. Times are seconds."""

    __slots__ = (
        "asked_at",
        "budget",
        "deadline",
        "lagged",
        "losses",
        "message",
        "number",
        "repeated",
        "rounds",
        "stray",
    )

    def __init__(self, number: int, rounds: list[int], budget: float, message: Decide, repeated: bool) -> None:
        self.number = number
        self.rounds = rounds
        self.budget = budget
        self.message = message
        """As sent; it is sent again to a bot whose connection was lost."""
        self.repeated = repeated
        self.asked_at = 0.0
        self.deadline = float("inf")
        """Infinite until the message is handed to the socket: no bot can be late for what it was not sent."""
        self.lagged = False
        """Whether the referee stalled while it was open."""
        self.losses = 0
        """How often it was sent again because the connection had been lost."""
        self.stray: Said | None = None
        """Of the last answer that came while it was open and was not for it."""

    def start(self, now: float, allowance: float) -> None:
        """Start the clock; `allowance` is what bank and grace add to the budget, in seconds."""
        self.asked_at = now
        self.deadline = now + self.budget + allowance

    def missed(self) -> str:
        """Return in words that no answer came in time."""
        words = Said("no answer within {limit} ms", limit=round((self.deadline - self.asked_at) * 1000))
        if self.losses:
            words = Counted(
                self.losses,
                "{words}, in which its connection was lost {number} time; one cause is {cause}",
                "{words}, in which its connection was lost {number} times; one cause is {cause}",
                words=words,
                cause=TOO_LONG,
            )
        if self.stray is not None:
            words = Said("{words}; {stray}", words=words, stray=self.stray)
        return str(words)


class Overdue:
    """A request whose time is up. Its answer may still come."""

    __slots__ = ("deadline", "events", "number", "rounds")

    def __init__(self, request: Request) -> None:
        self.number = request.number
        self.rounds = request.rounds
        self.deadline = request.deadline
        self.events: list[msgspec.Raw] = request.message.events
        """What it told the bot, which may not have received it."""

    def late_ms(self, now: float) -> int:
        """Return how long after the deadline its answer came."""
        return round((now - self.deadline) * 1000)
