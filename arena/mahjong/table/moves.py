"""Moves: the position that follows when the decisions of one are taken. Clauses C to H and W, in the order of play."""

from collections.abc import Mapping, Sequence
from typing import Final

from arena.mahjong import payment
from arena.mahjong.dealing import SEATS
from arena.mahjong.melds import SPECIAL, Kind, Meld
from arena.mahjong.table import telling
from arena.mahjong.table.actions import HU, PASS, Act
from arena.mahjong.table.options import options, own_win, rank_of, win_with
from arena.mahjong.table.position import Position, Source
from arena.mahjong.tiles import NUMBERS
from arena.mahjong.wins import How, Win

SHOWN_BAO: Final = 3
"""Of the 宝, so many copies lie open when another is thrown (F5)."""


def follow(position: Position, acts: Mapping[int, Act]) -> Position:
    """Return the position after these decisions. A seat that had no choice may be left out."""
    after = position.successor()
    match position.phase:
        case "turn":
            _turn(after, acts.get(after.seat) or options(position, after.seat)[0])
        case "bao":
            _bao(after, acts.get(after.seat, PASS))
        case "claim":
            _claim(after, acts)
        case "rob":
            _rob(after, acts)
        case "over":
            raise ValueError("the hand is over")
    return after


# -- the turn ------------------------------------------------------------------------------------------------------


def _turn(after: Position, act: Act) -> None:
    seat, place = after.seat, after.place
    match act.type:
        case "hu":
            found = own_win(after)
            assert found is not None
            how, tile, win = found
            if how == "zimo" and after.drawn is None:
                after.places[seat] = place.laying(tile)
            _win(after, seat, None, how, tile, win)
        case "discard":
            _discard(after, _tile(act), act.ting)
        case "an":
            tile = _tile(act)
            laid = (tile,) * 4
            after.places[seat] = place.keeping(after.drawn).melding(Meld("an", laid), laid, None)
            after.told.append(telling.laid("an", seat, laid, hidden=not after.rules.show_angang))
            _kong(after, seat, payment.reason_of("an", tile))
            _replace(after, seat)
        case "bu":
            tile = _tile(act)
            after.places[seat] = place.keeping(after.drawn).laying(tile)
            after.told.append(telling.laid("bu", seat, (tile,)))
            after.phase, after.tile, after.drawn = "rob", tile, None
        case kind:
            assert kind in SPECIAL
            _open(after, kind, act)


def _open(after: Position, kind: Kind, act: Act) -> None:
    """An opening set is exposed (E1–E4). Only the four winds bring a replacement (G20)."""
    seat = after.seat
    tiles = tuple(NUMBERS[text] for text in act.using) or tuple(sorted(SPECIAL[kind]))
    place = after.place.keeping(after.drawn).melding(Meld(kind, tiles), tiles, None)
    after.places[seat] = place if after.drawn is None else place.laying(after.drawn)
    after.told.append(telling.laid(kind, seat, tiles))
    _kong(after, seat, "special")
    _show(after, tiles)
    if len(tiles) == 4:
        after.places[seat] = place
        _replace(after, seat)


def _discard(after: Position, tile: int, ting: bool) -> None:
    seat = after.seat
    place = after.place.discarding(tile, after.drawn)
    after.places[seat] = place.declaring() if ting else place
    after.told.append(telling.discarded(seat, tile, ting))
    after.phase, after.tile, after.drawn, after.free = "claim", tile, None, False
    _show(after, (tile,))


# -- windows -------------------------------------------------------------------------------------------------------


def _best(after: Position, acts: Mapping[int, Act]) -> tuple[int, Act]:
    """Return whose answer counts, and note all of them (D8, D9)."""
    if not acts:
        return after.seat, PASS
    after.told.append(telling.answered(after.phase, {seat: acts[seat].type for seat in sorted(acts)}))
    return min(acts.items(), key=lambda each: rank_of(after, *each))


def _claim(after: Position, acts: Mapping[int, Act]) -> None:
    giver, tile = after.seat, after.tile
    assert tile is not None
    seat, act = _best(after, acts)
    if act is PASS:
        after.tile = None
        _draw(after, (giver + 1) % SEATS, "wall")
    elif act is HU:
        _win(after, seat, giver, "discard", tile, win_with(after, seat, tile, "discard"))
    else:
        after.places[giver] = after.places[giver].giving()
        _take(after, seat, act, giver, tile)


def _take(after: Position, seat: int, act: Act, giver: int, tile: int) -> None:
    """A seat melds what another gave: it discards next, after a replacement where that was a kong (D1–D5)."""
    kind: Kind = "chi" if act.type == "chi" else "ming" if act.type == "ming" else "peng"
    using = tuple(NUMBERS[text] for text in act.using) or (tile,) * (3 if kind == "ming" else 2)
    meld = Meld(kind, tuple(sorted((*using, tile))))
    after.places[seat] = after.places[seat].melding(meld, using, giver)
    after.told.append(telling.claimed(kind, seat, giver, tile, using))
    after.seat, after.tile = seat, None
    if kind == "ming":
        _kong(after, seat, payment.reason_of("ming", tile), giver)
        _show(after, using)
        _replace(after, seat)
    else:
        after.phase, after.free = "turn", False
        _show(after, using)


def _rob(after: Position, acts: Mapping[int, Act]) -> None:
    """A 补杠 is robbed, and counts as a discard, or it stands (E8, G25–G28)."""
    owner, tile = after.seat, after.tile
    assert tile is not None
    seat, act = _best(after, acts)
    if act is PASS:
        _add(after, owner, tile)
        return
    after.places[owner] = after.places[owner].robbed()
    after.told.append(telling.robbed(owner, seat, act.type))
    if act is HU:
        _win(after, seat, owner, "rob", tile, win_with(after, seat, tile, "rob"))
    else:
        _take(after, seat, act, owner, tile)
        _show(after, (tile,))


def _add(after: Position, seat: int, tile: int) -> None:
    place = after.places[seat]
    at = place.meld_for(tile)
    assert at is not None
    ordinary = place.melds[at].kind == "peng"
    after.places[seat] = place.adding(tile)
    after.tile = None
    _kong(after, seat, payment.reason_of("ming", tile) if ordinary else "bu")
    _show(after, (tile,))
    _replace(after, seat)


def _bao(after: Position, act: Act) -> None:
    kind = after.wall.bao_kind
    if act is HU:
        assert kind is not None
        _win(after, after.seat, None, "duibao", kind, win_with(after, after.seat, kind, "duibao"))
    else:
        _take_tile(after, after.seat, after.coming)


# -- tiles from the wall -------------------------------------------------------------------------------------------


def _replace(after: Position, seat: int) -> None:
    after.drawn = None
    _draw(after, seat, "tail")


def _draw(after: Position, seat: int, source: Source) -> None:
    """A seat is to draw; if it is ready and has not seen the 宝 that is out, it looks first (F3, F4, R13)."""
    after.seat, after.coming = seat, source
    if source == "wall" and not after.wall.left:
        after.told.append(telling.exhausted())
        _end(after)
        return
    if after.place.ready is not None:
        if not after.wall.turn:
            _throw(after)
        kind = after.wall.bao_kind
        if kind is not None and after.place.looked != after.wall.turn:
            after.places[seat] = after.place.looking(after.wall.turn)
            after.told.append(telling.looked(seat, kind))
            after.phase = "bao"
            return
    _take_tile(after, seat, source)


def _take_tile(after: Position, seat: int, source: Source) -> None:
    after.drawn, after.wall = after.wall.draw() if source == "wall" else after.wall.replace()
    after.told.append(telling.drew(seat, after.drawn, source))
    after.phase, after.free = "turn", True


# -- what follows from tiles that lie open -------------------------------------------------------------------------


def _show(after: Position, tiles: Sequence[int]) -> None:
    """Tiles lie open now; the third copy of the 宝 brings another one at once (F5, R14)."""
    for tile in tiles:
        after.shown[tile] += 1
    if after.wall.bao is not None:
        _throw_until_hidden(after)


def _throw(after: Position) -> None:
    after.wall = after.wall.throw()
    after.told.append(telling.threw(after.wall.die, after.wall.bao_kind))
    _throw_until_hidden(after)


def _throw_until_hidden(after: Position) -> None:
    while (kind := after.wall.bao_kind) is not None and after.shown[kind] >= SHOWN_BAO:
        after.wall = after.wall.throw()
        after.told.append(telling.threw(after.wall.die, after.wall.bao_kind))


# -- payments ------------------------------------------------------------------------------------------------------


def _kong(after: Position, seat: int, reason: payment.KongReason, feeder: int | None = None) -> None:
    for transfer in payment.kong(after.rules, seat, reason, feeder):
        _pay(after, transfer)


def _pay(after: Position, transfer: payment.Transfer) -> None:
    after.ledger = (*after.ledger, transfer)
    after.told.append(telling.paid(*transfer))


def _win(after: Position, seat: int, source: int | None, how: How, tile: int, win: Win) -> None:
    after.told.append(telling.won(seat, source, how, tile, win.fan, after.places[seat].tiles))
    for transfer in payment.win(after.rules, after.dealer, seat, source, win):
        _pay(after, transfer)
    after.winner = seat
    _end(after)


def _end(after: Position) -> None:
    after.phase = "over"
    after.told.append(telling.settled(after.number, after.water))


def _tile(act: Act) -> int:
    assert act.tile is not None
    return NUMBERS[act.tile]
