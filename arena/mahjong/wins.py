"""Which tiles win a hand, and what a win is worth in 番 (clauses H, gaps G4–G12 and G45–G47, readings R1, R16, R18)."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, Literal, NamedTuple

from arena.mahjong.melds import Meld
from arena.mahjong.rule_model import Rules
from arena.mahjong.shapes import Set, Shape, fitting, shapes_of
from arena.mahjong.tiles import COPIES, DRAGONS, KINDS, counts_of, has_end, suits_in
from protocol.text import Said

How = Literal["discard", "zimo", "duibao", "mobao", "rob"]
SELF_DRAWN: Final = frozenset({"zimo", "duibao", "mobao"})
FAULTS: Final = (
    Said("H1: not a pair and sets"),
    Said("H2: a suit is missing"),
    Said("H3: no 1, 9, wind or dragon"),
    Said("H4: no triplet, kong or dragon pair"),
    Said("H6: one tile in hand, and not all triplets"),
)
"""Why a hand does not win, in the order in which it is looked for."""
_H1, _H2, _H3, _H4, _H6 = range(5)
_WINS: Final = 5
MELDS: Final = 4


class Held:
    """A hand before the winning tile: the concealed tiles and the melds, and what follows from them."""

    __slots__ = ("concealed", "counts", "ends", "has_chi", "held", "melds", "on_one_tile", "suits", "tiles", "waived")

    def __init__(self, tiles: Sequence[int], melds: Sequence[Meld] = ()) -> None:
        self.tiles: Final = tuple(tiles)
        self.melds: Final = tuple(melds)
        self.counts: Final = counts_of(self.tiles)
        everything = [*self.tiles, *chain.from_iterable(meld.tiles for meld in melds)]
        self.held: Final = counts_of(everything)
        """Of each kind, in the hand and in melds."""
        self.suits: Final = suits_in(everything)
        self.ends: Final = has_end(everything)
        self.concealed: Final = not any(meld.is_open for meld in melds)
        """门清: nothing is melded openly (H5, G10)."""
        self.waived: Final = any(meld.kind == "peng" or meld.is_kong for meld in melds)
        """Whether a meld is a triplet or waives one (H4)."""
        self.has_chi: Final = any(meld.kind == "chi" for meld in melds)
        self.on_one_tile: Final = len(tiles) == 1 and all(meld.is_open for meld in melds)
        """手把一 (H6, R18)."""


class Win(NamedTuple):
    """A hand that wins: its 番 by name, without zeros and before the cap."""

    fan: dict[str, int]

    @property
    def worth(self) -> int:
        """The sum of its 番."""
        return sum(self.fan.values())


def legal_shapes(held: Held, tile: int) -> tuple[int, list[Shape]]:
    """Return how far the hand with the tile comes in `FAULTS`, and the shapes that keep every clause.

    The number is that of the first clause that fails, or 5 for a hand that wins.
    """
    counts = held.counts
    counts[tile] += 1
    shapes = list(shapes_of(counts))
    counts[tile] -= 1
    if not shapes:
        return _H1, []
    if len(held.suits | suits_in((tile,))) < 3:
        return _H2, []
    if not (held.ends or has_end((tile,))):
        return _H3, []
    if not held.waived:
        shapes = [shape for shape in shapes if shape.has_triplet or shape.pair >= DRAGONS]
        if not shapes:
            return _H4, []
    if held.on_one_tile:
        shapes = [shape for shape in shapes if is_piao(held, shape)]
        if not shapes:
            return _H6, []
    return _WINS, shapes


def waits(held: Held) -> list[int]:
    """Return the kinds with which the hand wins, but those of which it already holds all four (R1)."""
    return [kind for kind in fitting(held.counts) if held.held[kind] < COPIES and legal_shapes(held, kind)[0] == _WINS]


def fault_of(held: Held, tile: int) -> Said | None:
    """Return the first clause that fails for a hand with this tile; None if it wins."""
    place, _ = legal_shapes(held, tile)
    return None if place == _WINS else FAULTS[place]


def nearest_fault(held: Held) -> Said:
    """Return why a hand waits for no tile: the clause at which the tile that comes furthest fails."""
    kinds = [kind for kind in range(len(KINDS)) if held.held[kind] < COPIES]
    furthest = max((legal_shapes(held, kind)[0] for kind in kinds), default=_H1)
    return FAULTS[min(furthest, _H6)]


def win_of(rules: Rules, held: Held, tile: int, how: How) -> Win | Said:
    """Return what the hand wins with this tile, or which clause it fails. `mobao` makes the tile any of its waits."""
    waiting = waits(held)
    if how == "mobao":
        if not waiting:
            return Said("F7: a wild tile wins a ready hand only: {fault}", fault=nearest_fault(held))
        found = [_fan(rules, held, kind, how, waiting) for kind in waiting if _may_stand(rules, held)]
        if not found:
            return Said("G37: suits and ends must be there without the wild tile")
        return max(found, key=lambda win: win.worth)
    fault = fault_of(held, tile)
    return _fan(rules, held, tile, how, waiting) if fault is None else fault


def _may_stand(rules: Rules, held: Held) -> bool:
    """Return whether a wild tile may stand for another: strictly, H2 and H3 hold without it (R3)."""
    return not rules.mobao_strict or (len(held.suits) == 3 and held.ends)


def _fan(rules: Rules, held: Held, tile: int, how: How, waiting: Sequence[int]) -> Win:
    """Return the 番 of the best shape."""
    _, shapes = legal_shapes(held, tile)
    return max((_fan_of(rules, held, shape, tile, how, waiting) for shape in shapes), key=lambda win: win.worth)


def _fan_of(rules: Rules, held: Held, shape: Shape, tile: int, how: How, waiting: Sequence[int]) -> Win:
    piao = is_piao(held, shape)
    jia = (len(waiting) == 1 or _waits_for_one(shape, tile)) and not (piao and rules.piao_excludes_jia)
    fan = rules.fan
    found = {
        "menqing": fan.menqing if held.concealed else 0,
        "piao": fan.piao if piao else 0,
        "jia": fan.jia if jia else 0,
        "zimo": fan.zimo if how in SELF_DRAWN else 0,
        "mobao": fan.mobao if how == "mobao" else 0,
        "duibao": fan.duibao if how == "duibao" else 0,
    }
    return Win({name: amount for name, amount in found.items() if amount})


def is_piao(held: Held, shape: Shape) -> bool:
    """飘胡: all triplets (H8); any 吃 or sequence voids it (H6)."""
    return shape.all_triplets and not held.has_chi


def _waits_for_one(shape: Shape, tile: int) -> bool:
    """Return whether the tile ends an edge, closed or single wait in this shape (H7, G12)."""
    return shape.pair == tile or any(_is_narrow(each, tile) for each in shape.sets)


def _is_narrow(each: Set, tile: int) -> bool:
    lowest, triplet = each
    if triplet:
        return False
    closed = tile == lowest + 1
    low_edge = lowest % 9 == 0 and tile == lowest + 2
    high_edge = lowest % 9 == 6 and tile == lowest
    return closed or low_edge or high_edge
