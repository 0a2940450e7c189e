"""Telling: what the bots of a leg are told, and the commands that go out, in order.

Events travel with the next message that a bot is sent anyway. Until then they wait here, by seat.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.match.commands import Command, Expel, Launch, Send
from arena.match.game import Game, State
from arena.match.seat import Phase, Seat
from arena.records.job import MatchJob
from protocol.codec import encode
from protocol.messages import (
    Bye,
    Clock,
    End,
    EventDetail,
    FromReferee,
    MatchStart,
    Refused,
    SeatEvent,
    StrikeEvent,
    Welcome,
)


class Telling:
    """Collects events by seat, and commands until they are taken."""

    def __init__(self, match: str, seats: Sequence[Seat], job: MatchJob, game: Game[Any], arena_version: str) -> None:
        """`match` is the leg's id on the wire."""
        self._match = match
        self._seats = seats
        self._job = job
        self._game = game.name
        self._rules = msgspec.Raw(encode(game.rules()))
        self._version = arena_version
        self._details: list[EventDetail] = ["full"] * len(seats)
        self._events: list[list[msgspec.Raw]] = [[] for _ in seats]
        self._outbox: list[Command] = []

    def take_commands(self) -> list[Command]:
        """Return the commands since the last call, in order."""
        commands, self._outbox = self._outbox, []
        return commands

    # -- commands ----------------------------------------------------------------------------------------------

    def launch(self, seat: Seat, leg: int) -> None:
        self._outbox.append(Launch(seat.number, seat.bot, leg, seat.token))

    def expel(self, seat: Seat, at_once: bool) -> None:
        self._outbox.append(Expel(seat.number, at_once))

    def send(self, seat: int, message: FromReferee) -> None:
        self._outbox.append(Send(seat, message))

    def welcome(self, seat: Seat, session: str, detail: EventDetail) -> None:
        """Admit the seat's bot, which wants settled rounds in this detail."""
        self._details[seat.number] = detail
        self.send(seat.number, Welcome(session=session, arena=self._version))
        settings = self._job.settings
        start = MatchStart(
            match=self._match,
            game=self._game,
            seat=seat.number,
            seats=[self._job.bots[each.bot].name for each in self._seats],
            rounds=settings.rounds,
            rules=self._rules,
            time=Clock(settings.decision_ms, settings.grace_ms, settings.bank_ms),
        )
        self.send(seat.number, start)

    def refuse(self, seat: Seat, code: str, message: str) -> None:
        self.send(seat.number, Refused(code, message))

    def dismiss(self, seat: Seat, code: str, water: Sequence[int]) -> None:
        """Tell the seat's bot that the leg goes on without it."""
        self.send(seat.number, self._end(seat, code, water) if seat.stays else Bye(code))

    def say_end(self, seat: Seat, reason: str, water: Sequence[int]) -> None:
        """Tell the seat's bot that the leg is over."""
        self.send(seat.number, self._end(seat, reason, water))
        if not seat.stays:
            self.send(seat.number, Bye(reason))

    def _end(self, seat: Seat, reason: str, water: Sequence[int]) -> End:
        places = [1 + sum(other > mine for other in water) for mine in water]
        return End(self._match, self.take_events(seat.number), list(water), places, reason)

    # -- events ------------------------------------------------------------------------------------------------

    def strike(self, seat: Seat, event: StrikeEvent) -> None:
        """Tell the seat's bot, and no other, of its fault."""
        self._events[seat.number].append(msgspec.Raw(encode(event)))

    def seat_state(self, seat: Seat, state: str) -> None:
        """Tell every playing bot what happened to a seat."""
        raw = msgspec.Raw(encode(SeatEvent(seat.number, state)))
        for each in self._seats:
            if each.phase is Phase.PLAYING:
                self._events[each.number].append(raw)

    def happened(self, state: State[Any], head: str = "") -> None:
        """Tell every playing bot what it may know of what led to the state, in the detail it asked for.

        The last event of a settled round carries the `head` of the chain; where a seat learns of none, it comes alone.
        """
        told: dict[int, tuple[Sequence[dict[str, Any]], list[msgspec.Raw]]] = {}
        for seat in self._seats:
            detail = self._details[seat.number]
            if seat.phase is Phase.PLAYING and detail != "none":
                events = state.events(seat.number, detail)
                if not events and not head:
                    continue
                # the events are kept beside their bytes, which keeps their identity theirs
                known = told.get(id(events))
                if known is None:
                    last = events[-1] if events else {"type": "head"}
                    whole = [*events[:-1], {**last, "head": head}] if head else events
                    known = told[id(events)] = (events, [msgspec.Raw(encode(event)) for event in whole])
                self._events[seat.number] += known[1]

    def take_events(self, seat: int) -> list[msgspec.Raw]:
        """Return the events to send with the seat's next message, oldest first."""
        events, self._events[seat] = self._events[seat], []
        return events

    def repeat_events(self, seat: int, events: list[msgspec.Raw]) -> None:
        """Put these before the waiting events, to be sent once more."""
        self._events[seat] = events + self._events[seat]
