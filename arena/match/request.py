"""A request to a seat: what it asks, how long the answer may take, and what is left of it when that time is up."""

import msgspec

from arena.text import counted
from protocol.messages import TOO_LONG, Decide


class Request:
    """A `decide` that is open: which rounds it asks about and how long the answer may take. Times are seconds."""

    __slots__ = ("asked_at", "budget", "deadline", "lagged", "losses", "message", "number", "repeated", "rounds")

    def __init__(self, number: int, rounds: list[int], budget: float, message: Decide, repeated: bool) -> None:
        self.number = number
        self.rounds = rounds
        self.budget = budget
        self.message = message
        """As it was sent; it is sent again to a bot whose connection was lost."""
        self.repeated = repeated
        self.asked_at = 0.0
        self.deadline = float("inf")
        """Unset until the message was handed to the socket, since no bot can be late for what it was not sent."""
        self.lagged = False
        """Whether the referee itself stalled meanwhile."""
        self.losses = 0
        """How often it was asked again because the connection had been lost."""

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
    """A request whose time is up; its answer may still come."""

    __slots__ = ("deadline", "events", "number", "rounds")

    def __init__(self, request: Request) -> None:
        self.number = request.number
        self.rounds = request.rounds
        self.deadline = request.deadline
        self.events: list[msgspec.Raw] = request.message.events
        """What it told and the bot may not have heard."""

    def late_ms(self, now: float) -> int:
        """How long after its deadline the answer came."""
        return round((now - self.deadline) * 1000)
