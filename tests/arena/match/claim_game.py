"""A game of turns, windows and secrets, as small as one can be, to test what such games need of the machine.

The dealer draws a number that only it sees and shows one from 0 to 9. Then the others may claim it at once, with more
than was shown (after a 9 there is nothing to claim with, and nobody is asked); the one nearest to the dealer who
claims wins one from the dealer and deals the next round, which so begins with how this one ended. A claim of the
nearest settles the window, whatever the others would say.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from arena.match.game import WATCHER
from protocol.text import Said
from tests.arena.match.toy_game import ToyTransfer


class ClaimDecision(NamedTuple):
    seat: int
    kind: str
    legal: list[Any] | None
    default: int = 0
    forfeit: int = 0
    escape: int = 0
    budget: int = 1


@dataclass(frozen=True)
class ClaimState:
    number: int
    seats: int
    dealer: int
    drawn: int
    shown: int | None = None
    claims: tuple[tuple[int, int], ...] | None = None

    @property
    def hides_choices(self) -> bool:
        return self.shown is not None

    @property
    def over(self) -> bool:
        return self.claims is not None

    def _others(self) -> list[int]:
        return [(self.dealer + step) % self.seats for step in range(1, self.seats)]

    def pending(self) -> Sequence[ClaimDecision]:
        if self.shown is None:
            return [ClaimDecision(self.dealer, "show", list(range(10)))]
        if self.claims is None and self.shown < 9:
            return [ClaimDecision(seat, "claim", [0, *range(self.shown + 1, 10)]) for seat in sorted(self._others())]
        return []

    def observe(self, seat: int) -> dict[str, Any]:
        seen: dict[str, Any] = {"round": self.number, "dealer": self.dealer, "shown": self.shown}
        return seen | ({"drawn": self.drawn} if seat == self.dealer else {})

    def check(self, seat: int, action: int) -> str | None:
        legal = next(decision.legal for decision in self.pending() if decision.seat == seat)
        return None if legal is not None and action in legal else f"expected one of {legal}, got {action}"

    def enough(self, actions: Mapping[int, int]) -> bool:
        if self.shown is None:
            return False
        for seat in self._others():
            if seat not in actions:
                return False
            if actions[seat]:
                return True
        return True

    def apply(self, actions: Mapping[int, int]) -> "ClaimState":
        if self.shown is None:
            return replace(self, shown=actions[self.dealer])
        return replace(self, claims=tuple(sorted(actions.items())))

    @property
    def winner(self) -> int | None:
        """The seat that claimed and is nearest to the dealer."""
        claims = dict(self.claims or ())
        return next((seat for seat in self._others() if claims.get(seat)), None)

    def events(self, seat: int, detail: str) -> list[dict[str, Any]]:
        if self.shown is None:
            mine = {"drawn": self.drawn} if seat == self.dealer else {}
            return [{"type": "draw", "round": self.number, "seat": self.dealer, **mine}]
        if self.claims is None:
            return [{"type": "show", "round": self.number, "shown": self.shown}]
        if self.shown == 9 and seat not in {self.dealer, WATCHER}:
            return []  # who was not asked is not told
        return [{"type": "settled", "round": self.number, "water": list(self.water())}]

    def ledger(self) -> Sequence[ToyTransfer]:
        return [] if self.winner is None else [ToyTransfer(self.dealer, self.winner, 1, "claimed")]

    def water(self) -> Sequence[int]:
        water = [0] * self.seats
        for source, target, amount, _ in self.ledger():
            water[source or 0] -= amount
            water[target or 0] += amount
        return water


class ClaimGame:
    name = "claim"
    action_type: Any = int
    most_seats = 9
    separable: ClassVar[bool] = False
    rounds_stand_alone: ClassVar[bool] = False

    def rules(self) -> dict[str, Any]:
        return {"name": "claim"}

    def refuses(self, seats: int) -> Said | None:
        return None if seats >= 2 else Said("at least two seats are needed")

    def start(self, seed: bytes, number: int, seats: int) -> ClaimState:
        return self._deal(seed, number, seats, number % seats)

    def follow(self, seed: bytes, number: int, seats: int, before: Any) -> ClaimState:
        if before is None:
            return self._deal(seed, number, seats, 0)
        return self._deal(seed, number, seats, before.dealer if before.winner is None else before.winner)

    def _deal(self, seed: bytes, number: int, seats: int, dealer: int) -> ClaimState:
        return ClaimState(number, seats, dealer, hashlib.sha256(seed + number.to_bytes(4, "big")).digest()[0])

    def pack(self, actions: Sequence[int | None]) -> bytes:
        return bytes(255 if action is None else action for action in actions)

    def unpack(self, data: bytes) -> list[int | None]:
        return [None if action == 255 else action for action in data]
