"""Asking: what each seat of a leg is asked, and its clock. Times are seconds.

A request closes when it is answered, when its time is up, or when its bot is gone. If the referee itself stalled, the
time was void, and the same is asked again, once.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from arena.match.commands import Send
from arena.match.request import Overdue, Request
from arena.match.round_book import RoundBook
from arena.match.seat import Phase, Seat
from arena.match.telling import Telling
from arena.records.job import MatchSettings
from protocol.messages import Answer, Decide
from protocol.text import Said


class _Asked:
    """One seat: the rounds that still need its decision, in order, and what it has been asked."""

    __slots__ = ("bank", "batch", "busy_until", "excused", "open", "overdue", "queue")

    def __init__(self, bank: float) -> None:
        self.bank = bank
        self.batch = 1
        self.queue: deque[int] = deque()
        self.open: Request | None = None
        self.overdue: dict[int, Overdue] = {}
        self.excused: set[int] = set()
        """The requests that were settled without an answer, which may still come."""
        self.busy_until = 0.0
        """Until when the bot may think about the last of those, in seconds."""

    def has_heard(self) -> None:
        """An answer came, so everything sent before it has arrived."""
        for overdue in self.overdue.values():
            overdue.events = []

    def take_unheard(self) -> list[msgspec.Raw]:
        """Take the events sent since the bot's last answer, oldest first. Sent once more, they count as heard."""
        events = [event for overdue in self.overdue.values() for event in overdue.events]
        self.has_heard()
        return events


class Asking:
    """Takes seats by number. A seat has at most one open request."""

    def __init__(
        self, match: str, seats: Sequence[Seat], book: RoundBook, telling: Telling, settings: MatchSettings
    ) -> None:
        self._match = match
        self._seats = seats
        self._book = book
        self._telling = telling
        self._decision_ms = settings.decision_ms
        self._grace = settings.grace_ms / 1000
        self._most_batch = settings.batch
        self._serial = settings.thinking == "serial"
        self._asked = [_Asked(settings.bank_ms / 1000) for _ in seats]
        self._requests = 0
        self.voided = 0
        """The number of requests whose time was void."""

    # -- asking ------------------------------------------------------------------------------------------------

    def take_batches(self, seat: int, batch: int) -> None:
        """Set how many decisions the seat's bot takes in a message."""
        self._asked[seat].batch = min(batch, self._most_batch)

    def enqueue(self, seat: int, number: int) -> None:
        """Queue a round that needs the seat's decision."""
        self._asked[seat].queue.append(number)

    def next_requests(self) -> Iterator[Send]:
        """Ask each seat that can be asked. One bot already thinks while the next one's message is made."""
        for seat, asked in zip(self._seats, self._asked, strict=True):
            queue = asked.queue
            if queue and asked.open is None and seat.phase is Phase.PLAYING:
                if self._serial and any(other.open is not None for other in self._asked):
                    return
                one = asked.batch == 1
                rounds = [queue.popleft()] if one else [queue.popleft() for _ in range(min(asked.batch, len(queue)))]
                yield Send(seat.number, self._ask(seat.number, asked, rounds))

    def _ask(self, seat: int, asked: _Asked, rounds: list[int], repeated: bool = False) -> Decide:
        self._requests += 1
        opened = [self._book[number] for number in rounds]
        decisions = [each.decisions[seat] for each in opened]
        first = decisions[0]
        budget = first.budget if len(decisions) == 1 else sum([decision.budget for decision in decisions])
        message = Decide(
            match=self._match,
            request=self._requests,
            kind=first.kind,
            decision_ms=self._decision_ms,
            bank_ms=int(asked.bank * 1000),
            items=[each.state.observe(seat) for each in opened],
            events=self._telling.take_events(seat),
            legal=first.legal,
        )
        asked.open = Request(self._requests, rounds, budget * self._decision_ms / 1000, message, repeated)
        return message

    def ask_again(self, seat: int, now: float, lost_until: float = float("inf")) -> None:
        """Send the open request again, with the time left, after a lost connection; not if it was first sent later than
        `lost_until`. If none is open, the events that the bot may have missed go with the next one.
        """
        asked = self._asked[seat]
        request = asked.open
        if request is not None and request.asked_at > lost_until:
            return
        unheard = asked.take_unheard()
        if request is None:
            self._telling.repeat_events(seat, unheard)
            return
        request.losses += 1
        spent = now - request.asked_at if request.asked_at else 0.0
        left = max(request.budget - spent, 0.0) / request.budget
        bank = max(asked.bank - max(spent - request.budget, 0.0), 0.0)
        request.message = msgspec.structs.replace(request.message, events=unheard + request.message.events)
        message = msgspec.structs.replace(
            request.message, decision_ms=int(request.message.decision_ms * left), bank_ms=int(bank * 1000)
        )
        self._telling.send(seat, message)

    # -- clocks ------------------------------------------------------------------------------------------------

    def handed(self, seat: int, now: float) -> None:
        """Start the clock of a seat whose `decide` has been handed to its socket.

        A bot that may still think about a request that was settled without it begins when that one's time is up.
        """
        asked = self._asked[seat]
        if asked.open is not None and not asked.open.asked_at:
            asked.open.start(max(now, asked.busy_until), asked.bank + self._grace)

    @property
    def due(self) -> float:
        """The first deadline of an open request; infinite if none is open."""
        return min([asked.open.deadline for asked in self._asked if asked.open is not None], default=float("inf"))

    def is_late(self, seat: int, now: float) -> bool:
        """Return whether the time for the seat's open request is up."""
        request = self._asked[seat].open
        return request is not None and now > request.deadline

    def stop_clock(self, seat: int) -> None:
        """Stop the clock of a seat whose bot has ended: it cannot be late while we learn how it ended."""
        request = self._asked[seat].open
        if request is not None:
            request.deadline = float("inf")

    def stalled(self, culprit: int | None) -> None:
        """Note that the referee stalled: the open requests of all seats but the culprit may turn out void."""
        for seat, asked in enumerate(self._asked):
            if asked.open is not None and seat != culprit:
                asked.open.lagged = True

    # -- settled without an answer -----------------------------------------------------------------------------

    def excuse(self, seat: int, number: int) -> None:
        """Ask the seat no longer about the round: what follows is settled whatever it answers."""
        asked = self._asked[seat]
        if asked.open is None or number not in asked.open.rounds:
            asked.queue.remove(number)
            return
        asked.excused.add(asked.open.number)
        if asked.open.deadline != float("inf"):
            asked.busy_until = asked.open.deadline
        asked.open = None

    def excused(self, seat: int, answer: Answer[Any], now: float) -> bool:
        """Return whether the answer is for a request that was settled without it; the bot is free for the next then."""
        asked = self._asked[seat]
        if answer.request not in asked.excused or answer.match != self._match:
            return False
        asked.excused.discard(answer.request)
        if not asked.excused:
            asked.busy_until = 0.0
            if asked.open is not None and asked.open.asked_at > now:
                asked.open.start(now, asked.bank + self._grace)
        return True

    # -- closing -----------------------------------------------------------------------------------------------

    def answered_by(self, seat: int, answer: Answer[Any]) -> Request | None:
        """Return the open request that the answer is for, in time or not, or None."""
        request = self._asked[seat].open
        if request is None or answer.request != request.number or answer.match != self._match:
            return None
        return request

    def strayed(self, seat: int, answer: Answer[Any]) -> None:
        """Note at the seat's open request that an answer came which is for nothing that is open."""
        request = self._asked[seat].open
        if request is None:
            return
        if answer.match != self._match:
            request.stray = Said('an answer came with another "match" than the open decide has')
        else:
            request.stray = Said(
                'an answer came with "request" {given}; the open decide has {wanted}',
                given=answer.request,
                wanted=request.number,
            )

    def close(self, seat: int, request: Request, now: float) -> int:
        """Close the seat's open request, answered in time. Return how long that took, in microseconds."""
        asked = self._asked[seat]
        asked.open = None
        if asked.overdue:
            asked.has_heard()
        # a bot answers in order, so what it was excused from before will not be answered any more
        asked.excused.clear()
        asked.busy_until = 0.0
        # the clock of a bot started by hand never starts: no time has passed
        elapsed = max(now - request.asked_at, 0.0)
        if elapsed > request.budget:
            asked.bank -= min(asked.bank, elapsed - request.budget)
        return int(elapsed * 1e6)

    def expire(self, seat: int) -> Request | None:
        """Close the seat's open request, whose time is up. Return it, or None if it is void and asked again."""
        asked = self._asked[seat]
        request, asked.open = asked.open, None
        assert request is not None
        asked.overdue[request.number] = Overdue(request)
        if request.lagged and not request.repeated:
            self.voided += 1
            self._telling.send(seat, self._ask(seat, asked, request.rounds, repeated=True))
            return None
        asked.bank = 0.0
        return request

    def withdraw(self, seat: int) -> Request | None:
        """Close the seat's open request without an answer. Return it, or None if none was open."""
        request, self._asked[seat].open = self._asked[seat].open, None
        return request

    def clear_queue(self, seat: int) -> list[int]:
        """Empty the seat's queue. Return the rounds that were in it."""
        queue = self._asked[seat].queue
        rounds = list(queue)
        queue.clear()
        return rounds

    # -- answers that come late --------------------------------------------------------------------------------

    def overdue_for(self, seat: int, answer: Answer[Any]) -> Overdue | None:
        """Take the overdue request that the answer is for, or None."""
        return self._asked[seat].overdue.pop(answer.request, None) if answer.match == self._match else None

    def take_overdue(self, seat: int) -> list[Overdue]:
        """Take all overdue requests of the seat: their answers can no longer come."""
        asked = self._asked[seat]
        overdue = list(asked.overdue.values())
        asked.overdue.clear()
        return overdue
