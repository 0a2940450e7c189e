"""The course of a leg: which rounds are open, and when the next ones open.

Rounds open in chunks of the match's batch size. Each seat plays a chunk's rounds in order, as many in a message as both
sides allow, so rounds settle in order too. The next chunk opens when the last round of this one is settled and no bot
is starting.
"""

from collections.abc import Sequence
from typing import Any

from arena.match.asking import Asking
from arena.match.game import Game
from arena.match.round_book import OpenRound, RoundBook
from arena.match.seat import Phase, Seat
from arena.match.telling import Telling
from arena.records.job import MatchSettings


class Course:
    """Call `advance` whenever a decision was taken, a bot joined or left, or the time is `due`. Times are seconds."""

    def __init__(
        self,
        seats: Sequence[Seat],
        game: Game[Any],
        book: RoundBook,
        asking: Asking,
        telling: Telling,
        settings: MatchSettings,
    ) -> None:
        self._seats = seats
        self._book = book
        self._asking = asking
        self._telling = telling
        self._rounds = settings.rounds
        self._batch = settings.batch if game.rounds_stand_alone else 1
        self._floor = settings.window_floor_ms / 1000
        self.due = float("inf")
        """When the position in play, whose decisions are taken, has lasted long enough."""

    def advance(self, now: float) -> bool:
        """Settle decided rounds and open the next ones. Return True when every round of the leg is settled."""
        book = self._book
        while True:
            while (opened := book.oldest) is not None:
                if not opened.decided or self._is_held(opened, now):
                    return False
                self._play(opened, now)
            if book.next_number > self._rounds:
                return True
            if any(seat.phase is Phase.STARTING for seat in self._seats):
                return False
            for _ in range(min(self._batch, self._rounds + 1 - book.next_number)):
                opened = book.open_next()
                self._telling.happened(opened.state)
                self._enqueue(opened, now)

    def deal_ahead(self) -> None:
        """Deal some of the next rounds."""
        self._book.prepare(self._batch)

    def _is_held(self, opened: OpenRound, now: float) -> bool:
        """Return whether the position has to last a little longer, so that its length tells nothing."""
        held = bool(self._floor) and opened.state.hides_choices and now < opened.asked_at + self._floor
        self.due = opened.asked_at + self._floor if held else float("inf")
        return held

    def _play(self, opened: OpenRound, now: float) -> None:
        """Apply the decisions: the round is over, or asks for more."""
        for place in opened.undecided():
            opened.pass_over(place)
            self._asking.excuse(place, opened.number)
        if self._book.apply(opened):
            self._telling.happened(opened.state, self._book.head)
        else:
            self._telling.happened(opened.state)
            self._enqueue(opened, now)

    def _enqueue(self, opened: OpenRound, now: float) -> None:
        """Queue each decision of the round at its seat; a seat that is out escapes."""
        opened.asked_at = now
        for place in opened.decisions:
            seat = self._seats[place]
            if seat.code:
                self._book.escape(place, [opened.number], seat.code)
            else:
                self._asking.enqueue(place, opened.number)
