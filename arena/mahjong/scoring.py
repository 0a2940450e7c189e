"""A line of `arena score` for the mahjong: a hand, a tile and how it came, and what they come to (R21)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from arena.mahjong import payment
from arena.mahjong.dealing import SEATS
from arena.mahjong.melds import Kind, meld_of
from arena.mahjong.payment import water_of
from arena.mahjong.rule_model import Rules, load_rules, rules_from
from arena.mahjong.tiles import COPIES, KINDS, texts, tile
from arena.mahjong.wins import MELDS, SELF_DRAWN, Held, How, waits, win_of
from protocol.text import Said
from protocol.typed import TypedError, convert

_TILES: Final = 13


class LaidMeld(msgspec.Struct, frozen=True):
    kind: Kind
    tiles: list[str]


class Line(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """One line; `hand` is without the winning tile, `source` the seat that gave it."""

    rules: Any
    dealer: int
    hand: list[str]
    melds: list[LaidMeld]
    tile: str
    how: How
    winner: int
    source: int | None = None
    game: str = "mahjong"


def score(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a line comes to, as JSON data. Raises TypedError for a line or a position that cannot be."""
    line = convert(dict(data), Line, "line")
    rules = _rules(line.rules)
    held = _held(line, rules)
    winning = _tile(line.tile, "tile")
    _check(line, held, winning)
    found = win_of(rules, held, winning, line.how)
    waiting = texts(waits(held))
    if isinstance(found, Said):
        return {"win": False, "why": str(found), "waits": waiting, "water": [0] * SEATS}
    water = water_of(payment.win(rules, line.dealer, line.winner, line.source, found))
    return {"win": True, "fan": found.fan, "waits": waiting, "water": water}


def _rules(written: Any) -> Rules:
    if isinstance(written, str):
        return load_rules(written)
    if isinstance(written, dict):
        return rules_from(written)
    raise TypedError("rules: a rule set's name or an object is expected")


def _held(line: Line, rules: Rules) -> Held:
    melds = []
    for place, meld in enumerate(line.melds):
        try:
            melds.append(meld_of(meld.kind, meld.tiles, rules.wind_set))
        except TypedError as error:
            raise TypedError("melds[{place}]: {fault}", place=place, fault=error) from None
    if len(melds) > MELDS:
        raise TypedError("melds: at most {most}, got {given}", most=MELDS, given=len(melds))
    return Held([_tile(text, "hand") for text in line.hand], melds)


def _tile(text: str, key: str) -> int:
    try:
        return tile(text)
    except TypedError as error:
        raise TypedError("{key}: {fault}", key=key, fault=error) from None


def _check(line: Line, held: Held, winning: int) -> None:
    """Raise TypedError for a position that cannot exist."""
    wanted = _TILES - 3 * len(held.melds)
    if len(held.tiles) != wanted:
        raise TypedError("hand: expected {wanted} tiles, got {given}", wanted=wanted, given=len(held.tiles))
    for kind, count in enumerate(held.held):
        if count + (kind == winning) > COPIES:
            raise TypedError("{tile}: there are only {copies}", tile=KINDS[kind], copies=COPIES)
    seats: Sequence[tuple[str, int | None]] = [("dealer", line.dealer), ("winner", line.winner), ("from", line.source)]
    for key, seat in seats:
        if seat is not None and not 0 <= seat < SEATS:
            raise TypedError("{key}: expected a seat from 0 to 3, got {given}", key=key, given=seat)
    if (line.source is None) != (line.how in SELF_DRAWN):
        raise TypedError("from: only, and always, where the tile is a discard or robbed")
    if line.source == line.winner:
        raise TypedError("from: the winner cannot give the tile")
