"""Hands set up tile by tile, so that a situation can be played to."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from arena.mahjong.dealing import HAND, SEATS, TILES, Deal
from arena.mahjong.rule_model import rules_from
from arena.mahjong.table.actions import ACTS, Act
from arena.mahjong.table.hand import Hand
from arena.mahjong.table.position import beginning
from arena.mahjong.table.wall import LENGTH, TAIL
from arena.mahjong.tiles import NUMBERS
from arena.match.game import WATCHER


def tiles_of(written: str) -> list[int]:
    return [NUMBERS[text] for text in written.split()]


def act(words: str) -> Act:
    """An action in words: `discard 5p`, `discard 5p ting`, `chi 4p 6p`, `an 1m`, `xuanfeng E S W N`, `hu`."""
    kind, *rest = words.split()
    if kind in {"chi", "xuanfeng"}:
        found = [each for each in ACTS if each.type == kind and each.using == tuple(rest)]
    else:
        ting = "ting" in rest
        tile = next(iter(rest), None)
        found = [each for each in ACTS if each.type == kind and each.tile == tile and each.ting == ting]
    return found[0]


class Scene:
    """A hand in which the tiles named lie where they are named, and the others anywhere.

    `front` is drawn first to last; `tail` is in the order in which replacements take it, from the last tile.
    """

    def __init__(
        self,
        hands: Mapping[int, str],
        front: str = "",
        tail: str = "",
        dealer: int = 0,
        rules: Mapping[str, Any] | None = None,
        seed: bytes = b"scene",
    ) -> None:
        rest = Counter(TILES)
        named = {seat: tiles_of(written) for seat, written in hands.items()}
        first, last = tiles_of(front), tiles_of(tail)
        for tiles in [*named.values(), first, last]:
            rest.subtract(tiles)
        assert min(rest.values()) >= 0, "more than four of a kind"
        # from the middle of the order, so that no neighbours lie together
        left = sorted(rest.elements(), key=lambda tile: (tile * 7 % 34, tile))
        wall: dict[int, int] = dict(enumerate(first)) | dict(zip(TAIL, last, strict=False))
        dealt = []
        for seat in range(SEATS):
            size = HAND + (seat == dealer)
            mine = named.get(seat, [])
            assert len(mine) <= size
            dealt.append(mine + [left.pop() for _ in range(size - len(mine))])
        extra = dealt[dealer].pop()
        cut = Deal(
            tuple(tuple(sorted(hand)) for hand in dealt),
            extra,
            tuple(wall[place] if place in wall else left.pop() for place in range(LENGTH)),
        )
        assert not left
        self.hand = Hand(beginning(rules_from(rules or {"extends": "jilin"}), cut, seed, 1, dealer))
        self.told: list[dict[str, Any]] = list(self.hand.events(WATCHER, "full"))

    def legal(self, seat: int) -> list[str]:
        """What the seat may choose, in words."""
        for decision in self.hand.pending():
            if decision.seat == seat:
                return [words_of(each) for each in decision.legal]
        return []

    def do(self, **answers: str) -> "Scene":
        """Take `seat0="discard 5p"` and so on; who is asked and is not named takes the default."""
        given = {int(name.removeprefix("seat")): act(words) for name, words in answers.items()}
        asked = {decision.seat: decision.default for decision in self.hand.pending()}
        for seat, chosen in given.items():
            assert self.hand.check(seat, chosen) is None, f"seat {seat}: {chosen}, legal: {self.legal(seat)}"
        self.hand = self.hand.apply(asked | given)
        self.told += self.hand.events(WATCHER, "full")
        return self

    def pass_on(self) -> "Scene":
        """Take defaults until a seat is in turn or the hand is over."""
        while self.hand.position.phase not in {"turn", "over"}:
            self.do()
        return self

    def discards(self, *tiles: str) -> "Scene":
        """Each seat in turn discards the next of these, which nobody takes."""
        for tile in tiles:
            self.do(**{f"seat{self.turn}": f"discard {tile}"} if self.hand.pending() else {}).pass_on()
        return self

    @property
    def turn(self) -> int:
        return self.hand.position.seat

    @property
    def water(self) -> list[int]:
        return list(self.hand.water())

    def last(self, kind: str) -> dict[str, Any]:
        """The last event of that kind, as whoever looks on sees it."""
        return [event for event in self.told if event["type"] == kind][-1]

    def kinds(self) -> list[str]:
        """The types of all events."""
        return [event["type"] for event in self.told]


def words_of(chosen: Act) -> str:
    return " ".join([chosen.type, *([chosen.tile] if chosen.tile else []), *chosen.using, *["ting"] * chosen.ting])
