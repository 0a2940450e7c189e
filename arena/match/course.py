"""The course of a leg: which rounds are open, and when the next ones open.

Rounds open in chunks of the match's batch size. Each seat plays a chunk's rounds in order, as many in a message as both
sides allow, so rounds settle in order too. The next chunk opens when the last round of this one is settled and no bot
is starting.
"""

from collections.abc import Sequence

from arena.match.asking import Asking
from arena.match.round_book import OpenRound, RoundBook
from arena.match.seat import Phase, Seat
from arena.match.telling import Telling
from arena.records.job import MatchSettings


class Course:
    """Call `advance` whenever a decision was taken or a bot joined or left."""

    def __init__(
        self, seats: Sequence[Seat], book: RoundBook, asking: Asking, telling: Telling, settings: MatchSettings
    ) -> None:
        self._seats = seats
        self._book = book
        self._asking = asking
        self._telling = telling
        self._rounds = settings.rounds
        self._batch = settings.batch

    def advance(self) -> bool:
        """Settle decided rounds and open the next ones. Return True when every round of the leg is settled."""
        book = self._book
        while True:
            while (opened := book.oldest) is not None:
                if not opened.decided:
                    return False
                self._play(opened)
            if book.next_number > self._rounds:
                return True
            if any(seat.phase is Phase.STARTING for seat in self._seats):
                return False
            for _ in range(min(self._batch, self._rounds + 1 - book.next_number)):
                self._enqueue(book.open_next())

    def deal_ahead(self) -> None:
        """Deal some of the next rounds."""
        self._book.prepare(self._batch)

    def _play(self, opened: OpenRound) -> None:
        """Apply the decisions: the round is over, or asks for more."""
        if self._book.apply(opened):
            self._telling.settled(opened.state)
        else:
            self._enqueue(opened)

    def _enqueue(self, opened: OpenRound) -> None:
        """Queue each decision of the round at its seat; a seat that is out escapes."""
        for place in opened.decisions:
            seat = self._seats[place]
            if seat.code:
                self._book.escape(place, [opened.number], seat.code)
            else:
                self._asking.enqueue(place, opened.number)
