"""A small game beside Shisanshui, so that the machine is tested through the seam alone.

Every seat holds a number and bids 0 to 9. The highest bidder takes one from each other seat that bid less. It can be
played in several turns, seat after seat, as a game of another kind would be.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from protocol.text import Said


class ToyDecision(NamedTuple):
    seat: int
    kind: str = "bid"
    default: int = 0
    forfeit: int = -1
    escape: int = -2
    legal: list[Any] | None = None
    budget: int = 1


class ToyTransfer(NamedTuple):
    source: int | None
    target: int | None
    amount: int
    reason: str


@dataclass(frozen=True)
class ToyState:
    hides_choices: ClassVar[bool] = False
    number: int
    hands: tuple[int, ...]
    in_turns: bool
    bids: tuple[tuple[int, int], ...] = ()

    @property
    def over(self) -> bool:
        return not self.pending()

    def pending(self) -> Sequence[ToyDecision]:
        bidden = dict(self.bids)
        waiting = [ToyDecision(seat) for seat in range(len(self.hands)) if seat not in bidden]
        return waiting[:1] if self.in_turns else waiting

    def observe(self, seat: int) -> dict[str, Any]:
        return {"round": self.number, "hand": self.hands[seat]}

    def check(self, seat: int, action: int) -> str | None:
        return None if 0 <= action <= 9 else f"expected a bid from 0 to 9, got {action}"

    def enough(self, actions: Mapping[int, int]) -> bool:
        return False

    def apply(self, actions: Mapping[int, int]) -> "ToyState":
        return replace(self, bids=self.bids + tuple(sorted(actions.items())))

    def events(self, seat: int, detail: str) -> list[dict[str, Any]]:
        if not self.over:
            return []
        return [{"type": "settled", "round": self.number, "water": list(self.water()), "detail": detail}]

    def ledger(self) -> Sequence[ToyTransfer]:
        bids = dict(self.bids)
        best = max(bids.values())
        winner = min(seat for seat, bid in bids.items() if bid == best)
        return [ToyTransfer(seat, winner, 1, "outbid") for seat, bid in bids.items() if bid < best]

    def water(self) -> Sequence[int]:
        water = [0] * len(self.hands)
        for transfer in self.ledger():
            water[transfer.source or 0] -= transfer.amount
            water[transfer.target or 0] += transfer.amount
        return water


class ToyGame:
    name = "toy"
    action_type: Any = int
    most_seats = 9
    separable = True
    rounds_stand_alone = True

    def __init__(self, in_turns: bool = False) -> None:
        self._in_turns = in_turns

    def rules(self) -> dict[str, Any]:
        return {"name": "toy"}

    def refuses(self, seats: int) -> Said | None:
        return None if seats >= 2 else Said("at least two seats are needed")

    def start(self, seed: bytes, number: int, seats: int) -> ToyState:
        drawn = hashlib.sha256(seed + number.to_bytes(4, "big")).digest()
        return ToyState(number, tuple(drawn[:seats]), self._in_turns)

    def follow(self, seed: bytes, number: int, seats: int, before: object) -> ToyState:
        return self.start(seed, number, seats)

    def pack(self, actions: Sequence[int | None]) -> bytes:
        return b"".join(action.to_bytes(1, "big", signed=True) for action in actions if action is not None)

    def unpack(self, data: bytes) -> list[int | None]:
        return [int.from_bytes(data[place : place + 1], "big", signed=True) for place in range(len(data))]
