"""The mahjong as a game of the arena: hands that follow each other, with a dealer that stays or moves on (B1–B4)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from arena.mahjong.dealing import SEATS, deal, first_dealer
from arena.mahjong.rule_model import Rules, data_of, rules_from
from arena.mahjong.table.actions import Act, pack, unpack
from arena.mahjong.table.hand import Hand
from arena.mahjong.table.position import beginning
from protocol.text import Said


class Mahjong:
    """The game under one rule set."""

    name: ClassVar[str] = "mahjong"
    action_type: ClassVar[Any] = Act
    most_seats: Final = SEATS
    separable: ClassVar[bool] = False
    rounds_stand_alone: ClassVar[bool] = False

    def __init__(self, rules: Rules) -> None:
        self.rule_set = rules

    @classmethod
    def from_data(cls, rules: Mapping[str, Any], _on_late: str = "foul") -> "Mahjong":
        """Return the game under a rule set as data. A seat that does not answer takes the default in any case (G50).

        Raises TypedError.
        """
        return cls(rules_from(rules))

    def rules(self) -> dict[str, Any]:
        return data_of(self.rule_set)

    def refuses(self, seats: int) -> Said | None:
        return None if seats == SEATS else Said("mahjong is for 4 players, not {seats} (A1)", seats=seats)

    def start(self, seed: bytes, number: int, seats: int) -> Hand:
        """Deal a hand by itself, as duplicate matches play it: seat n mod 4 deals hand n."""
        return self._dealt(seed, number, number % SEATS)

    def follow(self, seed: bytes, number: int, seats: int, before: Any) -> Hand:
        """Deal the hand after another. The dealer stays if it won or nobody did, else the next seat deals (B2–B4)."""
        if before is None:
            return self._dealt(seed, number, first_dealer(seed, number))
        last = before.position
        stays = last.winner in {None, last.dealer}
        return self._dealt(seed, number, last.dealer if stays else (last.dealer + 1) % SEATS)

    def _dealt(self, seed: bytes, number: int, dealer: int) -> Hand:
        return Hand(beginning(self.rule_set, deal(seed, number), seed, number, dealer))

    def pack(self, actions: Sequence[Act | None]) -> bytes:
        return pack(actions)

    def unpack(self, data: bytes) -> list[Act | None]:
        return unpack(data)
