"""What a fault costs a seat: strikes, rounds that it does not decide itself, and in the end its bot."""

from typing import Any, Final

from arena.match.asking import Asking
from arena.match.request import Request
from arena.match.round_book import RoundBook
from arena.match.seat import Phase, Seat
from arena.match.strikes import StrikeSheet
from arena.match.telling import Telling
from arena.records.job import MatchSettings
from arena.records.result import Strike
from protocol.messages import Answer, StrikeEvent
from protocol.text import one_line

MOST_UNDUE_MESSAGES: Final = 1000
"""More messages than this that nobody asked for, in a leg, are a flood."""

MOST_LETTERS_OF_STRIKE: Final = 1500
"""A strike may quote the last lines that a bot wrote."""


class Faults:
    """Charges faults and carries out what follows from them, for all seats of a leg."""

    def __init__(self, leg: int, book: RoundBook, asking: Asking, telling: Telling, settings: MatchSettings) -> None:
        self._book = book
        self._asking = asking
        self._telling = telling
        self._settings = settings
        self._sheet = StrikeSheet(leg)

    @property
    def strikes(self) -> list[Strike]:
        """Those charged so far, in order."""
        return self._sheet.strikes()

    def charge(self, seat: Seat, code: str, message: str, request: Request | None = None) -> None:
        """Charge a fault to the seat; one too many in a leg and it is disqualified."""
        about = self._round_of(request)
        number = request.number if request is not None else None
        message = one_line(message, MOST_LETTERS_OF_STRIKE)
        self._sheet.charge(seat.bot, about, code, message, number)
        self._count(seat, StrikeEvent(number, code, message), about)

    def _count(self, seat: Seat, event: StrikeEvent, about: int) -> None:
        self._telling.strike(seat, event)
        seat.strikes += 1
        if seat.strikes > self._settings.strikes and seat.phase is Phase.PLAYING:
            words = f"more than {self._settings.strikes} strikes in a leg"
            self._sheet.charge(seat.bot, about, "disqualified", words)
            self._expel(seat, "disqualified")

    def _round_of(self, request: Request | None) -> int:
        """The round to which a strike about the request is charged."""
        return request.rounds[0] if request is not None else min(self._book.next_number, self._settings.rounds)

    # -- answers, in time, late or never ----------------------------------------------------------------------

    def expire(self, seat: Seat) -> None:
        """The time for the seat's open request is up."""
        request = self._asking.expire(seat.number)
        if request is None:
            return
        self.take_default(seat, request, "late")
        message = one_line(request.missed(), MOST_LETTERS_OF_STRIKE)
        about = self._round_of(request)
        self._sheet.charge_late(seat.bot, about, message, request.number)
        self._count(seat, StrikeEvent(request.number, "late", message), about)

    def unexpected(self, seat: Seat, answer: Answer[Any], now: float) -> None:
        """An answer to nothing that is open: an overdue one tells how late it was, any other is stale."""
        overdue = self._asking.overdue_for(seat.number, answer)
        if overdue is None:
            self.undue(seat)
        else:
            self._sheet.came(overdue.number, overdue.late_ms(now))

    def close_overdue(self, seat: Seat) -> None:
        """Answers that have not come by now never will."""
        for overdue in self._asking.take_overdue(seat.number):
            if self._sheet.never_came(overdue.number):
                self._book.correct(seat.number, overdue.rounds, "no-answer")

    # -- what follows ------------------------------------------------------------------------------------------

    def take(self, seat: Seat, request: Request, answer: Answer[Any], micros: int) -> None:
        """Take an answer that came in time, after `micros`."""
        wanted, given = len(request.rounds), len(answer.actions)
        if given != wanted:
            self.take_default(seat, request, "malformed")
            words = f"actions: expected {wanted}, one for each item, got {given}"
            self.charge(seat, "malformed", words, request)
            return
        fault = self._book.take(seat.number, request.rounds, answer.actions, micros // wanted)
        if fault is not None:
            self.charge(seat, "illegal", fault, request)

    def take_default(self, seat: Seat, request: Request, code: str) -> None:
        """No answer to the request counts."""
        self._book.take_default(seat.number, request.rounds, code)
        if self._settings.on_late == "stand-in":
            self._telling.seat_state(seat, "stand-in")

    def undue(self, seat: Seat, stale: bool = True) -> None:
        """A message that nobody asked for."""
        seat.stale += stale
        seat.undue += 1
        if seat.undue > MOST_UNDUE_MESSAGES and seat.phase is Phase.PLAYING:
            self.charge(seat, "flooding", f"more than {MOST_UNDUE_MESSAGES} messages that nobody asked for")
            self._expel(seat, "flooding", at_once=True)

    def refuse(self, seat: Seat, code: str, message: str) -> None:
        """A bot that does not join is out for the leg: it would fail again."""
        self._telling.refuse(seat, code, message)
        self._shut_out(seat, code, message)

    def never_greeted(self, seat: Seat) -> None:
        """No hello came while the seat's bot was starting."""
        seconds = self._settings.startup_ms / 1000
        self._shut_out(seat, "no-hello", f"no hello within the start-up limit of {seconds:g} s")

    def _shut_out(self, seat: Seat, code: str, message: str) -> None:
        self.charge(seat, code, message)
        self._expel(seat, code)

    def refuse_greeting(self, seat: Seat, message: str) -> None:
        """The first message is no hello. A bot that is known by its key may still be answering what was asked before
        its connection was lost.
        """
        if seat.by_key:
            self.undue(seat)
        else:
            self.refuse(seat, "bad-hello", message)

    def break_off(self, seat: Seat, code: str) -> Request | None:
        """Whatever the seat's open request asks about is an escape; returns that request."""
        request = self._asking.withdraw(seat.number)
        if request is not None:
            self._book.escape(seat.number, request.rounds, code)
        return request

    def escape(self, seat: Seat, code: str) -> None:
        """What the seat has been or will be asked in this leg is an escape."""
        seat.code = code
        self.break_off(seat, code)
        self._book.escape(seat.number, self._asking.clear_queue(seat.number), code)
        self._telling.seat_state(seat, "escaped")

    def _expel(self, seat: Seat, code: str, at_once: bool = False) -> None:
        """End the seat's bot; the rest of the leg is an escape for it."""
        if seat.phase is Phase.LEAVING:
            return
        if seat.phase is Phase.PLAYING:
            self._telling.dismiss(seat, code, self._book.water)
        seat.phase = Phase.LEAVING
        self._telling.expel(seat, at_once)
        self.escape(seat, code)
