"""The wall during a hand: draws from its front, replacements from its tail, and the 宝 (C2, D7, F3, F5, W1)."""

from typing import Final

from arena.mahjong.dealing import dice
from arena.mahjong.rule_model import Rules

LENGTH: Final = 83
_STACKS: Final = 41
TAIL: Final = (*(1 + 2 * stack + tile for stack in reversed(range(_STACKS)) for tile in (0, 1)), 0)
"""The places in the order in which replacements take them: last stack first, top before bottom (R10)."""
_DICE_KEPT: Final = 64
"""Throws that are drawn at once; far more than a hand ever needs."""


class Wall:
    """A value: what takes a tile or throws gives a new wall.

    `replaced` counts replacements (the k of W1), `bao` is the place of the 宝 that is out, `turn` how many there have
    been, and `die` the throw that gave it; None where the places are used up.
    """

    __slots__ = (
        "_front",
        "_gone",
        "_number",
        "_rules",
        "_seed",
        "_thrown",
        "_used",
        "bao",
        "die",
        "drawn",
        "replaced",
        "tiles",
        "turn",
    )

    def __init__(self, rules: Rules, tiles: tuple[int, ...], seed: bytes, number: int) -> None:
        self._rules = rules
        self._seed = seed
        self._number = number
        self.tiles = tiles
        self._front = 0
        """The first place that is not gone."""
        self._gone = 0
        """A bit for each place that was taken."""
        self._used = 0
        """A bit for each place at which a 宝 lay (G33)."""
        self._thrown = 0
        self.drawn = 0
        self.replaced = 0
        self.bao: int | None = None
        self.turn = 0
        self.die: int | None = None

    def _copy(self) -> "Wall":
        copy = Wall.__new__(Wall)
        copy._rules = self._rules
        copy._seed = self._seed
        copy._number = self._number
        copy.tiles = self.tiles
        copy._front = self._front
        copy._gone = self._gone
        copy._used = self._used
        copy._thrown = self._thrown
        copy.drawn = self.drawn
        copy.replaced = self.replaced
        copy.bao = self.bao
        copy.turn = self.turn
        copy.die = self.die
        return copy

    @property
    def bao_kind(self) -> int | None:
        """The kind of the 宝 that is out."""
        return None if self.bao is None else self.tiles[self.bao]

    # -- how much is left --------------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """The normal draws that are left (W1, G39); the 宝 counts as lying in the wall (R12)."""
        return max(self._draws(self.replaced) - self.drawn, 0)

    @property
    def can_replace(self) -> bool:
        """Whether a replacement leaves the reserve whole (G40)."""
        return self.drawn <= self._draws(self.replaced + 1)

    def _draws(self, kongs: int) -> int:
        """Return how many normal draws there are in all. The odd tile of a broken stack is kept besides."""
        kept = 7 if self._rules.reserve == "7" else max(7, 6 + kongs)
        return LENGTH - kongs - kongs % 2 - 2 * kept

    # -- taking ------------------------------------------------------------------------------------------------

    def draw(self) -> tuple[int, "Wall"]:
        """Return the next tile of the front and the wall without it. There must be one `left`."""
        place = self._front
        while place == self.bao or self._gone >> place & 1:
            place += 1
        wall = self._without(place)
        wall.drawn += 1
        return self.tiles[place], wall

    def replace(self) -> tuple[int, "Wall"]:
        """Return the next tile of the tail and the wall without it, passing over the 宝 (R11)."""
        place = next(place for place in TAIL if place != self.bao and not self._gone >> place & 1)
        wall = self._without(place)
        wall.replaced += 1
        return self.tiles[place], wall

    def _without(self, place: int) -> "Wall":
        wall = self._copy()
        wall._gone |= 1 << place
        while wall._gone >> wall._front & 1:
            wall._front += 1
        return wall

    # -- the 宝 ------------------------------------------------------------------------------------------------

    def throw(self) -> "Wall":
        """Return the wall with another 宝 out: the top of the n-th whole stack from the end (F3, F5, G32, R11).

        The old one is back in its place. A throw that gives a used place is repeated; when all are used there is none.
        """
        wall = self._copy()
        wall.turn += 1
        wall.bao = wall.die = None
        tops = [1 + 2 * stack for stack in reversed(range(_STACKS)) if not self._gone >> (1 + 2 * stack) & 3]
        count = self._rules.bao_die
        sums = range(count, 6 * count + 1)
        if all(self._used >> top & 1 for top in tops[sums[0] - 1 : sums[-1]]):
            return wall
        throws = dice(self._seed, self._number, _DICE_KEPT)
        while wall.bao is None:
            if wall._thrown + count > len(throws):
                throws = dice(self._seed, self._number, 2 * len(throws))
                continue
            die = sum(throws[wall._thrown : wall._thrown + count])
            wall._thrown += count
            if die <= len(tops) and not self._used >> tops[die - 1] & 1:
                wall.bao, wall.die = tops[die - 1], die
        wall._used |= 1 << wall.bao
        return wall
