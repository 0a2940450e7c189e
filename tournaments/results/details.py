"""Details that need every round of a tournament: luck at each table, who beat whom, the biggest rounds."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations
from math import sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from arena.games import game_of
from arena.shisanshui.play import Shisanshui
from arena.tally import Tally
from tournaments.results.replay import RoundView, replayed
from tournaments.results.summary import Summary
from tournaments.store.damage import reading
from tournaments.store.store import Store
from tournaments.store.stored_match import StoredMatch

BIGGEST: Final = 10
"""How many of the biggest rounds are kept."""


class Luck(NamedTuple):
    """A bot's water a deal at one table: the mean over the deals, and how certain it is."""

    mean: float
    error95: float | None
    """Half the width of the 95 % interval (Student's), each deal counted as one result; None below two deals."""
    alone: float | None
    """How many deals, each played in one seating only, would have given the same error."""


class Meeting(NamedTuple):
    """Two bots over all deals that both played: how often the first had more water, how often as much, and how many."""

    more: int
    level: int
    deals: int

    @property
    def share(self) -> float:
        """The first bot's share of the deals, a level deal counting half; both shares add up to one."""
        return (self.more + self.level / 2) / self.deals


class Details(NamedTuple):
    tallies: dict[str, Tally]
    """By bot, over all rounds of all tables that count, what it did with its hands; empty for another game."""
    luck: dict[str, dict[str, Luck]]
    """By table, then by bot."""
    meetings: dict[tuple[str, str], Meeting]
    """By both orders of every pair that met."""
    biggest: list[RoundView]
    """The rounds in which the most water went to one bot, each deal at most once, biggest first."""


def details_of(store: Store, summary: Summary) -> Details:
    """Compute the details. Reads one match at a time, so a tournament needs no more memory than its longest match.

    Raises DamagedStore.
    """
    with reading(store.place):
        return _details_of(store, summary)


def _details_of(store: Store, summary: Summary) -> Details:
    luck: dict[str, dict[str, Luck]] = {}
    biggest: list[tuple[int, str, int, int]] = []
    tallies: dict[str, Tally] = {}
    game = game_of(summary.cup.game, summary.cup.rules, summary.cup.match.on_late)
    for name, blocks in summary.blocks.items():
        once: list[list[int]] = [[] for _ in summary.matches[name].seats]
        for block in blocks:
            stored = store.match(block.match)
            if stored is not None and stored.result.deals:
                _add_rounds(once, stored)
                if isinstance(game, Shisanshui):
                    _add_tallies(tallies, stored, game)
                biggest = heapq.nlargest(BIGGEST, [*biggest, *_best_of_each_deal(stored)])
        if summary.matches[name].result.deals:
            luck[name] = dict(_luck(summary.matches[name], once))
    views = [replayed(store, summary.cup, match, -number, -leg) for _, match, number, leg in biggest]
    return Details(tallies, luck, meetings_of(summary.matches.values()), views)


def _add_rounds(once: list[list[int]], stored: StoredMatch) -> None:
    """Add each bot's water in each round: a round of a leg is a deal played in one seating."""
    for leg in stored.result.legs:
        for played in leg.rounds:
            for seat, bot in enumerate(leg.seating):
                once[bot].append(played.water[seat])


def _add_tallies(tallies: dict[str, Tally], stored: StoredMatch, game: Shisanshui) -> None:
    for bot, packed, code in stored.result.decisions():
        tallies.setdefault(stored.seats[bot], Tally()).count(game, packed, code)


def _luck(whole: StoredMatch, once: list[list[int]]) -> Iterator[tuple[str, Luck]]:
    """Each bot's luck at a table, over its deals and over the same deals played in one seating."""
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
    """Return the meetings of every pair that met, in both orders."""
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
    """Each deal's most water of one bot: water, match, and round and leg negated, so that the first one is kept."""
    legs = stored.result.legs
    for played in zip(*(leg.rounds for leg in legs), strict=True):
        yield max(
            (max(each.water), stored.match, -each.number, -(leg.number + 1))
            for leg, each in zip(legs, played, strict=True)
        )
