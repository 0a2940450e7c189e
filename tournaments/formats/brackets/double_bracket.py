"""The double-elimination bracket of two at a table as explicit edges: where each duel's players come from."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

Side = Literal["winners", "losers", "final"]


class Source(NamedTuple):
    """A line of the draw (0 is the first seed's), or the winner or loser of an earlier duel, by its number."""

    kind: Literal["line", "winner", "loser"]
    number: int


class Duel(NamedTuple):
    """Two places at a table. `level` counts the rounds of its side, `stage` those of the tournament, both from 1."""

    side: Side
    level: int
    stage: int
    sources: tuple[Source, Source]


@cache
def duels(slots: int) -> tuple[Duel, ...]:
    """All duels for a power of two of lines, each after those it depends on; the last is the final, without a reset.

    Winners' round r is played at stage 1, 2, 4, 6, …, losers' round q at stage q + 1. Odd losers' rounds are among
    those who are there; at even ones they meet those who come down from the winners' bracket, crossed so that nobody
    meets again, for as long as that can be, whom it met there.
    """
    builder = _Builder()
    winners = builder.round("winners", 1, 1, _folded([Source("line", line) for line in range(slots)]))
    losers: list[int] = []
    for level in range(2, slots.bit_length()):
        below = [Source("winner", duel) for duel in losers] or [Source("loser", duel) for duel in winners]
        winners = builder.round("winners", level, 2 * level - 2, _folded([Source("winner", duel) for duel in winners]))
        losers = builder.round("losers", 2 * level - 3, 2 * level - 2, _folded(below))
        losers = builder.round("losers", 2 * level - 2, 2 * level - 1, builder.crossed(losers, winners))
    last = Source("winner", losers[0]) if losers else Source("loser", winners[0])
    builder.round("final", 1, 2 * (slots.bit_length() - 1), [(Source("winner", winners[0]), last)])
    return tuple(builder.duels)


class _Builder:
    def __init__(self) -> None:
        self.duels: list[Duel] = []
        self._lines: list[frozenset[int]] = []
        """By duel, the lines of the draw that can come to it."""

    def round(self, side: Side, level: int, stage: int, pairs: Sequence[tuple[Source, Source]]) -> list[int]:
        """Add a round; returns the numbers of its duels."""
        for pair in pairs:
            self.duels.append(Duel(side, level, stage, pair))
            self._lines.append(frozenset().union(*(self._from(source) for source in pair)))
        return list(range(len(self.duels) - len(pairs), len(self.duels)))

    def crossed(self, staying: Sequence[int], coming: Sequence[int]) -> list[tuple[Source, Source]]:
        """The winners of `staying` against the losers of `coming`, these moved about by a mask on their places.

        The mask is the smallest of those that bring fewest lines together that share a duel of `coming`: these can have
        met before. A small one keeps the rounds after it clean too, where reversing would not.
        """
        here = [self._lines[duel] for duel in staying]
        there = [self._lines[duel] for duel in coming]

        def again(mask: int) -> int:
            return sum(len(lines & there[place ^ mask]) for place, lines in enumerate(here))

        best = min(range(len(coming)), key=again)
        return [(Source("winner", duel), Source("loser", coming[place ^ best])) for place, duel in enumerate(staying)]

    def _from(self, source: Source) -> frozenset[int]:
        return frozenset({source.number}) if source.kind == "line" else self._lines[source.number]


def _folded(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    """First against last, second against the one before it, and so on."""
    half = len(sources) // 2
    return list(zip(sources[:half], reversed(sources[half:]), strict=True))
