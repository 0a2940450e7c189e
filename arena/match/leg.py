"""One leg as a machine without I/O: rounds played in one set of bot processes.

Rounds are opened in chunks of the match's batch size. Each seat works through a chunk's rounds in order, as many in a
message as both sides allow, so rounds are settled in order too. The next chunk opens when the last round of this one
is settled and no bot is being started.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from arena.match.events import (
    Command,
    Crowded,
    Event,
    Fading,
    Faulted,
    Joined,
    Lagged,
    Lost,
    Replied,
    Returned,
    Send,
    Tick,
    Vacant,
)
from arena.match.hello import fault_of_hello
from arena.match.leg_table import LegTable
from arena.match.seat import Phase, Request, Seat
from protocol.messages import Answer, Refused, SeatEvent

MOST_UNDUE_MESSAGES = 1000
"""More messages than this that nobody asked for, in a leg, are a flood."""

MOST_CROWDED_STARTS = 3
"""A stranger on a bot's path is not the bot's fault, but a bot can be that stranger itself."""


class LegMachine:
    """Takes events with a time in seconds and returns commands, until it is `over`."""

    def __init__(self, table: LegTable) -> None:
        self.table = table
        self._seats = table.seats
        self._settings = table.settings
        self._serial = table.settings.thinking == "serial"
        self._ended = False
        self._due: float | None = None
        """Known until something happens; it is asked for in every turn of the referee's loop."""
        self._handlers: Mapping[type, Callable[[Any, float], None]] = {
            Joined: self._joined,
            Returned: self._returned,
            Replied: self._replied,
            Faulted: self._faulted,
            Lost: self._lost,
            Vacant: self._vacant,
            Fading: self._fading,
            Crowded: self._crowded,
            Lagged: self._lagged,
            Tick: self._tick,
        }

    @property
    def over(self) -> bool:
        """Every round is settled and every bot's process is gone."""
        return self._ended and all(seat.phase is Phase.GONE for seat in self._seats)

    @property
    def due(self) -> float:
        """When `Tick` has something to do, in seconds."""
        if self._due is None:
            self._due = min([seat.due for seat in self._seats])
        return self._due

    def begin(self, now: float) -> list[Command]:
        self._due = None
        for seat in self._seats:
            self.table.launch(seat, now)
        return self._take_outbox()

    def handle(self, event: Event, now: float) -> Iterator[Command]:
        """What follows from the event, one command after the other; to be carried out in turn, to the end."""
        self._due = None
        self._handlers[type(event)](event, now)
        self._advance()
        yield from self._take_outbox()
        yield from self._asks()

    def handed(self, place: int, now: float) -> None:
        """The seat's open `decide` has been handed to its socket: its clock starts."""
        self._due = None
        request = self._seats[place].open
        if request is not None and not request.asked_at:
            request.start(now, self._seats[place].bank + self._settings.grace_ms / 1000)

    def idle(self) -> None:
        """Everybody is thinking: make ready what comes next."""
        self.table.book.prepare(self._settings.batch)

    def _take_outbox(self) -> list[Command]:
        commands, self.table.outbox = self.table.outbox, []
        return commands

    # -- what each event means ---------------------------------------------------------------------------------

    def _joined(self, event: Joined, now: float) -> None:
        seat = self._seats[event.seat]
        again = seat.by_key and seat.phase is Phase.PLAYING
        if seat.phase is not Phase.STARTING:
            self._undue(seat, stale=not again)
        if seat.phase is not (Phase.PLAYING if again else Phase.STARTING):
            return
        fault = fault_of_hello(event.hello, None if seat.by_key else seat.token, self.table.game.name)
        if fault is not None:
            self._refuse(seat, *fault)
            return
        self.table.admit(seat, event.hello)
        if again:
            self.table.tell_again(seat, now)

    def _returned(self, event: Returned, now: float) -> None:
        seat = self._seats[event.seat]
        asked_since = seat.open is not None and seat.open.asked_at > event.at
        if seat.phase is Phase.PLAYING and not asked_since:
            self.table.tell_again(seat, now)

    def _replied(self, event: Replied, now: float) -> None:
        seat, answer = self._seats[event.seat], event.answer
        if seat.phase is Phase.STARTING:
            self._refuse_greeting(seat, "the first message is not a hello")
            return
        request = seat.open
        if request is None or answer.request != request.number or answer.match != self.table.id:
            self._unexpected(seat, answer, now)
        elif now > request.deadline:
            self._expire(seat, request)
            self._unexpected(seat, answer, now)
        else:
            seat.open = None
            if seat.overdue:
                seat.has_heard()
            # no time has passed for a bot that is started by hand: its clock never starts
            elapsed = max(now - request.asked_at, 0.0)
            if elapsed > request.budget:
                seat.bank -= min(seat.bank, elapsed - request.budget)
            self.table.take_answer(seat, request, answer, int(elapsed * 1e6))

    def _faulted(self, event: Faulted, _now: float) -> None:
        seat = self._seats[event.seat]
        if seat.phase is Phase.STARTING:
            self._refuse_greeting(seat, event.message)
        elif seat.phase is Phase.PLAYING:
            request, seat.open = seat.open, None
            if request is not None:
                self.table.take_default(seat, request, event.code)
            self.table.strike(seat, event.code, event.message, request)
            if request is None:
                self._undue(seat, stale=False)

    def _lost(self, event: Lost, now: float) -> None:
        seat = self._seats[event.seat]
        self.table.record.processor_ms[seat.bot] += event.processor_ms
        if seat.phase in {Phase.LEAVING, Phase.GONE}:
            seat.phase = Phase.GONE
            return
        seat.phase = Phase.GONE
        request = self.table.break_off(seat, event.code)
        again = event.code != "flooding" and seat.restarts < self._settings.restarts
        self.table.strike(seat, event.code, event.message + (" (started again)" if again else ""), request)
        if again:
            seat.restarts += 1
            self.table.launch(seat, now)
            self.table.tell_all(SeatEvent(seat.number, "restarted"))
        else:
            self.table.escape(seat, event.code)

    def _vacant(self, event: Vacant, _now: float) -> None:
        seat = self._seats[event.seat]
        self.table.record.processor_ms[seat.bot] += event.processor_ms
        seat.phase = Phase.GONE

    def _fading(self, event: Fading, _now: float) -> None:
        request = self._seats[event.seat].open
        if request is not None:
            request.deadline = float("inf")

    def _crowded(self, event: Crowded, now: float) -> None:
        seat = self._seats[event.seat]
        seat.phase = Phase.GONE
        seat.crowded += 1
        self.table.break_off(seat, "disconnected")
        if seat.crowded <= MOST_CROWDED_STARTS:
            self.table.launch(seat, now)
        else:
            words = f"more than one connection to its path in each of {seat.crowded} starts"
            self.table.strike(seat, "bad-hello", words)
            self.table.escape(seat, "bad-hello")

    def _lagged(self, event: Lagged, _now: float) -> None:
        record = self.table.record
        record.worst_lag_us = max(record.worst_lag_us, event.micros)
        if event.micros > self._settings.grace_ms * 1000:
            for seat in self._seats:
                if seat.open is not None and seat.number != event.culprit:
                    seat.open.lagged = True

    def _tick(self, _event: Tick, now: float) -> None:
        for seat in self._seats:
            if now <= seat.due:
                continue
            if seat.phase is Phase.STARTING:
                seconds = self._settings.startup_ms / 1000
                self._refuse(seat, "no-hello", f"no hello within the start-up limit of {seconds:g} s", tell=False)
            elif seat.open is not None:
                self._expire(seat, seat.open)

    # -- answers and faults ------------------------------------------------------------------------------------

    def _refuse(self, seat: Seat, code: str, message: str, tell: bool = True) -> None:
        """A bot that does not join is out for the leg: it would fail again."""
        if tell:
            self.table.outbox.append(Send(seat.number, Refused(code, message)))
        self.table.strike(seat, code, message)
        self.table.expel(seat, code)

    def _refuse_greeting(self, seat: Seat, message: str) -> None:
        """A bot that is known by its key may still be answering what was asked before its connection was lost."""
        if seat.by_key:
            self._undue(seat)
        else:
            self._refuse(seat, "bad-hello", message)

    def _expire(self, seat: Seat, request: Request) -> None:
        """The time for an open request is up. Where the referee itself stalled, that is void and asked again, once."""
        seat.open = None
        if request.lagged and not request.repeated:
            self.table.record.voided += 1
            self.table.remember(seat, request, None)
            self.table.ask(seat, request.rounds, repeated=True)
            return
        self.table.take_default(seat, request, "late")
        seat.bank = 0.0
        strike = self.table.strike(seat, "late", request.missed(), request)
        self.table.remember(seat, request, strike)

    def _unexpected(self, seat: Seat, answer: Answer[Any], now: float) -> None:
        """An answer to nothing that is open: an overdue one tells how late it was, any other is stale."""
        overdue = seat.overdue.pop(answer.request, None) if answer.match == self.table.id else None
        if overdue is None:
            self._undue(seat)
        elif overdue.strike is not None:
            overdue.strike.late_ms = round((now - overdue.deadline) * 1000)
            overdue.strike.message += f"; it came {overdue.strike.late_ms} ms after that"

    def _undue(self, seat: Seat, stale: bool = True) -> None:
        seat.stale += stale
        seat.undue += 1
        if seat.undue > MOST_UNDUE_MESSAGES and seat.phase is Phase.PLAYING:
            self.table.strike(seat, "flooding", f"more than {MOST_UNDUE_MESSAGES} messages that nobody asked for")
            self.table.expel(seat, "flooding", at_once=True)

    # -- going on ----------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """Settle what is decided and open what comes next."""
        table = self.table
        while not self._ended:
            while (opened := table.book.oldest) is not None and opened.decided:
                if table.book.apply(opened):
                    table.settle(opened)
                else:
                    table.enqueue(opened)
            if opened is not None:
                return
            if table.book.next_number > self._settings.rounds:
                self._ended = True
                table.say_end("completed")
            elif any(seat.phase is Phase.STARTING for seat in self._seats):
                return
            else:
                self._open_chunk()

    def _open_chunk(self) -> None:
        rounds_left = self._settings.rounds + 1 - self.table.book.next_number
        for _ in range(min(self._settings.batch, rounds_left)):
            self.table.enqueue(self.table.book.open_next())

    def _asks(self) -> Iterator[Command]:
        """Ask whoever can be asked; a bot thinks already while the next one's message is made."""
        for seat in self._seats:
            queue = seat.queue
            if queue and seat.open is None and seat.phase is Phase.PLAYING:
                if self._serial and any(other.open is not None for other in self._seats):
                    return
                if seat.batch == 1:
                    self.table.ask(seat, [queue.popleft()])
                else:
                    self.table.ask(seat, [queue.popleft() for _ in range(min(seat.batch, len(queue)))])
                yield from self._take_outbox()
