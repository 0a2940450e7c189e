"""A hand as a state of the arena: what is asked in a position, what may be answered, and what each seat learns."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from arena.mahjong.payment import Transfer
from arena.mahjong.table import telling
from arena.mahjong.table.actions import Act, known
from arena.mahjong.table.moves import follow
from arena.mahjong.table.options import Decision, decisions, rank_of
from arena.mahjong.table.position import Position


class Hand:
    """A position with what can be asked of it."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @property
    def over(self) -> bool:
        return self.position.phase == "over"

    @property
    def hides_choices(self) -> bool:
        """A window, or the turn of a ready seat, whose length would tell that it could have won or claimed."""
        return self.position.phase != "turn" or self.position.place.ready is not None

    @cached_property
    def _decisions(self) -> list[Decision]:
        return decisions(self.position)

    def pending(self) -> Sequence[Decision]:
        return self._decisions

    def observe(self, seat: int) -> dict[str, Any]:
        return self.position.observe(seat)

    def check(self, seat: int, action: Act) -> str | None:
        for decision in self._decisions:
            if decision.seat == seat:
                return None if action in decision.legal else "expected one of the actions in legal"
        return "expected no action of this seat"

    def enough(self, actions: Mapping[int, Act]) -> bool:
        """Return whether no seat that has not answered can come before the best answer (D8, D9)."""
        given = [rank_of(self.position, seat, known(act)) for seat, act in actions.items()]
        best = min(given, default=None)
        for decision in self._decisions:
            if decision.seat not in actions:
                could = min(rank_of(self.position, decision.seat, act) for act in decision.legal)
                if best is None or could < best:
                    return False
        return True

    def apply(self, actions: Mapping[int, Act]) -> "Hand":
        return Hand(follow(self.position, {seat: known(act) for seat, act in actions.items()}))

    @cached_property
    def _public(self) -> list[dict[str, Any]]:
        """What a seat learns that learns nothing by itself."""
        return [each.all for each in self.position.told if each.all is not None]

    @cached_property
    def _last(self) -> list[dict[str, Any]]:
        return self._public[-1:] if self.over else []

    def events(self, seat: int, detail: str) -> Sequence[dict[str, Any]]:
        if detail == "water" and seat != telling.WATCHER:
            return self._last
        if seat == telling.WATCHER or any(seat in each.own for each in self.position.told):
            return telling.for_seat(self.position.told, seat)
        return self._public

    def ledger(self) -> Sequence[Transfer]:
        return self.position.ledger

    def water(self) -> Sequence[int]:
        return self.position.water
