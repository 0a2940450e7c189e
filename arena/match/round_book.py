"""The rounds that are open in a leg: who still has to decide, what was decided, which are settled."""

from collections import deque
from typing import Any, Final

from arena.match.game import Decision, Game, State
from arena.records.round_log import PlayedRound, PlayedSeat

MOST_DEALT_AT_ONCE: Final = 8
"""So that dealing ahead holds nobody up who answers meanwhile."""
_NOTHING_YET: Final = PlayedSeat(b"", 0)


class OpenRound:
    """A round in play."""

    __slots__ = ("_game", "actions", "decisions", "number", "played", "state")

    def __init__(self, game: Game[Any], number: int, state: State[Any], seats: int) -> None:
        self._game = game
        self.number = number
        self.state = state
        self.actions: dict[int, Any] = {}
        self.played = [_NOTHING_YET] * seats
        self.decisions: dict[int, Decision[Any]] = {}
        self.ask()

    def ask(self) -> None:
        """Take up the decisions that the state asks now."""
        self.actions = {}
        self.decisions = {decision.seat: decision for decision in self.state.pending()}

    @property
    def decided(self) -> bool:
        """Every decision that was asked has been taken."""
        return len(self.actions) == len(self.decisions)

    def decide(self, seat: int, action: Any, code: str, micros: int) -> None:
        """Take `action` for the seat; `code` is the fault for which it is not the seat's own."""
        self.actions[seat] = action
        self.played[seat] = PlayedSeat(self._game.pack(action), micros, code)

    def record(self) -> PlayedRound:
        return PlayedRound(self.number, self.played, list(self.state.water()))


class RoundBook:
    """Opens rounds in order and settles them in order."""

    def __init__(self, game: Game[Any], deal_seed: bytes, seats: int) -> None:
        self._game = game
        self._deal_seed = deal_seed
        self._seats = seats
        self._open: dict[int, OpenRound] = {}
        self._prepared: deque[OpenRound] = deque()
        self.next_number = 1

    def __getitem__(self, number: int) -> OpenRound:
        return self._open[number]

    def prepare(self, ahead: int) -> None:
        """Deal some of the next `ahead` rounds, while there is nothing better to do."""
        for _ in range(min(ahead - len(self._prepared), MOST_DEALT_AT_ONCE)):
            number = self.next_number + len(self._prepared)
            state = self._game.start(self._deal_seed, number, self._seats)
            self._prepared.append(OpenRound(self._game, number, state, self._seats))

    def open_next(self) -> OpenRound:
        self.prepare(1)
        opened = self._prepared.popleft()
        self._open[opened.number] = opened
        self.next_number += 1
        return opened

    @property
    def oldest(self) -> OpenRound | None:
        """The round that is settled next."""
        return next(iter(self._open.values()), None)

    def apply(self, opened: OpenRound) -> bool:
        """Play what was decided in the oldest round. True when the round is over, and then it is no longer open."""
        opened.state = opened.state.apply(opened.actions)
        opened.ask()
        if opened.decisions:
            return False
        del self._open[opened.number]
        return True
