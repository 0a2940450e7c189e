"""What takes a walk through every round of a tournament: luck at each table, who beat whom, the biggest rounds."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from math import sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from tournaments.results.replay import RoundView, replayed
from tournaments.results.summary import Summary
from tournaments.store.matches import StoredMatch
from tournaments.store.store import Store

BIGGEST: Final = 10
"""How many of the biggest rounds are kept."""


class Luck(NamedTuple):
    """A bot's water a deal at one table: the mean over its deals, and how sure that is."""

    mean: float
    error95: float | None
    """Half the width of the 95 % interval (Student's), each deal counted as one result; None below two deals."""
    alone: float | None
    """How many deals played once, not in all their seatings, would have been needed for the same error."""


class Meeting(NamedTuple):
    """Two bots over all deals at which both sat: deals in which the first had more water, as much, and in all."""

    more: int
    level: int
    deals: int

    @property
    def share(self) -> float:
        """The share of the first, a level deal half; both shares add up to one."""
        return (self.more + self.level / 2) / self.deals


class Details(NamedTuple):
    luck: dict[str, dict[str, Luck]]
    """By match, then by bot."""
    meetings: dict[tuple[str, str], Meeting]
    """By both orders of every pair that met."""
    biggest: list[RoundView]
    """The rounds in which most water went to one bot, a deal at most once, the biggest first."""


def details_of(store: Store, summary: Summary) -> Details:
    """Reads one match at a time, so that a long tournament needs no more memory than its longest match."""
    luck: dict[str, dict[str, Luck]] = {}
    biggest: list[tuple[int, str, int, int]] = []
    for name, blocks in summary.blocks.items():
        once: list[list[int]] = [[] for _ in summary.matches[name].seats]
        for block in blocks:
            stored = store.match(block.play)
            if stored is not None and stored.result.deals:
                _add_rounds(once, stored)
                biggest = heapq.nlargest(BIGGEST, [*biggest, *_best_of_each_deal(stored)])
        if summary.matches[name].result.deals:
            luck[name] = dict(_luck(summary.matches[name], once))
    views = [replayed(store, play, -number, -leg) for _, play, number, leg in biggest]
    return Details(luck, meetings_of(summary.matches.values()), views)


def _add_rounds(once: list[list[int]], stored: StoredMatch) -> None:
    """The rounds of the legs are deals played once: add each bot's water in them."""
    for leg in stored.result.legs:
        for played in leg.rounds:
            for seat, bot in enumerate(leg.seating):
                once[bot].append(played.water[seat])


def _luck(whole: StoredMatch, once: list[list[int]]) -> Iterator[tuple[str, Luck]]:
    """Each bot's luck at a table: over its deals, and over the same deals played once."""
    # scipy takes a while to load: only for a report, not for the help of a command.
    from scipy.special import stdtrit  # noqa: PLC0415

    for bot, name in enumerate(whole.seats):
        means = [sums[bot] / whole.result.seatings for sums in whole.result.deals]
        if len(means) < 2:
            yield name, Luck(fmean(means), None, None)
            continue
        spread = variance(means)
        alone = len(means) * variance(once[bot]) / spread if spread > 0 else None
        error95 = float(stdtrit(len(means) - 1, 0.975)) * sqrt(spread / len(means))
        yield name, Luck(fmean(means), error95, alone)


def meetings_of(matches: Iterable[StoredMatch]) -> dict[tuple[str, str], Meeting]:
    """Who had more water in how many deals, over every pair that met, in both orders."""
    more: Counter[tuple[str, str]] = Counter()
    level: Counter[tuple[str, str]] = Counter()
    deals: Counter[tuple[str, str]] = Counter()
    for match in matches:
        for (one, first), (other, second) in permutations(enumerate(match.seats), 2):
            pair = (first, second)
            deals[pair] += len(match.result.deals)
            more[pair] += sum(sums[one] > sums[other] for sums in match.result.deals)
            level[pair] += sum(sums[one] == sums[other] for sums in match.result.deals)
    return {pair: Meeting(more[pair], level[pair], count) for pair, count in deals.items() if count}


def _best_of_each_deal(stored: StoredMatch) -> Iterator[tuple[int, str, int, int]]:
    """The most water of one bot in each deal: water, play, and round and leg negated, so that the first one is kept."""
    legs = stored.result.legs
    for played in zip(*(leg.rounds for leg in legs), strict=True):
        yield max(
            (max(each.water), stored.play, -each.number, -(leg.number + 1))
            for leg, each in zip(legs, played, strict=True)
        )
