"""The rounds of a match as a viewer reads them: an index of all, and the rounds themselves in chunks."""

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from arena.language import told
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rows import RowType
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from protocol.text import Said
from tournaments.reports.words import beside, fault, outcome, payment, row_type, special_hand
from tournaments.results.replay import RoundView

CHUNK: Final = 100
"""Rounds that are read at a time."""
_BIG: Final = {"gun": 1, "home-run": 2}
"""What the index marks, by the beginning of a payment's reason."""
_JOKERS: Final = {"Xs": beside("small joker", "小王"), "Xb": beside("big joker", "大王")}
_SUITS: Final = {
    "s": beside("spades", "黑桃"),
    "h": beside("hearts", "红桃"),
    "d": beside("diamonds", "方块"),
    "c": beside("clubs", "梅花"),
}
_WORDS: Final = {
    "front": beside("front", "头墩"),
    "middle": beside("middle", "中墩"),
    "back": beside("back", "尾墩"),
    "table": Said("the table"),
    "round": Said("round"),
    "leg": Said("leg"),
    "void": Said("void"),
    "viewpoint": Said("viewpoint"),
    "four": Said("four colours"),
    "totals": Said("running totals"),
    "total": Said("total"),
    "play": Said("play"),
    "pause": Said("pause"),
    "slower": Said("slower"),
    "faster": Said("faster"),
    "previous": Said("previous"),
    "next": Said("next"),
    "next big": Said("next {gun}", gun=beside("gun", "打枪")),
    "copy": Said("copy the link"),
    "copied": Said("copied"),
    "nothing": Said("nobody pays anybody"),
    "stand-in": Said("stand-in"),
    "assisted": Said("assisted"),
    "pays": Said(
        "{source} pays {target} {water} water: {reasons}",
        **{hole: f"{{{hole}}}" for hole in ("source", "target", "water", "reasons")},
    ),
    "keys": Said("Keys: ← and → step through a round, ↑ and ↓ go to another. The address leads back to this step."),
    "step dealt": Said("The hands as dealt"),
    "step laid": Said("The rows as laid"),
    "step front": Said("Front rows compared"),
    "step middle": Said("Middle rows compared"),
    "step back": Said("Back rows compared"),
    "step guns": Said("Guns, home runs, specials"),
    "step sum": Said("The sum of the round"),
}


class Document(NamedTuple):
    """A match to look at: the head as JSON, and each chunk of rounds as JSON in gzip."""

    head: bytes
    chunks: list[bytes]


def document_of(name: str, match: str, views: Iterable[RoundView], note: Said | str = "") -> Document:
    """Return what a viewer shows of a match; `name` is the tournament's. The rounds are read once, in order."""
    index: list[list[int]] = []
    chunks: list[bytes] = []
    waiting: list[dict[str, Any]] = []
    for entry in _entries(views):
        index.append([entry["round"], entry["leg"], _mark(entry)])
        waiting.append(entry)
        if len(waiting) == CHUNK:
            chunks.append(_packed(waiting))
            waiting = []
    if waiting:
        chunks.append(_packed(waiting))
    head = {
        "name": name,
        "match": match,
        "index": index,
        "size": CHUNK,
        "words": {key: [told(words, "en"), told(words, "zh")] for key, words in _words()},
        "note": [told(note, "en"), told(note, "zh")] if note else None,
    }
    return Document(msgspec.json.encode(head), chunks)


def _entries(views: Iterable[RoundView]) -> Iterator[dict[str, Any]]:
    """Yield each round as plain data, with the water that each bot had before it in that leg."""
    sums: dict[int, dict[str, int]] = defaultdict(dict)
    for view in views:
        before = sums[view.leg]
        entry: dict[str, Any] = msgspec.to_builtins(view)
        entry["before"] = {seat.bot: before.get(seat.bot, 0) for seat in view.seats}
        if not view.void:
            for seat in view.seats:
                before[seat.bot] = before.get(seat.bot, 0) + seat.water
        yield entry


def _mark(entry: dict[str, Any]) -> int:
    """Return 2 for a round with a home run, 1 for one with a gun, else 0."""
    reasons = [move["reason"] for move in entry["transfers"]]
    return max((big for start, big in _BIG.items() for reason in reasons if reason.startswith(start)), default=0)


def _packed(entries: list[dict[str, Any]]) -> bytes:
    return gzip.compress(msgspec.json.encode(entries), mtime=0)


def _words() -> Iterator[tuple[str, Any]]:
    """Yield every word that rounds may need, by key."""
    yield from _WORDS.items()
    for kind in RowType:
        yield f"type {kind.id}", row_type(kind.id)
        yield f"front type {kind.id}", row_type(kind.id, front=True)
    for special in BY_ID:
        yield f"special {special}", special_hand(special)
    for code in MEANING:
        yield f"code {code}", fault(code)
    for reason in REASONS:
        yield f"reason {reason}", payment(reason)
    for word in ("foul", "escaped"):
        yield word, outcome(word)
    for card in TEXTS:
        named = Said("{suit} {rank}", suit=_SUITS[card[1]], rank=card[0]) if card not in _JOKERS else _JOKERS[card]
        yield f"card {card}", named
