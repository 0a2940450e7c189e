"""The page: style, program and the rounds of one match in a single file."""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec

from arena.language import told
from arena.shisanshui.cards import TEXTS
from protocol.text import Said
from tournaments.reports.words import beside, fault, outcome, payment, row_type, special_hand
from tournaments.results.replay import RoundView

MOST_ROUNDS: Final = 2000
"""Rounds over all legs that one file shows: about two megabytes."""
_HERE: Final = files("tournaments.reports.viewer")
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
    "previous": Said("previous"),
    "next": Said("next"),
    "nothing": Said("nobody pays anybody"),
    "stand-in": Said("stand-in"),
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


def page(name: str, match: str, views: Sequence[RoundView], note: Said | str = "") -> str:
    """Return the file that shows the rounds `views` of a match; `name` is the tournament's."""
    document = {
        "name": name,
        "match": match,
        "rounds": msgspec.to_builtins(views),
        "words": {key: [told(words, "en"), told(words, "zh")] for key, words in _words(views)},
        "note": [told(note, "en"), told(note, "zh")] if note else None,
    }
    # a script's text ends at the first "</", whatever is around it
    shown = msgspec.json.encode(document).decode().replace("</", "<\\/").replace("<!--", "<\\u0021--")
    style, program = (_HERE.joinpath(file).read_text(encoding="utf-8") for file in ("viewer.css", "viewer.js"))
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(program)}'; base-uri 'none'"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(name)} · {escape(match)}</title><style>{style}</style></head><body>"
        f'<script type="application/json" id="match">{shown}</script><script type="module">{program}</script>'
        "</body></html>\n"
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _words(views: Sequence[RoundView]) -> Iterator[tuple[str, Any]]:
    """Every word that these rounds need, by key."""
    yield from _WORDS.items()
    seats = [seat for view in views for seat in view.seats]
    for kind in sorted({kind for seat in seats for kind in seat.types or ()}):
        yield f"type {kind}", row_type(kind)
        yield f"front type {kind}", row_type(kind, front=True)
    for special in sorted({seat.special for seat in seats if seat.special is not None}):
        yield f"special {special}", special_hand(special)
    for code in sorted({seat.code for seat in seats if seat.code}):
        yield f"code {code}", fault(code)
    for reason in sorted({move.reason for view in views for move in view.transfers}):
        yield f"reason {reason}", payment(reason)
    for word in ("foul", "escaped"):
        yield word, outcome(word)
    for card in TEXTS:
        named = Said("{suit} {rank}", suit=_SUITS[card[1]], rank=card[0]) if card not in _JOKERS else _JOKERS[card]
        yield f"card {card}", named
