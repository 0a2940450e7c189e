"""What one seat holds and has laid: a value, of which a change gives another."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from arena.mahjong.melds import Meld
from arena.mahjong.shapes import covered
from arena.mahjong.tiles import Counts, counts_of, texts
from arena.mahjong.wins import MELDS, Held, waits


class Place:
    """A seat. `tiles` are those in its hand, sorted, without one that it has just drawn.

    `sources` has for each meld the seat that gave a tile, or None. `ready` are the kinds it declared to wait for, None
    before (听). `looked` is the turn of the 宝 that it has seen last, 0 for none. `dealt` are its dealt tiles until its
    first turn ends, then None (R7).
    """

    def __init__(
        self,
        tiles: Sequence[int],
        melds: tuple[Meld, ...] = (),
        sources: tuple[int | None, ...] = (),
        river: tuple[int, ...] = (),
        ready: tuple[int, ...] | None = None,
        looked: int = 0,
        dealt: tuple[int, ...] | None = None,
    ) -> None:
        self.tiles = tuple(tiles)
        self.melds = melds
        self.sources = sources
        self.river = river
        self.ready = ready
        self.looked = looked
        self.dealt = dealt

    @cached_property
    def counts(self) -> Counts:
        """How many tiles of each kind are in the hand; not to be changed."""
        return counts_of(self.tiles)

    @cached_property
    def sets_left(self) -> int:
        """The sets that the hand still has to hold."""
        return MELDS - len(self.melds)

    @cached_property
    def held(self) -> Held:
        return Held(self.tiles, self.melds)

    @cached_property
    def waits(self) -> tuple[int, ...]:
        """The kinds with which the hand wins (R1); found once, and kept as long as nothing changes."""
        if covered(self.counts) < 3 * self.sets_left - 1:
            return ()
        return tuple(waits(self.held))

    @cached_property
    def shown(self) -> list[dict[str, Any]]:
        """The melds as wire data."""
        return [
            {"kind": meld.kind, "tiles": texts(meld.tiles), "from": source}
            for meld, source in zip(self.melds, self.sources, strict=True)
        ]

    # -- changes -----------------------------------------------------------------------------------------------

    def _with(self, **changes: Any) -> "Place":
        kept = {
            "tiles": self.tiles,
            "melds": self.melds,
            "sources": self.sources,
            "river": self.river,
            "ready": self.ready,
            "looked": self.looked,
            "dealt": self.dealt,
        }
        place = Place(**(kept | changes))
        if "tiles" not in changes and "melds" not in changes:
            # the same hand, of which everything that was found out holds
            found = ("counts", "sets_left", "held", "waits", "shown")
            place.__dict__.update({name: self.__dict__[name] for name in found if name in self.__dict__})
        return place

    def keeping(self, drawn: int | None) -> "Place":
        """The drawn tile joins the hand."""
        return self if drawn is None else self._with(tiles=sorted((*self.tiles, drawn)))

    def laying(self, tile: int) -> "Place":
        """One tile leaves the hand, to be laid on a meld or be robbed."""
        return self._with(tiles=_less(self.tiles, (tile,)))

    def discarding(self, tile: int, drawn: int | None) -> "Place":
        """A tile goes to the river; a drawn one stays or goes. That ends the first turn."""
        if tile == drawn:
            return self._with(river=(*self.river, tile), dealt=None)
        left = _less(self.tiles, (tile,))
        tiles = left if drawn is None else sorted((*left, drawn))
        return self._with(tiles=tiles, river=(*self.river, tile), dealt=None)

    def robbed(self) -> "Place":
        """A tile that was laid is lost to another, which ends the first turn too (R7)."""
        return self._with(dealt=None)

    def giving(self) -> "Place":
        """The last tile of the river was claimed."""
        return self._with(river=self.river[:-1])

    def melding(self, meld: Meld, laid: Sequence[int], source: int | None) -> "Place":
        """A meld is laid, of which these tiles leave the hand."""
        tiles, melds = _less(self.tiles, laid), (*self.melds, meld)
        return self._with(tiles=tiles, melds=melds, sources=(*self.sources, source))

    def adding(self, tile: int) -> "Place":
        """A tile that was laid joins its meld: a 碰, which becomes a kong, or an opening set."""
        at = self.meld_for(tile)
        assert at is not None
        old = self.melds[at]
        new = Meld("bu" if old.kind == "peng" else old.kind, tuple(sorted((*old.tiles, tile))))
        return self._with(melds=(*self.melds[:at], new, *self.melds[at + 1 :]))

    def meld_for(self, tile: int) -> int | None:
        """Return the place of the meld to which the tile can be added, or None."""
        return next((at for at, meld in enumerate(self.melds) if meld.takes(tile)), None)

    def declaring(self) -> "Place":
        """The seat is ready for what it waits for now."""
        return self._with(ready=self.waits)

    def looking(self, turn: int) -> "Place":
        return self._with(looked=turn)


def _less(tiles: Sequence[int], gone: Sequence[int]) -> list[int]:
    """Return the tiles without some of them, all of which must be there."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return left
