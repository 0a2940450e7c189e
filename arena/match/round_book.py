"""The rounds of a leg: dealt ahead, decided by each seat, settled and recorded in order."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from arena.match.game import Decision, Game, State
from arena.records.round_log import Correction, PlayedRound, PlayedSeat, RoundLog
from protocol.text import Said

MOST_DEALT_AT_ONCE: Final = 8
"""A limit, so that dealing ahead does not delay an answer that arrives meanwhile."""
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
        """Take up the decisions that the state asks for now."""
        self.actions = {}
        self.decisions = {decision.seat: decision for decision in self.state.pending()}

    @property
    def decided(self) -> bool:
        """Whether every decision asked for has been taken."""
        return len(self.actions) == len(self.decisions)

    def decide(self, seat: int, action: Any, code: str, micros: int) -> None:
        """Take `action` for the seat; `code` is the fault if the action is not the seat's own."""
        self.actions[seat] = action
        self.played[seat] = PlayedSeat(self._game.pack(action), micros, code)

    def record(self) -> PlayedRound:
        """Return the round as it is recorded."""
        return PlayedRound(self.number, self.played, list(self.state.water()))


class RoundBook:
    """Opens rounds in order, settles them in order, and keeps their record."""

    def __init__(self, game: Game[Any], deal_seed: bytes, seats: int) -> None:
        self._game = game
        self._deal_seed = deal_seed
        self._seats = seats
        self._open: dict[int, OpenRound] = {}
        self._prepared: deque[OpenRound] = deque()
        self._log = RoundLog()
        self._corrections: list[Correction] = []
        self.next_number = 1
        self.water = [0] * seats
        """By seat, over all settled rounds."""

    def __getitem__(self, number: int) -> OpenRound:
        return self._open[number]

    # -- in order ----------------------------------------------------------------------------------------------

    def prepare(self, ahead: int) -> None:
        """Deal some of the next `ahead` rounds."""
        for _ in range(min(ahead - len(self._prepared), MOST_DEALT_AT_ONCE)):
            number = self.next_number + len(self._prepared)
            state = self._game.start(self._deal_seed, number, self._seats)
            self._prepared.append(OpenRound(self._game, number, state, self._seats))

    def open_next(self) -> OpenRound:
        """Open the next round."""
        self.prepare(1)
        opened = self._prepared.popleft()
        self._open[opened.number] = opened
        self.next_number += 1
        return opened

    @property
    def oldest(self) -> OpenRound | None:
        """The round to be settled next, or None if none is open."""
        return next(iter(self._open.values()), None)

    def apply(self, opened: OpenRound) -> bool:
        """Apply the decisions of the oldest round. Return True if that settled it; it is recorded then."""
        opened.state = opened.state.apply(opened.actions)
        opened.ask()
        if opened.decisions:
            return False
        del self._open[opened.number]
        played = opened.record()
        self._log.append(played)
        for seat, amount in enumerate(played.water):
            self.water[seat] += amount
        return True

    # -- a seat's decisions in the rounds of a request ---------------------------------------------------------

    def take(self, seat: int, rounds: Sequence[int], actions: Sequence[Any], micros: int) -> str | None:
        """Take the seat's actions, one for each round; None stands for the default, and an illegal one forfeits.

        Return why the first illegal action is illegal, or None if all are legal.
        """
        fault = None
        for number, action in zip(rounds, actions, strict=True):
            opened = self._open[number]
            wrong = None if action is None else opened.state.check(seat, action)
            if wrong is not None:
                fault = fault or str(Said("round {round}: {fault}", round=number, fault=wrong))
                opened.decide(seat, self._game.forfeit, "illegal", micros)
            else:
                taken = opened.decisions[seat].default if action is None else action
                opened.decide(seat, taken, "", micros)
        return fault

    def take_default(self, seat: int, rounds: Iterable[int], code: str) -> None:
        """Take the default in these rounds; `code` says why."""
        for number in rounds:
            opened = self._open[number]
            opened.decide(seat, opened.decisions[seat].default, code, 0)

    def escape(self, seat: int, rounds: Iterable[int], code: str) -> None:
        """Make the seat escape in these rounds; `code` says why."""
        for number in rounds:
            self._open[number].decide(seat, self._game.escape, code, 0)

    def correct(self, seat: int, rounds: Iterable[int], code: str) -> None:
        """Correct the seat's fault code in these rounds; `log` has the corrected one."""
        for number in rounds:
            if number in self._open:
                played = self._open[number].played
                played[seat] = msgspec.structs.replace(played[seat], code=code)
            else:
                self._corrections.append(Correction(number - 1, seat, code))

    # -- the record --------------------------------------------------------------------------------------------

    @property
    def settled(self) -> int:
        """The number of settled rounds."""
        return len(self._log)

    def log(self) -> RoundLog:
        """Return the settled rounds, with their corrected fault codes."""
        return self._log.corrected(self._corrections)
