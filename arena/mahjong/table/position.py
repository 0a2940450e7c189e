"""A position of a hand: who holds what, whose turn it is, and what led here from the position before."""

from dataclasses import dataclass
from typing import Any, Literal

from arena.mahjong.dealing import SEATS, Deal
from arena.mahjong.payment import Transfer, water_of
from arena.mahjong.rule_model import Rules
from arena.mahjong.table import telling
from arena.mahjong.table.place import Place
from arena.mahjong.table.telling import Told
from arena.mahjong.table.wall import TAIL, Wall
from arena.mahjong.tiles import KINDS, texts

Phase = Literal["turn", "claim", "rob", "bao", "over"]
"""Whose decision is next: of the seat in turn, of those who may claim its discard or rob its 补杠, or of a seat that
has looked at the 宝 and has not drawn yet."""
Source = Literal["wall", "tail"]


@dataclass(slots=True)
class Position:
    """A value: only `arena.mahjong.table.moves` changes one, and only a `successor` of which nobody else knows yet.

    `seat` is in turn, or has discarded or laid the `tile` that others may take.

    `drawn` is what it has just drawn. `free` says whether its turn began with a draw, so that it may lay kongs and win
    (G44). `coming` is where a seat that has looked at the 宝 draws from. `shown` counts the tiles of each kind that
    lie open, in rivers and open melds (G34). `told` is what happened since the position before, and `winner` who won.
    """

    rules: Rules
    number: int
    dealer: int
    places: list[Place]
    wall: Wall
    phase: Phase
    seat: int
    drawn: int | None
    free: bool
    tile: int | None
    coming: Source
    shown: list[int]
    ledger: tuple[Transfer, ...]
    told: list[Told]
    winner: int | None = None

    def successor(self) -> "Position":
        """Return a copy to be changed, to which nothing has happened yet."""
        return Position(
            self.rules,
            self.number,
            self.dealer,
            list(self.places),
            self.wall,
            self.phase,
            self.seat,
            self.drawn,
            self.free,
            self.tile,
            self.coming,
            list(self.shown),
            self.ledger,
            [],
        )

    @property
    def water(self) -> list[int]:
        """What each seat has won or lost so far."""
        return water_of(self.ledger)

    @property
    def place(self) -> Place:
        """The seat in turn."""
        return self.places[self.seat]

    def knows_bao(self, seat: int) -> bool:
        """Return whether the seat has seen the 宝 that is out."""
        return self.wall.bao is not None and self.places[seat].looked == self.wall.turn

    def observe(self, seat: int) -> dict[str, Any]:
        """Return everything that the seat may know, as wire data; the SPEC explains it."""
        place = self.places[seat]
        mine = seat == self.seat and self.phase == "turn"
        return {
            "round": self.number,
            "dealer": self.dealer,
            "seat": seat,
            "kind": self.phase,
            "turn": self.seat,
            "tile": None if self.tile is None else KINDS[self.tile],
            "hand": texts(place.tiles),
            "drawn": None if self.drawn is None or not mine else KINDS[self.drawn],
            "melds": [self._melds(other, seat) for other in range(SEATS)],
            "discards": [texts(each.river) for each in self.places],
            "ting": [each.ready is not None for each in self.places],
            "sizes": [self._size(other) for other in range(SEATS)],
            "waits": texts(place.ready or ()),
            "left": self.wall.left,
            "bao": {
                "die": self.wall.die,
                "tile": KINDS[self.wall.bao_kind] if self.knows_bao(seat) and self.wall.bao_kind is not None else None,
                "count": self.wall.turn,
            },
            "water": self.water,
        }

    def _size(self, seat: int) -> int:
        return len(self.places[seat].tiles) + (seat == self.seat and self.drawn is not None)

    def _melds(self, owner: int, seat: int) -> list[dict[str, Any]]:
        shown = self.places[owner].shown
        if self.rules.show_angang or owner == seat:
            return shown
        return [{**meld, "tiles": None} if meld["kind"] == "an" else meld for meld in shown]


def beginning(rules: Rules, tiles: Deal, seed: bytes, number: int, dealer: int) -> Position:
    """Return the first position of a hand with these tiles; the seed is for the dice."""
    hands = [sorted((*hand, tiles.extra)) if seat == dealer else hand for seat, hand in enumerate(tiles.hands)]
    return Position(
        rules=rules,
        number=number,
        dealer=dealer,
        places=[Place(hand, dealt=tuple(hand)) for hand in hands],
        wall=Wall(rules, tiles.wall, seed, number),
        phase="turn",
        seat=dealer,
        drawn=None,
        free=True,
        tile=None,
        coming="wall",
        shown=[0] * len(KINDS),
        ledger=(),
        told=[telling.dealt(number, dealer, hands, tiles.wall, [tiles.wall[place] for place in TAIL])],
    )
