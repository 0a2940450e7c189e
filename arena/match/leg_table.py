"""The table of a leg: its seats and rounds, and what can be done to them. `leg.py` says when it is done."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec

from arena.match.events import Command, Expel, Launch, Send
from arena.match.game import Game
from arena.match.open_rounds import OpenRound, RoundBook
from arena.match.seat import Overdue, Phase, Request, Seat
from arena.records.job import MatchSettings
from arena.records.result import Leg, Strike
from arena.records.round_log import RoundLog
from protocol.codec import encode
from protocol.messages import (
    Answer,
    Bye,
    Clock,
    Decide,
    End,
    FromReferee,
    Hello,
    MatchStart,
    SeatEvent,
    StrikeEvent,
    Welcome,
)
from protocol.text import one_line

MOST_LETTERS_OF_STRIKE: Final = 1500
"""A strike may quote the last lines that a bot wrote."""
Draw = Callable[[], str]


class LegTable:
    """Every change to a leg passes through here. `outbox` gathers the commands to return."""

    def __init__(
        self,
        number: int,
        seating: Sequence[int],
        game: Game[Any],
        settings: MatchSettings,
        names: Sequence[str],
        deal_seed: bytes,
        draw: Draw,
        arena_version: str,
        by_key: Collection[int] = (),
        stay: bool = False,
    ) -> None:
        """`by_key` are the bots that are known by their keys, `stay` whether they may be wanted for another match."""
        self.game = game
        self.settings = settings
        self.book = RoundBook(game, deal_seed, len(seating))
        bank = settings.bank_ms / 1000
        self.seats = [
            Seat(place, bot, bank, bot in by_key, stay and bot in by_key) for place, bot in enumerate(seating)
        ]
        self.water = [0] * len(seating)
        self.strikes: list[Strike] = []
        self.record = Leg(number, list(seating), RoundLog(), [0] * len(names))
        self.outbox: list[Command] = []
        self.id = draw()
        """Opaque on the wire: it does not tell which leg this is."""
        self._names = [names[bot] for bot in seating]
        self._draw = draw
        self._version = arena_version
        self._clock = Clock(settings.decision_ms, settings.grace_ms, settings.bank_ms)
        self._rules = msgspec.Raw(encode(game.rules()))
        self._requests = 0

    # -- coming and going --------------------------------------------------------------------------------------

    def launch(self, seat: Seat, now: float) -> None:
        seat.phase = Phase.STARTING
        seat.token = self._draw()
        seat.hello_due = now + self.settings.startup_ms / 1000
        self.close_overdue(seat)
        self.outbox.append(Launch(seat.number, seat.bot, self.record.number, seat.token))

    def admit(self, seat: Seat, hello: Hello) -> None:
        """The seat's bot has joined: tell it the match."""
        seat.phase = Phase.PLAYING
        seat.batch = min(hello.batch, self.settings.batch)
        seat.detail = hello.events
        self.send(seat, Welcome(session=self._draw(), arena=self._version))
        start = MatchStart(
            match=self.id,
            game=self.game.name,
            seat=seat.number,
            seats=self._names,
            rounds=self.settings.rounds,
            rules=self._rules,
            time=self._clock,
        )
        self.send(seat, start)

    def expel(self, seat: Seat, code: str, at_once: bool = False) -> None:
        """End the seat's bot; the rest of the leg is an escape for it."""
        if seat.phase is Phase.LEAVING:
            return
        if seat.phase is Phase.PLAYING:
            self.send(seat, self._end(seat, code) if seat.stays else Bye(code))
        seat.phase = Phase.LEAVING
        self.outbox.append(Expel(seat.number, at_once))
        self.escape(seat, code)

    def escape(self, seat: Seat, code: str) -> None:
        """What the seat has been or will be asked in this leg is an escape."""
        seat.code = code
        self.break_off(seat, code)
        for number in seat.queue:
            self.book[number].decide(seat.number, self.game.escape, code, 0)
        seat.queue.clear()
        self.tell_all(SeatEvent(seat.number, "escaped"))

    def break_off(self, seat: Seat, code: str) -> Request | None:
        """Whatever the seat's open request asks about is an escape; returns that request."""
        request, seat.open = seat.open, None
        if request is not None:
            for number in request.rounds:
                self.book[number].decide(seat.number, self.game.escape, code, 0)
        return request

    # -- asking and deciding -----------------------------------------------------------------------------------

    def enqueue(self, opened: OpenRound) -> None:
        """Every decision of a round goes to its seat's queue; a seat that is out escapes."""
        for place in opened.decisions:
            seat = self.seats[place]
            if seat.code:
                opened.decide(place, self.game.escape, seat.code, 0)
            else:
                seat.queue.append(opened.number)

    def ask(self, seat: Seat, rounds: list[int], repeated: bool = False) -> None:
        self._requests += 1
        place, decision_ms = seat.number, self.settings.decision_ms
        opened = [self.book[number] for number in rounds]
        decisions = [each.decisions[place] for each in opened]
        first = decisions[0]
        budget = first.budget if len(decisions) == 1 else sum([decision.budget for decision in decisions])
        seat.open = Request(self._requests, rounds, budget * decision_ms / 1000, repeated)
        message = Decide(
            match=self.id,
            request=self._requests,
            kind=first.kind,
            decision_ms=decision_ms,
            bank_ms=int(seat.bank * 1000),
            items=[each.state.observe(place) for each in opened],
            events=seat.take_events(),
            legal=first.legal,
        )
        seat.open.message = message
        self.outbox.append(Send(place, message))

    def tell_again(self, seat: Seat, now: float) -> None:
        """Its connection was lost: the open request once more, with the time that is left; else what it may not have
        heard with the next.
        """
        request, unheard = seat.open, seat.unheard()
        if request is None or request.message is None:
            seat.events = unheard + seat.events
            return
        request.losses += 1
        spent = now - request.asked_at if request.asked_at else 0.0
        left = max(request.budget - spent, 0.0) / request.budget
        bank = max(seat.bank - max(spent - request.budget, 0.0), 0.0)
        request.message = msgspec.structs.replace(request.message, events=unheard + request.message.events)
        message = msgspec.structs.replace(
            request.message, decision_ms=int(request.message.decision_ms * left), bank_ms=int(bank * 1000)
        )
        self.outbox.append(Send(seat.number, message))

    def take_answer(self, seat: Seat, request: Request, answer: Answer[Any], micros: int) -> None:
        if len(answer.actions) != len(request.rounds):
            words = f"actions: expected {len(request.rounds)}, one for each item, got {len(answer.actions)}"
            self.take_default(seat, request, "malformed")
            self.strike(seat, "malformed", words, request)
            return
        fault, each = None, micros // len(request.rounds)
        for number, action in zip(request.rounds, answer.actions, strict=True):
            opened = self.book[number]
            wrong = None if action is None else opened.state.check(seat.number, action)
            if wrong is not None:
                fault = fault or f"round {number}: {wrong}"
                opened.decide(seat.number, self.game.forfeit, "illegal", each)
            else:
                taken = opened.decisions[seat.number].default if action is None else action
                opened.decide(seat.number, taken, "", each)
        if fault is not None:
            self.strike(seat, "illegal", fault, request)

    def take_default(self, seat: Seat, request: Request, code: str) -> None:
        for number in request.rounds:
            opened = self.book[number]
            opened.decide(seat.number, opened.decisions[seat.number].default, code, 0)
        if self.settings.on_late == "stand-in":
            self.tell_all(SeatEvent(seat.number, "stand-in"))

    def strike(self, seat: Seat, code: str, message: str, request: Request | None = None) -> Strike:
        """Charge a fault to the seat; one too many in a leg and it is disqualified."""
        about = request.rounds[0] if request is not None else min(self.book.next_number, self.settings.rounds)
        number = request.number if request is not None else None
        message = one_line(message, MOST_LETTERS_OF_STRIKE)
        strike = Strike(seat.bot, self.record.number, about, code, message, number)
        self.strikes.append(strike)
        seat.events.append(msgspec.Raw(encode(StrikeEvent(number, code, message))))
        seat.strikes += 1
        if seat.strikes > self.settings.strikes and seat.phase is Phase.PLAYING:
            words = f"more than {self.settings.strikes} strikes in a leg"
            self.strikes.append(Strike(seat.bot, self.record.number, about, "disqualified", words))
            self.expel(seat, "disqualified")
        return strike

    def close_overdue(self, seat: Seat) -> None:
        """Answers that have not come by now never will."""
        for overdue in seat.overdue.values():
            if overdue.strike is not None:
                overdue.strike.code = "no-answer"
                for number in overdue.rounds:
                    self._amend(number, seat.number, "no-answer")
        seat.overdue.clear()

    def remember(self, seat: Seat, request: Request, strike: Strike | None) -> None:
        """The answer to a request whose time is up may still come."""
        told = request.message.events if request.message is not None else []
        seat.overdue[request.number] = Overdue(request.deadline, strike, request.rounds, told)

    def _amend(self, number: int, seat: int, code: str) -> None:
        if number <= len(self.record.rounds):
            self.record.rounds.amend(number - 1, seat, code)
        else:
            self.book[number].played[seat].code = code

    # -- telling -----------------------------------------------------------------------------------------------

    def settle(self, opened: OpenRound) -> None:
        """A round is over: record it and tell every seat, in the detail that its bot asked for."""
        played = opened.record()
        self.record.rounds.append(played)
        for place, amount in enumerate(played.water):
            self.water[place] += amount
        told: dict[str, list[msgspec.Raw]] = {"none": []}
        for seat in self.seats:
            if seat.phase is Phase.PLAYING:
                if seat.detail not in told:
                    events = opened.state.events(seat.detail)
                    told[seat.detail] = [msgspec.Raw(encode(event)) for event in events]
                seat.events += told[seat.detail]

    def tell_all(self, event: SeatEvent) -> None:
        raw = msgspec.Raw(encode(event))
        for seat in self.seats:
            if seat.phase is Phase.PLAYING:
                seat.events.append(raw)

    def say_end(self, reason: str) -> None:
        """Every round is settled: tell the bots, and let them go."""
        for seat in self.seats:
            self.close_overdue(seat)
            if seat.phase is Phase.PLAYING:
                self.send(seat, self._end(seat, reason))
                if not seat.stays:
                    self.send(seat, Bye(reason))
            if seat.phase in {Phase.PLAYING, Phase.STARTING}:
                self.outbox.append(Expel(seat.number, at_once=seat.phase is Phase.STARTING))
                seat.phase = Phase.LEAVING

    def _end(self, seat: Seat, reason: str) -> End:
        places = [1 + sum(other > mine for other in self.water) for mine in self.water]
        return End(self.id, seat.take_events(), list(self.water), places, reason)

    def send(self, seat: Seat, message: FromReferee) -> None:
        self.outbox.append(Send(seat.number, message))
