"""How often the best bot wins a cup and its order comes out right: the cup's own format, played many times in numbers.

In a deal at a table of m, a bot's water is m times what it is worth more than the table's mean, plus luck; so water is
fitted to results, too (`tournaments/ratings/water.py`). Strengths and luck are drawn anew for each simulated cup. That
some bots suit each other better than their strengths say is left out, and so are strikes and withdrawals.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import count, takewhile
from math import exp, log, sqrt
from typing import Final, NamedTuple, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from tournaments.cup.cup import Cup
from tournaments.formats.plan import Table, TableResult

Floats = NDArray[np.float64]

PER: Final = 100
"""Deals that strengths are told for."""
FINENESS: Final = 1000
"""Parts of a water that a table's totals are counted in, since formats compare integers."""
TAILS: Final = 5
"""Degrees of freedom of Student's t, whose excess kurtosis of 6 is that of the sample bots' deals."""
DUPLICATE_LUCK: Final = 2.0
"""Standard deviation of a bot's water in a duplicate deal: 1.3 to 2.9 between the sample bots, at two to four seats."""
PLAIN_LUCK: Final = 9.0
"""The same for one opponent when deals are played once: 9.4 at tables of two, and 15.2 = 8.8 √3 at tables of four."""
CUPS_AT_ONCE: Final = 16
"""How many cups are simulated between two reports of progress."""


class Luck(Protocol):
    """Where the luck of deals comes from."""

    def draw(self, rng: np.random.Generator, deals: int, seats: int) -> Floats:
        """Return each seat's luck [seats] summed over so many deals; all seats together have none."""


class StatedLuck(NamedTuple):
    """Luck with heavy tails: `sd` is the standard deviation of a bot's water in a deal at tables of `seats`.

    Where luck `grows` with the number of opponents, it is by their square root.
    """

    sd: float
    seats: int
    grows: bool

    @classmethod
    def of(cls, cup: Cup, sd: float | None = None) -> "StatedLuck":
        """Return luck of that size at the cup's largest tables, by default what was measured between sample bots."""
        seats, duplicate = cup.largest_table, cup.match.duplicate
        usual = DUPLICATE_LUCK if duplicate else PLAIN_LUCK * sqrt(seats - 1)
        return cls(usual if sd is None else sd, seats, grows=not duplicate)

    def draw(self, rng: np.random.Generator, deals: int, seats: int) -> Floats:
        """Return each seat's luck summed over the deals."""
        drawn = rng.standard_t(TAILS, (deals, seats)).sum(axis=0) / sqrt(TAILS / (TAILS - 2))
        here = self.sd * sqrt((seats - 1) / (self.seats - 1)) if self.grows else self.sd
        # Taking off the mean leaves 1 - 1/seats of the variance.
        return np.asarray((drawn - drawn.mean()) * here * sqrt(seats / (seats - 1)))


class RecordedLuck:
    """What strengths leave unexplained of deals that were played, drawn with replacement, seats changed at random."""

    def __init__(self, rests: Mapping[int, Floats]) -> None:
        """Take arrays [deals, seats] by the number of seats; none may be empty."""
        # Each deal once in each rotation: nobody's luck is better on average.
        self._pools = {
            seats: np.concatenate([np.roll(rest, turn, axis=1) for turn in range(seats)])
            for seats, rest in rests.items()
        }

    def draw(self, rng: np.random.Generator, deals: int, seats: int) -> Floats:
        """Return each seat's luck summed over the deals.

        Where no deal was played by so many, seats draw on their own from the tables of the nearest size, scaled by
        √(seats - 1).
        """
        if seats in self._pools:
            pool = self._pools[seats]
            return np.asarray(pool[rng.integers(len(pool), size=deals)].sum(axis=0))
        nearest = min(self._pools, key=lambda size: abs(size - seats))
        drawn = rng.choice(self._pools[nearest].ravel(), (deals, seats)).sum(axis=0)
        return np.asarray((drawn - drawn.mean()) * sqrt(seats / (nearest - 1)))


class Strengths(NamedTuple):
    """What is known of each bot, in order of entry: water per 100 deals at the cup's largest tables."""

    mean: Floats
    sd: Floats

    @classmethod
    def alike(cls, bots: int, spread: float) -> "Strengths":
        """Return bots of which nothing is known but how far their strengths are spread."""
        return cls(np.zeros(bots), np.full(bots, spread))


class Chances(msgspec.Struct, frozen=True):
    """How cups with so many deals a table ended, as shares of all that were simulated."""

    deals: int
    best_wins: float
    """In which the strongest bot came first; a shared first place counts in part."""
    best_wins95: float
    """Half the width of the 95 % interval of `best_wins`, because only so many cups were simulated."""
    best_in_three: float
    """In which it came third or better."""
    in_order: float
    """Of all pairs of bots, in which the stronger had the better place; a shared one counts half."""


class Answer(msgspec.Struct, frozen=True):
    """What a planner says. `deals` is about how many a table needs; None if more than were tried."""

    wanted: float
    deals: int | None
    cups: int
    seed: int
    chances: tuple[Chances, ...]
    """By deals a table, fewest first."""


def answer(
    cup: Cup,
    strengths: Strengths,
    luck: Luck,
    deals: Sequence[int],
    cups: int,
    seed: int,
    wanted: float,
    progress: Callable[[int], None],
) -> Answer:
    """Simulate `cups` cups for each number of `deals` a table, rising.

    The same arguments give the same answer. `progress` is told after some cups how many that were.
    """
    found = tuple(_chances(cup, strengths, luck, number, cups, seed, progress) for number in deals)
    return Answer(wanted, enough(found, wanted), cups, seed, found)


def enough(chances: Sequence[Chances], wanted: float) -> int | None:
    """Return the deals from which on the best bot wins often enough, between two that were tried by their logarithm."""
    for at, after in enumerate(chances):
        if after.best_wins >= wanted:
            if at == 0:
                return after.deals
            before = chances[at - 1]
            part = (wanted - before.best_wins) / (after.best_wins - before.best_wins)
            return round(exp(log(before.deals) + part * log(after.deals / before.deals)))
    return None


def numbers_to_try(rounds: int, most: int) -> list[int]:
    """Return the cup's own `rounds`, and from 10 to `most` each number twice the one before, with `most`."""
    doubled = takewhile(lambda deals: deals < most, (10 * 2**step for step in count()))
    return sorted({*doubled, most, rounds})


def _chances(
    cup: Cup,
    strengths: Strengths,
    luck: Luck,
    deals: int,
    cups: int,
    seed: int,
    progress: Callable[[int], None],
) -> Chances:
    first, third, order = np.zeros(cups), np.zeros(cups), np.zeros(cups)
    for number in range(cups):
        # Cup `number` has the same strengths and draw whatever the deals, so that they alone make the difference.
        rng = np.random.default_rng((seed, number))
        worth = strengths.mean + strengths.sd * rng.standard_normal(len(strengths.mean))
        places = _places(cup, worth, luck, deals, f"{seed} {number}", rng)
        best = int(worth.argmax())
        first[number] = (places[best] == 1) / int((places == places.min()).sum())
        third[number] = places[best] <= 3
        order[number] = _in_order(worth, places)
        if (number + 1) % CUPS_AT_ONCE == 0 or number + 1 == cups:
            progress(number % CUPS_AT_ONCE + 1)
    share = float(first.mean())
    # Agresti and Coull (1998): two more that win and two that do not keep a share of 0 or 1 from being certain.
    shifted = (share * cups + 2) / (cups + 4)
    error = 1.96 * sqrt(shifted * (1 - shifted) / (cups + 4))
    return Chances(deals, *(round(it, 4) for it in (share, error, float(third.mean()), float(order.mean()))))


def _places(cup: Cup, worth: Floats, luck: Luck, deals: int, drawn: str, rng: np.random.Generator) -> NDArray[np.int64]:
    """Play one cup and return each bot's place in it, in order of entry."""
    draw, at = cup.draw(drawn), {bot: number for number, bot in enumerate(cup.names())}
    # One search for tables serves all cups: the lots of each would find others that are as good, and take long.
    draw = draw._replace(entrants=msgspec.structs.replace(draw.entrants, public=b""))
    pairwise = worth / PER / max(1, cup.largest_table - 1)
    results: dict[str, TableResult] = {}

    def played(table: Table) -> TableResult:
        seats = len(table.seats)
        number = deals if table.rounds is None else table.rounds
        own = pairwise[[at[bot] for bot in table.seats]]
        water = number * seats * (own - own.mean()) + luck.draw(rng, number, seats)
        return TableResult(dict(zip(table.seats, np.rint(water * FINENESS).astype(int).tolist(), strict=True)))

    while (plan := draw.plan(results)).to_play:
        results |= {table.id: played(table) for table in plan.to_play}
    places = np.zeros(len(worth), np.int64)
    for standing in plan.standings:
        places[at[standing.name]] = standing.place
    return places


def _in_order(worth: Floats, places: NDArray[np.int64]) -> float:
    one, other = np.triu_indices(len(worth), 1)
    agree = np.sign(worth[one] - worth[other]) * np.sign(places[other] - places[one])
    return float(((agree + 1) / 2).mean())
