"""The rounds of a leg: dealt ahead, decided by each seat, settled and recorded in order."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, Final

from arena.match.game import WATCHER, Decision, Game, State
from arena.records.chain import Chain
from arena.records.round_log import Correction, PlayedRound, PlayedSeat, RoundLog
from protocol.text import Said

MOST_DEALT_AT_ONCE: Final = 8
"""A limit, so that dealing ahead does not delay an answer that arrives meanwhile."""


class _Done:
    """What a seat has done in a round."""

    __slots__ = ("actions", "code", "micros")

    def __init__(self) -> None:
        self.actions: list[Any] = []
        self.micros = 0
        self.code = ""
        """The first fault after which an action was not the seat's own."""


class OpenRound:
    """A round in play."""

    __slots__ = ("_done", "_game", "actions", "asked_at", "decisions", "number", "state", "states")

    def __init__(self, game: Game[Any], number: int, state: State[Any], seats: int) -> None:
        self._game = game
        self._done = [_Done() for _ in range(seats)]
        self.number = number
        self.state = state
        self.states = [state]
        """Every position so far, the present one last."""
        self.asked_at = 0.0
        """When the decisions of this position were asked for, in seconds; 0 until they are."""
        self.actions: dict[int, Any] = {}
        self.decisions: dict[int, Decision[Any]] = {}
        self.ask()

    def ask(self) -> None:
        """Take up the decisions that the state asks for now."""
        self.actions = {}
        self.decisions = {decision.seat: decision for decision in self.state.pending()}

    @property
    def decided(self) -> bool:
        """Whether what follows is settled."""
        return len(self.actions) == len(self.decisions) or self.state.enough(self.actions)

    def undecided(self) -> list[int]:
        """Return the seats whose decisions have not been taken."""
        return [seat for seat in self.decisions if seat not in self.actions]

    def decide(self, seat: int, action: Any, code: str, micros: int) -> None:
        """Take `action` for the seat; `code` is the fault if the action is not the seat's own."""
        self.actions[seat] = action
        done = self._done[seat]
        done.actions.append(action)
        done.micros += micros
        if code and not done.code:
            done.code = code

    def pass_over(self, seat: int) -> None:
        """Note that what follows is settled without the seat's decision."""
        self._done[seat].actions.append(None)

    def correct(self, seat: int, wrong: str, code: str) -> None:
        """Correct the seat's fault code where it is `wrong`."""
        if self._done[seat].code == wrong:
            self._done[seat].code = code

    def record(self) -> PlayedRound:
        """Return the round as it is recorded."""
        pack = self._game.pack
        seats = [PlayedSeat(pack(done.actions), done.micros, done.code) for done in self._done]
        return PlayedRound(self.number, seats, list(self.state.water()))


def public_events(states: Iterable[State[Any]]) -> list[dict[str, Any]]:
    """Return what whoever looks on learns of a round, from all of its positions."""
    return [event for state in states for event in state.events(WATCHER, "full")]


class RoundBook:
    """Opens rounds in order, settles them in order, and keeps their record."""

    def __init__(self, game: Game[Any], deal_seed: bytes, seats: int, leg: int, duplicate: bool) -> None:
        """The rounds of a `duplicate` match stand by themselves; others may begin with how the one before ended."""
        self._game = game
        self._alone = duplicate
        self._last: OpenRound | None = None
        """The last round that was settled."""
        self._deal_seed = deal_seed
        self._seats = seats
        self._open: dict[int, OpenRound] = {}
        self._prepared: deque[OpenRound] = deque()
        self._log = RoundLog()
        self._chain = Chain(deal_seed, leg)
        self._corrections: list[Correction] = []
        self.next_number = 1
        self.water = [0] * seats
        """By seat, over all settled rounds."""

    def __getitem__(self, number: int) -> OpenRound:
        return self._open[number]

    # -- in order ----------------------------------------------------------------------------------------------

    def prepare(self, ahead: int) -> None:
        """Deal some of the next `ahead` rounds; none while one is in play on which they depend."""
        if self._open and not self._game.rounds_stand_alone:
            return
        for _ in range(min(ahead - len(self._prepared), MOST_DEALT_AT_ONCE)):
            number = self.next_number + len(self._prepared)
            self._prepared.append(OpenRound(self._game, number, self._dealt(number), self._seats))

    def _dealt(self, number: int) -> State[Any]:
        if self._alone:
            return self._game.start(self._deal_seed, number, self._seats)
        before = None if self._last is None else self._last.state
        return self._game.follow(self._deal_seed, number, self._seats, before)

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
        opened.states.append(opened.state)
        opened.ask()
        if not opened.state.over:
            return False
        del self._open[opened.number]
        self._last = opened
        played = opened.record()
        self._log.append(played)
        self._chain.add(played)
        for seat, amount in enumerate(played.water):
            self.water[seat] += amount
        return True

    @property
    def head(self) -> str:
        """The head of the chain after the round settled last, in hex."""
        return self._chain.head.hex()

    def newest(self) -> tuple[int, list[dict[str, Any]]] | None:
        """Return the number of the round settled last, and what whoever looks on learns of it."""
        if self._last is None:
            return None
        return self._last.number, public_events(self._last.states)

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
                opened.decide(seat, opened.decisions[seat].forfeit, "illegal", micros)
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
            opened = self._open[number]
            opened.decide(seat, opened.decisions[seat].escape, code, 0)

    def correct(self, seat: int, rounds: Iterable[int], wrong: str, code: str) -> None:
        """Correct the seat's fault code in these rounds where it is `wrong`; `log` has the corrected one."""
        for number in rounds:
            if number in self._open:
                self._open[number].correct(seat, wrong, code)
            else:
                self._corrections.append(Correction(number - 1, seat, wrong, code))

    # -- the record --------------------------------------------------------------------------------------------

    @property
    def settled(self) -> int:
        """The number of settled rounds."""
        return len(self._log)

    def log(self) -> RoundLog:
        """Return the settled rounds, with their corrected fault codes."""
        return self._log.corrected(self._corrections)
