"""What is told of a hand: each event as whoever looks on sees it, as one seat may, and as all others may."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from arena.mahjong.melds import Kind
from arena.mahjong.tiles import KINDS, texts

Data = dict[str, Any]
WATCHER: Final = -1
"""Stands in place of a seat for whoever looks on."""


class Told(NamedTuple):
    """An event. `own` says what a seat learns that differs from what `all` others do; None is nothing at all."""

    whole: Data
    all: Data | None
    own: Mapping[int, Data] = {}

    def to(self, seat: int) -> Data | None:
        """Return what the seat, or WATCHER, learns."""
        return self.whole if seat == WATCHER else self.own.get(seat, self.all)


def for_seat(told: Sequence[Told], seat: int) -> list[Data]:
    return [event for event in (each.to(seat) for each in told) if event is not None]


def public(event: Data) -> Told:
    return Told(event, event)


def dealt(number: int, dealer: int, hands: Sequence[Iterable[int]], wall: Sequence[int], tail: Iterable[int]) -> Told:
    """A hand begins: every seat learns its own tiles."""
    head = {"type": "deal", "round": number, "dealer": dealer}
    shown = [texts(hand) for hand in hands]
    whole = {**head, "hands": shown, "wall": texts(wall), "tail": texts(tail)}
    return Told(whole, head, {seat: {**head, "hand": hand} for seat, hand in enumerate(shown)})


def drew(seat: int, tile: int, source: str) -> Told:
    bare = {"type": "draw", "seat": seat, "from": source}
    whole = {"type": "draw", "seat": seat, "tile": KINDS[tile], "from": source}
    return Told(whole, bare, {seat: whole})


def discarded(seat: int, tile: int, ting: bool) -> Told:
    return public({"type": "discard", "seat": seat, "tile": KINDS[tile], "ting": ting})


def claimed(kind: Kind, seat: int, source: int, tile: int, using: Iterable[int]) -> Told:
    """A 吃, 碰 or 明杠."""
    return public({"type": kind, "seat": seat, "from": source, "tile": KINDS[tile], "with": texts(using)})


def laid(kind: Kind, seat: int, tiles: Iterable[int], hidden: bool = False) -> Told:
    """A kong or an opening set from the hand; a `hidden` 暗杠 is shown to nobody else (G48)."""
    whole = {"type": kind, "seat": seat, "tiles": texts(tiles)}
    return Told(whole, {**whole, "tiles": None}, {seat: whole}) if hidden else public(whole)


def threw(die: int | None, tile: int | None) -> Told:
    """Another 宝 is out, which nobody has seen yet; none where its places are used up."""
    bare = {"type": "bao", "die": die}
    return Told({**bare, "tile": None if tile is None else KINDS[tile]}, bare)


def looked(seat: int, tile: int) -> Told:
    """A ready seat looks at the 宝 (F3, F4)."""
    bare = {"type": "look", "seat": seat}
    whole = {**bare, "tile": KINDS[tile]}
    return Told(whole, bare, {seat: whole})


def answered(kind: str, answers: Mapping[int, str]) -> Told:
    """What a window brought (R20). No seat is told, since it would learn who could have claimed."""
    return Told({"type": "window", "kind": kind, "answers": {str(seat): said for seat, said in answers.items()}}, None)


def robbed(seat: int, by: int, how: str) -> Told:
    return public({"type": "robbed", "seat": seat, "by": by, "how": how})


def won(seat: int, source: int | None, how: str, tile: int, fan: Mapping[str, int], hand: Iterable[int]) -> Told:
    """A hand is won; the winner's tiles are laid open, so that everyone can count."""
    event = {"type": "win", "seat": seat, "from": source, "how": how, "tile": KINDS[tile], "fan": dict(fan)}
    return public({**event, "hand": texts(hand)})


def exhausted() -> Told:
    return public({"type": "exhausted"})


def paid(source: int, target: int, amount: int, reason: str) -> Told:
    return public({"type": "pay", "from": source, "to": target, "amount": amount, "reason": reason})


def settled(number: int, water: Sequence[int]) -> Told:
    return public({"type": "settled", "round": number, "water": list(water)})
