"""Options: what each seat may do in a position, and what it does if it says nothing."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.mahjong.dealing import SEATS
from arena.mahjong.melds import SPECIAL, Meld
from arena.mahjong.shapes import covered
from arena.mahjong.table.actions import AN, BU, CHI, DISCARD, HU, MING, OPENINGS, PASS, PENG, TING, XUANFENG, Act
from arena.mahjong.table.place import Place
from arena.mahjong.table.position import Position
from arena.mahjong.tiles import COPIES, HONOURS, counts_of
from arena.mahjong.wins import How, Win, win_of
from protocol.text import Said


class Decision(NamedTuple):
    """What a seat is asked. The first of `legal` is a win where there is one, else the default."""

    seat: int
    kind: str
    legal: list[Any]
    default: Act
    budget: int = 1

    @property
    def forfeit(self) -> Act:
        return self.default

    @property
    def escape(self) -> Act:
        return self.default


def decisions(position: Position) -> list[Decision]:
    """Return the decisions of the position: of seats that have a choice only."""
    found = []
    for seat in _deciding(position):
        legal = options(position, seat)
        if len(legal) > 1:
            default = legal[1] if legal[0] is HU else legal[0]
            found.append(Decision(seat, position.phase, legal, default))
    return found


def _deciding(position: Position) -> list[int]:
    if position.phase in {"turn", "bao"}:
        return [position.seat]
    if position.phase == "over":
        return []
    return [seat for seat in range(SEATS) if seat != position.seat]


def options(position: Position, seat: int) -> list[Act]:
    """Return what the seat may do: a win first, then the default, then the rest."""
    if position.phase == "turn":
        return _turn(position)
    if position.phase == "bao":
        kind = position.wall.bao_kind
        return [HU, PASS] if kind in position.place.waits else [PASS]
    return list(_takes(position, seat))


# -- the turn ------------------------------------------------------------------------------------------------------


def _turn(position: Position) -> list[Act]:
    place = position.place
    whole = place.keeping(position.drawn)
    found = [HU] if position.free and own_win(position) is not None else []
    if place.ready is not None:
        assert position.drawn is not None
        found.append(DISCARD[position.drawn])  # a drawn tile goes (G30)
    else:
        kinds = [kind for kind, count in enumerate(whole.counts) if count]
        default = _default_discard(position, whole)
        found.append(DISCARD[default])
        found += [DISCARD[kind] for kind in kinds if kind != default]
        found += [TING[kind] for kind in kinds if _is_ready_without(position, whole, kind)]
    if position.free:
        found += _kongs(position, whole)
    return found


def _default_discard(position: Position, whole: Place) -> int:
    """Return the drawn tile, else the highest single, else the highest (R9)."""
    if position.drawn is not None:
        return position.drawn
    singles = [kind for kind, count in enumerate(whole.counts) if count == 1]
    return singles[-1] if singles else whole.tiles[-1]


def _is_ready_without(position: Position, whole: Place, kind: int) -> bool:
    """Return whether the hand waits for something once a tile of this kind is discarded."""
    if covered(whole.counts) < 3 * whole.sets_left - 1:
        return False
    if kind == position.drawn:
        return bool(position.place.waits)
    return bool(whole.discarding(kind, None).waits)


def own_win(position: Position) -> tuple[How, int, Win] | None:
    """Return how the seat in turn may win with what it has drawn, the tile and the 番, or None."""
    place, drawn = position.place, position.drawn
    if position.rules.require_ting and place.ready is None:
        return None
    if drawn is None:
        return _dealt_win(position)
    if place.ready is not None and drawn == position.wall.bao_kind and position.knows_bao(position.seat):
        wild = win_of(position.rules, place.held, drawn, "mobao")
        if not isinstance(wild, Said):
            return "mobao", drawn, wild
    return ("zimo", drawn, _win(position, place, drawn, "zimo")) if drawn in place.waits else None


def _dealt_win(position: Position) -> tuple[How, int, Win] | None:
    """Return the best win of a hand that is complete before its first draw (R9)."""
    place = position.place
    if covered(place.counts) < 3 * place.sets_left + 2:
        return None
    best: tuple[How, int, Win] | None = None
    for kind in sorted(set(place.tiles)):
        found = win_of(position.rules, place.laying(kind).held, kind, "zimo")
        if not isinstance(found, Said) and (best is None or found.worth > best[2].worth):
            best = ("zimo", kind, found)
    return best


def _win(position: Position, place: Place, tile: int, how: How) -> Win:
    found = win_of(position.rules, place.held, tile, how)
    assert isinstance(found, Win), "what a hand waits for wins"
    return found


def win_with(position: Position, seat: int, tile: int, how: How) -> Win:
    """Return what the seat wins with a tile that it waits for."""
    return _win(position, position.places[seat], tile, how)


# -- kongs and opening sets ----------------------------------------------------------------------------------------


def _kongs(position: Position, whole: Place) -> Iterator[Act]:
    dealt = position.place.dealt
    if position.wall.can_replace:
        for kind, count in enumerate(whole.counts):
            if count == COPIES:
                laid = (kind,) * COPIES
                if _keeps_ready(position, whole.melding(Meld("an", laid), laid, None), kind):
                    yield AN[kind]
        if whole.melds and (dealt is None or position.seat != position.dealer):  # E7
            for kind in sorted(set(whole.tiles)):
                addable = whole.meld_for(kind) is not None
                if addable and _keeps_ready(position, whole.laying(kind).adding(kind), kind):
                    yield BU[kind]
    if dealt is not None:
        yield from _openings(position, whole, dealt)


def _keeps_ready(position: Position, after: Place, kind: int) -> bool:
    """Return whether a seat that is ready may lay this kong: of the drawn tile, with the same waits (G30, R17)."""
    ready = position.place.ready
    return ready is None or (kind == position.drawn and after.waits == ready)


def _openings(position: Position, whole: Place, dealt: tuple[int, ...]) -> Iterator[Act]:
    """Yield the opening sets that were dealt and are still there, one of each kind (E1–E4, E6, G23, G24)."""
    laid = {meld.kind for meld in whole.melds}
    had, have = counts_of(dealt), whole.counts
    if "xuanfeng" not in laid:
        fewest = position.rules.wind_set
        for winds, act in XUANFENG.items():
            there = len(winds) == fewest and all(had[wind] and have[wind] for wind in winds)
            if there and (fewest == 3 or position.wall.can_replace):
                yield act
    for kind, act in OPENINGS.items():
        if kind not in laid and all(had[tile] and have[tile] for tile in SPECIAL[kind]):
            yield act


# -- what others may take ------------------------------------------------------------------------------------------


def _takes(position: Position, seat: int) -> Iterator[Act]:
    """Yield what the seat may do with a tile that was discarded or is added to a meld."""
    place, tile = position.places[seat], position.tile
    assert tile is not None
    if tile in place.waits and (place.ready is not None or not position.rules.require_ting):
        yield HU
    yield PASS
    count = place.counts[tile]
    if count >= 2 and place.ready is None:
        yield PENG
    if position.phase == "rob":
        return
    if count == 3 and position.wall.can_replace:
        after = place.melding(Meld("ming", (tile,) * 4), (tile,) * 3, position.seat)
        if place.ready is None or after.waits == place.ready:
            yield MING
    if place.ready is None and (position.rules.chi_from == "any" or seat == (position.seat + 1) % SEATS):
        yield from _chis(place, tile)


def _chis(place: Place, tile: int) -> Iterator[Act]:
    """Yield the sequences that a tile of a suit completes (D3)."""
    if tile >= HONOURS:
        return
    counts, rank = place.counts, tile % 9
    for low in (-2, -1, 0):
        if 0 <= rank + low <= 6:
            pair = tuple(tile + step for step in (low, low + 1, low + 2) if step)
            if counts[pair[0]] and counts[pair[1]]:
                yield CHI[pair[0], pair[1]]


def rank_of(position: Position, seat: int, act: Act) -> tuple[int, int]:
    """Return how far an answer comes before others, the lower the better (D8, D9): 胡, 碰 and 杠, 吃, pass; then the
    nearest.
    """
    order = 0 if act is HU else 3 if act is PASS else 2 if act.type == "chi" else 1
    return order, (seat - position.seat) % SEATS
