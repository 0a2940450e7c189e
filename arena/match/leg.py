"""A leg as a state machine without I/O: the rounds played by one set of bot processes.

This file says what each event means for the seats. The parts of the leg carry it out, one job each: `Course` opens and
settles rounds, `Asking` keeps requests and their clocks, `Faults` charges strikes, `Telling` tells the bots.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from arena.match.asking import Asking
from arena.match.commands import Command
from arena.match.course import Course
from arena.match.events import (
    Approached,
    Crowded,
    Event,
    Fading,
    Faulted,
    Gone,
    Joined,
    Lagged,
    Replied,
    Returned,
    Tick,
    Vacant,
)
from arena.match.faults import Faults
from arena.match.game import Game
from arena.match.round_book import RoundBook
from arena.match.seat import Phase, Seat, Tally, seats_of
from arena.match.telling import Telling
from arena.records.job import MatchJob
from arena.records.result import Leg, ShownRound, Strike
from protocol.hello import fault_of_hello
from protocol.text import Said

MOST_CROWDED_STARTS: Final = 3
"""A stranger on a bot's path is not the bot's fault, but the bot itself may be that stranger."""


class LegMachine:
    """Takes events, each with a time in seconds, and returns commands, until it is `over`."""

    def __init__(
        self,
        job: MatchJob,
        game: Game[Any],
        number: int,
        seating: Sequence[int],
        new_token: Callable[[], str],
        arena_version: str,
    ) -> None:
        """`seating[seat]` is the bot at that seat, as an index into the job's bots."""
        self._settings = settings = job.settings
        self._game_name = game.name
        self._number = number
        self._seating = list(seating)
        self._new_token = new_token
        match = new_token()
        """Opaque on the wire, so that it does not tell which leg this is."""
        self._seats = seats_of(job, seating)
        self._book = RoundBook(game, job.deal_seed, len(seating), number, settings.duplicate)
        self._telling = Telling(match, self._seats, job, game, arena_version)
        self._asking = Asking(match, self._seats, self._book, self._telling, settings)
        self._course = Course(self._seats, game, self._book, self._asking, self._telling, settings)
        self._faults = Faults(number, self._book, self._asking, self._telling, settings)
        self._processor_ms = [0] * len(job.bots)
        self._worst_lag_us = 0
        self._ended = False
        self._due: float | None = None
        """Cached until something happens: the referee asks for it in every turn of its loop."""
        self._handlers: Mapping[type, Callable[[Any, float], None]] = {
            Joined: self._joined,
            Returned: self._returned,
            Replied: self._replied,
            Faulted: self._faulted,
            Gone: self._gone,
            Vacant: self._vacant,
            Approached: self._approached,
            Fading: self._fading,
            Crowded: self._crowded,
            Lagged: self._lagged,
            Tick: self._tick,
        }

    # -- what the match asks -----------------------------------------------------------------------------------

    def begin(self, now: float) -> list[Command]:
        """Launch every seat's bot."""
        self._due = None
        for seat in self._seats:
            self._launch(seat, now)
        return self._telling.take_commands()

    def handle(self, event: Event, now: float) -> Iterator[Command]:
        """Yield the commands that follow from the event. Carry out each before taking the next, and take them all."""
        self._due = None
        self._handlers[type(event)](event, now)
        if not self._ended and self._course.advance(now):
            self._end()
        yield from self._telling.take_commands()
        yield from self._asking.next_requests()

    def handed(self, seat: int, now: float) -> None:
        """Start the clock of a seat whose `decide` has been handed to its socket."""
        self._due = None
        self._asking.handed(seat, now)

    def idle(self) -> None:
        """Deal ahead while every bot is thinking."""
        self._course.deal_ahead()

    @property
    def due(self) -> float:
        """When the next `Tick` is needed, in seconds."""
        if self._due is None:
            starting = [seat.hello_due for seat in self._seats if seat.phase is Phase.STARTING]
            self._due = min([self._asking.due, self._course.due, *starting])
        return self._due

    @property
    def over(self) -> bool:
        """Whether every round is settled and every bot's process is gone."""
        return self._ended and all(seat.phase is Phase.GONE for seat in self._seats)

    @property
    def head(self) -> str:
        """The head of the chain after the round settled last, in hex."""
        return self._book.head

    @property
    def played(self) -> int:
        """The number of rounds settled."""
        return self._book.settled

    def newest(self) -> ShownRound | None:
        """Return the round settled last as whoever looks on sees it."""
        found = self._book.newest()
        return None if found is None else ShownRound(self._number, found[0], self._seating, found[1], self._book.head)

    def strikes(self) -> list[Strike]:
        """Return the strikes charged so far, in order."""
        return self._faults.strikes

    def tallies(self) -> list[Tally]:
        """Return how each seat stands, by seat."""
        return [Tally(seat.bot, self._book.water[seat.number], seat.stale, seat.code) for seat in self._seats]

    def record(self) -> Leg:
        """Return the record of the leg, once it is over."""
        return Leg(
            number=self._number,
            seating=[seat.bot for seat in self._seats],
            rounds=self._book.log(),
            processor_ms=self._processor_ms,
            worst_lag_us=self._worst_lag_us,
            voided=self._asking.voided,
            head=self._book.head,
        )

    # -- what each event means ---------------------------------------------------------------------------------

    def _joined(self, event: Joined, now: float) -> None:
        seat = self._seats[event.seat]
        again = seat.by_key and seat.phase is Phase.PLAYING
        if seat.phase is not Phase.STARTING:
            self._faults.undue(seat, stale=not again)
        if seat.phase is not (Phase.PLAYING if again else Phase.STARTING):
            return
        fault = fault_of_hello(event.hello, None if seat.by_key else seat.token, self._game_name)
        if fault is not None:
            code, words = fault
            self._faults.refuse(seat, code, str(words))
            return
        seat.phase = Phase.PLAYING
        self._asking.take_batches(seat.number, event.hello.batch)
        self._telling.welcome(seat, self._new_token(), event.hello.events)
        if again:
            self._asking.ask_again(seat.number, now)

    def _returned(self, event: Returned, now: float) -> None:
        if self._seats[event.seat].phase is Phase.PLAYING:
            self._asking.ask_again(event.seat, now, lost_until=event.at)

    def _replied(self, event: Replied, now: float) -> None:
        seat, answer = self._seats[event.seat], event.answer
        if seat.phase is Phase.STARTING:
            self._faults.refuse_greeting(seat, "the first message is not a hello")
            return
        request = self._asking.answered_by(seat.number, answer)
        if request is None:
            self._faults.unexpected(seat, answer, now)
        elif now > request.deadline:
            self._faults.expire(seat)
            self._faults.unexpected(seat, answer, now)
        else:
            self._faults.take(seat, request, answer, self._asking.close(seat.number, request, now))

    def _faulted(self, event: Faulted, _now: float) -> None:
        seat = self._seats[event.seat]
        if seat.phase is Phase.STARTING:
            self._faults.refuse_greeting(seat, event.message)
        elif seat.phase is Phase.PLAYING:
            request = self._asking.withdraw(seat.number)
            if request is not None:
                self._faults.take_default(seat, request, event.code)
            self._faults.charge(seat, event.code, event.message, request)
            if request is None:
                self._faults.undue(seat, stale=False)

    def _gone(self, event: Gone, now: float) -> None:
        seat = self._seats[event.seat]
        self._processor_ms[seat.bot] += event.processor_ms
        if seat.phase in {Phase.LEAVING, Phase.GONE}:
            seat.phase = Phase.GONE
            return
        seat.phase = Phase.GONE
        request = self._faults.break_off(seat, event.code)
        again = event.code != "flooding" and seat.restarts < self._settings.restarts
        words = str(Said("{end} (started again)", end=event.message)) if again else event.message
        self._faults.charge(seat, event.code, words, request)
        if again:
            seat.restarts += 1
            self._launch(seat, now)
            self._telling.seat_state(seat, "restarted")
        else:
            self._faults.escape(seat, event.code)

    def _vacant(self, event: Vacant, _now: float) -> None:
        seat = self._seats[event.seat]
        self._processor_ms[seat.bot] += event.processor_ms
        seat.phase = Phase.GONE

    def _approached(self, event: Approached, _now: float) -> None:
        self._seats[event.seat].approach = event.words

    def _fading(self, event: Fading, _now: float) -> None:
        self._asking.stop_clock(event.seat)

    def _crowded(self, event: Crowded, now: float) -> None:
        seat = self._seats[event.seat]
        seat.phase = Phase.GONE
        seat.crowded += 1
        self._faults.break_off(seat, "disconnected")
        if seat.crowded <= MOST_CROWDED_STARTS:
            self._launch(seat, now)
        else:
            words = Said("more than one connection to its path in each of {starts} starts", starts=seat.crowded)
            self._faults.charge(seat, "bad-hello", str(words))
            self._faults.escape(seat, "bad-hello")

    def _lagged(self, event: Lagged, _now: float) -> None:
        self._worst_lag_us = max(self._worst_lag_us, event.micros)
        if event.micros > self._settings.grace_ms * 1000:
            self._asking.stalled(event.culprit)

    def _tick(self, _event: Tick, now: float) -> None:
        for seat in self._seats:
            if seat.phase is Phase.STARTING and now > seat.hello_due:
                self._faults.never_greeted(seat)
            elif self._asking.is_late(seat.number, now):
                self._faults.expire(seat)

    # -- coming and going --------------------------------------------------------------------------------------

    def _launch(self, seat: Seat, now: float) -> None:
        seat.phase = Phase.STARTING
        seat.token = self._new_token()
        seat.approach = ""
        seat.hello_due = now + self._settings.startup_ms / 1000
        self._faults.close_overdue(seat)
        self._telling.launch(seat, self._number)

    def _end(self) -> None:
        """Tell the bots that every round is settled, and let them go."""
        self._ended = True
        for seat in self._seats:
            self._faults.close_overdue(seat)
            if seat.phase is Phase.PLAYING:
                self._telling.say_end(seat, "completed", self._book.water)
            if seat.phase in {Phase.PLAYING, Phase.STARTING}:
                self._telling.expel(seat, at_once=seat.phase is Phase.STARTING)
                seat.phase = Phase.LEAVING
