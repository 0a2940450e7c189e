"""The double-elimination bracket of two at a table as explicit edges: where the players of each duel come from."""

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

Side = Literal["winners", "losers", "final"]


class Source(NamedTuple):
    """A line of the draw (0 is the first seed's), or the winner or loser of an earlier duel, by number."""

    kind: Literal["line", "winner", "loser"]
    number: int


class Duel(NamedTuple):
    """A table of two. `round` counts the rounds of its side, `stage` those of the tournament, both from 1."""

    side: Side
    round: int
    stage: int
    sources: tuple[Source, Source]


@cache
def duels(slots: int) -> tuple[Duel, ...]:
    """Return all duels for a power of two of lines, each after those it depends on; the last is the first final.

    Winners' rounds are played at stages 1, 2, 4, 6, …, losers' round q at stage q + 1. In odd rounds the losers'
    bracket plays among itself; in even ones it meets those that come down from the winners' bracket, crossed so that
    bots that met there meet again as late as can be.

    >>> [(duel.side, duel.round, duel.stage) for duel in duels(4)][2:]
    [('winners', 2, 2), ('losers', 1, 2), ('losers', 2, 3), ('final', 1, 4)]
    """
    builder = _Builder()
    winners = builder.round("winners", 1, 1, _folded([Source("line", line) for line in range(slots)]))
    losers: list[int] = []
    for number in range(2, slots.bit_length()):
        below = [Source("winner", duel) for duel in losers] or [Source("loser", duel) for duel in winners]
        stage = 2 * number - 2
        winners = builder.round("winners", number, stage, _folded([Source("winner", duel) for duel in winners]))
        losers = builder.round("losers", stage - 1, stage, _folded(below))
        losers = builder.round("losers", stage, stage + 1, builder.crossed(losers, winners))
    last = Source("winner", losers[0]) if losers else Source("loser", winners[0])
    builder.round("final", 1, 2 * (slots.bit_length() - 1), [(Source("winner", winners[0]), last)])
    return tuple(builder.duels)


class _Builder:
    def __init__(self) -> None:
        self.duels: list[Duel] = []
        self._lines: list[frozenset[int]] = []
        """By duel, the lines of the draw that can reach it."""

    def round(self, side: Side, number: int, stage: int, pairs: Sequence[tuple[Source, Source]]) -> list[int]:
        """Add a round and return the numbers of its duels."""
        for pair in pairs:
            self.duels.append(Duel(side, number, stage, pair))
            self._lines.append(frozenset().union(*(self._from(source) for source in pair)))
        return list(range(len(self.duels) - len(pairs), len(self.duels)))

    def crossed(self, staying: Sequence[int], coming: Sequence[int]) -> list[tuple[Source, Source]]:
        """Return the winners of `staying` against the losers of `coming`, whose places are XORed with a mask.

        The mask is the smallest of those that bring together the fewest lines that share a duel of `coming`, and so can
        have met. A small one also keeps rematches out of the rounds that follow, where reversing would not.
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
    """Return first against last, second against the last but one, and so on."""
    half = len(sources) // 2
    return list(zip(sources[:half], reversed(sources[half:]), strict=True))
