"""A table of the script with two bots that send anything and end anyhow, and a third that is good."""

from typing import Any

from hypothesis import strategies as st

from arena.match.events import Crowded, Event, Fading, Faulted, Gone, Joined, Lagged, Replied
from arena.match.seat import Phase
from protocol.messages import Answer, Hello
from tests.arena.match.scripted import Table

GOOD, ROUNDS = 2, 3
MOST_TURNS = 400
"""Far more than deadlines can need to pass until the match is over."""

words = st.text(max_size=8)
bids = st.lists(st.integers(-2, 12), max_size=3)


class Hostile:
    """A table with two bots that do anything and one that is good."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self.table = Table(
            rounds=ROUNDS,
            batch=data.draw(st.integers(1, 2)),
            strikes=data.draw(st.integers(0, 4)),
            restarts=data.draw(st.integers(0, 2)),
            on_late=data.draw(st.sampled_from(["foul", "stand-in"])),
        )
        self.table.hello(GOOD)
        self._fading: set[int] = set()
        """Seats of which it has yet to be learnt how their bots ended."""

    def play(self) -> None:
        for _ in range(self._data.draw(st.integers(0, 40))):
            self._answer()
            seat = self._data.draw(st.integers(0, 1))
            if self.table.result is not None or self._phase(seat) is Phase.GONE:
                continue
            self.table.tell(self._anything(seat), self._data.draw(st.floats(0, 0.4)))
        for seat in sorted(self._fading):
            if self.table.result is None and self._phase(seat) is not Phase.GONE:
                self.table.tell(Gone(seat, "exited", "it ended", 3))
        for _ in range(MOST_TURNS):
            self._answer()
            if self.table.result is not None:
                return
            self.table.expire()

    def _phase(self, seat: int) -> Phase:
        return self.table.match._leg._seats[seat].phase

    def _answer(self) -> None:
        while self.table.result is None and self.table.decides(GOOD):
            asked = self.table.asked(GOOD)
            if asked.request in self.table.answered:
                return
            self.table.answered.add(asked.request)
            self.table.answer(GOOD, *[5] * len(asked.items))

    def _anything(self, seat: int) -> Event:
        asked = self.table.decides(seat)
        kind = self._data.draw(st.sampled_from(["hello", "answer", "fault", "gone", "fading", "crowded", "lag"]))
        if kind == "hello":
            token = self._data.draw(st.sampled_from([self.table.tokens[seat], "guess"]))
            games = self._data.draw(st.sampled_from([["toy"], ["chess"], []]))
            return Joined(
                seat, Hello(protocol=self._data.draw(st.sampled_from([[1], []])), token=token, name="x", games=games)
            )
        if kind == "answer":
            return Replied(seat, self._answer_to(asked[-1] if asked else None))
        if kind == "fault":
            return Faulted(seat, self._data.draw(st.sampled_from(["malformed", "too-large"])), self._data.draw(words))
        if kind == "gone":
            return Gone(seat, self._data.draw(st.sampled_from(["exited", "over-limit", "flooding"])), "it ended", 3)
        if kind == "crowded" and self._phase(seat) is not Phase.LEAVING:
            return Crowded(seat)
        return self._of_referee(seat, kind)

    def _of_referee(self, seat: int, kind: str) -> Event:
        """What the referee notices of itself, or of a bot that is on its way out."""
        if kind == "fading":
            self._fading.add(seat)
            return Fading(seat)
        return Lagged(self._data.draw(st.integers(0, 10**6)), seat)

    def _answer_to(self, asked: Any) -> Answer[Any]:
        match = asked.match if asked is not None and self._data.draw(st.booleans()) else self._data.draw(words)
        near = asked.request if asked is not None else 0
        request = near + self._data.draw(st.integers(-3, 3))
        return Answer(match=match, request=request, actions=list(self._data.draw(bids)))
