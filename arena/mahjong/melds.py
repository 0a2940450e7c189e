"""Melds: what of a hand lies on the table, or was set apart as a concealed kong."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from arena.mahjong.tiles import COPIES, HONOURS, WINDS, counts_of, texts, tile
from protocol.typed import TypedError

Kind = Literal["chi", "peng", "ming", "bu", "an", "xuanfeng", "xi", "yao", "jiu"]
NAMES: Final[dict[str, str]] = {
    "chi": "吃",
    "peng": "碰",
    "ming": "明杠",
    "bu": "补杠",
    "an": "暗杠",
    "xuanfeng": "旋风杠",
    "xi": "喜杠",
    "yao": "幺蛋",
    "jiu": "九蛋",
}
_KONGS: Final = frozenset({"ming", "bu", "an", "xuanfeng", "xi", "yao", "jiu"})
SPECIAL: Final[dict[Kind, frozenset[int]]] = {
    "xuanfeng": frozenset(WINDS),
    "xi": frozenset({31, 32, 33}),
    "yao": frozenset({0, 9, 18}),
    "jiu": frozenset({8, 17, 26}),
}
"""The kinds of which an opening set is made (E1–E4)."""


class Meld(msgspec.Struct, frozen=True):
    """One set that counts as a sequence (`chi`) or a triplet. `tiles` holds those that were added to it too."""

    kind: Kind
    tiles: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether it breaks 门清: all but a concealed kong (G10)."""
        return self.kind != "an"

    @property
    def is_kong(self) -> bool:
        """Whether it waives the triplet (H4)."""
        return self.kind in _KONGS

    def takes(self, tile: int) -> bool:
        """Whether a single tile can be added to it (D5 b, E1–E4)."""
        if self.kind == "peng":
            return self.tiles[0] == tile
        return self.kind in SPECIAL and tile in SPECIAL[self.kind]


def meld_of(kind: Kind, written: Sequence[str], wind_set: int = 4) -> Meld:
    """Return a meld from the texts of its tiles. Raises TypedError for tiles that make none."""
    tiles = tuple(sorted(tile(text) for text in written))
    if not _is_meld(kind, tiles, wind_set):
        raise TypedError("{tiles} are no {kind} {name}", tiles=" ".join(texts(tiles)), kind=kind, name=NAMES[kind])
    return Meld(kind, tiles)


def _is_meld(kind: Kind, tiles: tuple[int, ...], wind_set: int) -> bool:
    if kind == "chi":
        first = tiles[0] if len(tiles) == 3 else HONOURS
        return first < HONOURS and first % 9 < 7 and tiles == (first, first + 1, first + 2)
    if kind == "peng":
        return len(tiles) == 3 and len(set(tiles)) == 1
    if kind in {"ming", "bu", "an"}:
        return len(tiles) == COPIES and len(set(tiles)) == 1
    wanted = SPECIAL[kind]
    fewest = wind_set if kind == "xuanfeng" else 3
    return set(tiles) <= wanted and len(set(tiles)) >= fewest and max(counts_of(tiles)) <= COPIES
