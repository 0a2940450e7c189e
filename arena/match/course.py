"""The course of a leg: which rounds are open, and when the next are.

Rounds are opened in chunks of the match's batch size. Each seat works through a chunk's rounds in order, as many in a
message as both sides allow, so rounds are settled in order too. The next chunk opens when the last round of this one
is settled and no bot is being started.
"""

from collections.abc import Sequence

from arena.match.asking import Asking
from arena.match.round_book import OpenRound, RoundBook
from arena.match.seat import Phase, Seat
from arena.match.telling import Telling
from arena.records.job import MatchSettings


class Course:
    """Goes on whenever something was decided or somebody has joined or left."""

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
        """Settle what is decided and open what comes next. True when every round of the leg is settled."""
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
        """Deal some of what will be opened next."""
        self._book.prepare(self._batch)

    def _play(self, opened: OpenRound) -> None:
        """Play what was decided: the round is over, or wants more decisions."""
        if self._book.apply(opened):
            self._telling.settled(opened.state)
        else:
            self._enqueue(opened)

    def _enqueue(self, opened: OpenRound) -> None:
        """Every decision of a round goes to its seat's queue; a seat that is out escapes."""
        for place in opened.decisions:
            seat = self._seats[place]
            if seat.code:
                self._book.escape(place, [opened.number], seat.code)
            else:
                self._asking.enqueue(place, opened.number)
