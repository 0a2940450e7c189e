"""What a fault costs a seat: a strike, the decision, and in the end the seat."""

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
from protocol.text import Said, one_line

MOST_UNDUE_MESSAGES: Final = 1000
"""More unrequested messages than this in a leg are a flood."""

MOST_LETTERS_OF_STRIKE: Final = 1500
"""Long enough to quote the last lines that a bot wrote."""


class Faults:
    """Charges faults to the seats of a leg and carries out what follows."""

    def __init__(self, leg: int, book: RoundBook, asking: Asking, telling: Telling, settings: MatchSettings) -> None:
        self._book = book
        self._asking = asking
        self._telling = telling
        self._settings = settings
        self._sheet = StrikeSheet(leg)

    @property
    def strikes(self) -> list[Strike]:
        """The strikes charged so far, in order."""
        return self._sheet.strikes()

    def charge(self, seat: Seat, code: str, message: str, request: Request | None = None) -> None:
        """Charge a fault to the seat, and disqualify it if that is one too many in the leg."""
        about = self._round_of(request)
        number = request.number if request is not None else None
        message = one_line(message, MOST_LETTERS_OF_STRIKE)
        self._sheet.charge(seat.bot, about, code, message, number)
        self._count(seat, StrikeEvent(number, code, message), about)

    def _count(self, seat: Seat, event: StrikeEvent, about: int) -> None:
        self._telling.strike(seat, event)
        seat.strikes += 1
        if seat.strikes > self._settings.strikes and seat.phase is Phase.PLAYING:
            words = Said("more than {most} strikes in a leg", most=self._settings.strikes)
            self._sheet.charge(seat.bot, about, "disqualified", str(words))
            self._expel(seat, "disqualified")

    def _round_of(self, request: Request | None) -> int:
        """Return the round to which a strike about the request is charged."""
        return request.rounds[0] if request is not None else min(self._book.next_number, self._settings.rounds)

    # -- answers, in time, late or never ----------------------------------------------------------------------

    def expire(self, seat: Seat) -> None:
        """Charge the seat for its open request, whose time is up, unless that was void."""
        request = self._asking.expire(seat.number)
        if request is None:
            return
        self.take_default(seat, request, "late")
        message = one_line(request.missed(), MOST_LETTERS_OF_STRIKE)
        about = self._round_of(request)
        self._sheet.charge_late(seat.bot, about, message, request.number)
        self._count(seat, StrikeEvent(request.number, "late", message), about)

    def unexpected(self, seat: Seat, answer: Answer[Any], now: float) -> None:
        """Take an answer to nothing open: one to an overdue request completes its strike, one that was settled without
        it is dropped, any other is stale."""
        if self._asking.excused(seat.number, answer, now):
            return
        overdue = self._asking.overdue_for(seat.number, answer)
        if overdue is None:
            self._asking.strayed(seat.number, answer)
            self.undue(seat)
        else:
            self._sheet.came(overdue.number, overdue.late_ms(now))

    def close_overdue(self, seat: Seat) -> None:
        """Give up on the seat's late answers: they can no longer come."""
        for overdue in self._asking.take_overdue(seat.number):
            if self._sheet.never_came(overdue.number):
                self._book.correct(seat.number, overdue.rounds, "late", "no-answer")

    # -- what follows ------------------------------------------------------------------------------------------

    def take(self, seat: Seat, request: Request, answer: Answer[Any], micros: int) -> None:
        """Take an answer that came in time, after `micros` microseconds."""
        wanted, given = len(request.rounds), len(answer.actions)
        if given != wanted:
            self.take_default(seat, request, "malformed")
            words = Said("actions: expected {items}, one for each item, got {given}", items=wanted, given=given)
            self.charge(seat, "malformed", str(words), request)
            return
        fault = self._book.take(seat.number, request.rounds, answer.actions, micros // wanted)
        if fault is not None:
            self.charge(seat, "illegal", fault, request)

    def take_default(self, seat: Seat, request: Request, code: str) -> None:
        """Take the default for everything that the request asks."""
        self._book.take_default(seat.number, request.rounds, code)
        if self._settings.on_late == "stand-in":
            self._telling.seat_state(seat, "stand-in")

    def undue(self, seat: Seat, stale: bool = True) -> None:
        """Count an unrequested message, and end a bot that floods."""
        seat.stale += stale
        seat.undue += 1
        if seat.undue > MOST_UNDUE_MESSAGES and seat.phase is Phase.PLAYING:
            words = Said("more than {most} messages that nobody asked for", most=MOST_UNDUE_MESSAGES)
            self.charge(seat, "flooding", str(words))
            self._expel(seat, "flooding", at_once=True)

    def refuse(self, seat: Seat, code: str, message: str) -> None:
        """Refuse a bot that cannot join. It is out for the leg: it would fail again."""
        self._telling.refuse(seat, code, message)
        self._shut_out(seat, code, message)

    def never_greeted(self, seat: Seat) -> None:
        """Shut out a bot that said no hello in time."""
        words = Said("no hello within the start-up limit of {seconds:g} s", seconds=self._settings.startup_ms / 1000)
        if seat.approach:
            words = Said("{fault}: {approach}", fault=words, approach=Said(seat.approach))
        self._shut_out(seat, "no-hello", str(words))

    def _shut_out(self, seat: Seat, code: str, message: str) -> None:
        self.charge(seat, code, message)
        self._expel(seat, code)

    def refuse_greeting(self, seat: Seat, message: str) -> None:
        """Refuse a bot whose first message is not a hello. A bot known by its key may still be answering what it was
        asked before its connection was lost.
        """
        if seat.by_key:
            self.undue(seat)
        else:
            self.refuse(seat, "bad-hello", message)

    def break_off(self, seat: Seat, code: str) -> Request | None:
        """Make the rounds of the seat's open request escapes. Return that request, or None if none was open."""
        request = self._asking.withdraw(seat.number)
        if request is not None:
            self._book.escape(seat.number, request.rounds, code)
        return request

    def escape(self, seat: Seat, code: str) -> None:
        """Make every decision of the seat, asked or yet to be asked in this leg, an escape."""
        seat.code = code
        self.break_off(seat, code)
        self._book.escape(seat.number, self._asking.clear_queue(seat.number), code)
        self._telling.seat_state(seat, "escaped")

    def _expel(self, seat: Seat, code: str, at_once: bool = False) -> None:
        """End the seat's bot and make the rest of the leg escapes."""
        if seat.phase is Phase.LEAVING:
            return
        if seat.phase is Phase.PLAYING:
            self._telling.dismiss(seat, code, self._book.water)
        seat.phase = Phase.LEAVING
        self._telling.expel(seat, at_once)
        self.escape(seat, code)
