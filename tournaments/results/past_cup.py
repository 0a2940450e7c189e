"""What a past cup says of the strengths and the luck in the next."""

from typing import Final

import numpy as np

from arena.errors import ArenaError
from tournaments.cup.chances import PER, Floats, RecordedLuck, Strengths
from tournaments.cup.cup import Cup
from tournaments.ratings.table import NEWEST, RatedBot, rate_tables
from tournaments.results.ledger import Ledger
from tournaments.store.store import Store

FEWEST_DEALS: Final = 30
"""Fewer say too little of rare heavy losses."""
_QUANTILE: Final = 1.96
"""Of the intervals that ratings state."""


def lessons(store: Store, cup: Cup) -> tuple[Strengths, RecordedLuck, float]:
    """Return what the store's cup says of the bots of `cup`, of luck, and the spread of strengths in water per 100.

    Bots are known by name. One that played is drawn from what its water and the spread of all say together, the normal
    posterior; one that did not, from the spread alone. Raises ArenaError when too little was played, or with other
    deals: duplicate or not.
    """
    matches = [match for match in Ledger.of(store).whole().values() if not match.void and match.result.deals]
    past = store.cup()
    if past.match.duplicate != cup.match.duplicate:
        raise ArenaError("{place}: its deals say nothing of these: only one of the two is duplicate", place=store.place)
    tables = [list(match.deals()) for match in matches if len(match.seats) > 1]
    deals = sum(map(len, tables))
    if deals < FEWEST_DEALS:
        raise ArenaError(
            "{place}: {deals} deals played; at least {fewest} are needed",
            place=store.place,
            deals=deals,
            fewest=FEWEST_DEALS,
        )
    sizes = [len(seats) for table in tables for seats, _ in table]
    usual = max(sorted(set(sizes), reverse=True), key=sizes.count)
    rated = {bot.name: bot for bot in rate_tables(tables, NEWEST).players}
    # Per opponent and deal; tables of another size are then no other measure.
    worth = {name: (bot.water100 or 0.0) / PER / (usual - 1) for name, bot in rated.items()}
    rests: dict[int, list[Floats]] = {}
    for table in tables:
        for seats, water in table:
            own = np.array([worth[bot] for bot in seats])
            rest = np.array(water) - len(seats) * (own - own.mean())
            rests.setdefault(len(seats), []).append(rest - rest.mean())
    luck = RecordedLuck({seats: np.array(each) for seats, each in rests.items()})
    scale = (cup.largest_table - 1) / (usual - 1)
    strengths, spread = _strengths(cup.names(), rated)
    return Strengths(strengths.mean * scale, strengths.sd * scale), luck, spread * scale


def _strengths(names: list[str], rated: dict[str, RatedBot]) -> tuple[Strengths, float]:
    """Return the posterior of each bot and the spread, by the method of moments (empirical Bayes)."""
    known = [bot for bot in rated.values() if bot.water100 is not None and bot.water95 is not None]
    water = {bot.name: (bot.water100 or 0.0, (bot.water95 or 0.0) / _QUANTILE) for bot in known}
    found = np.array([*water.values()]).reshape(-1, 2)
    excess = found[:, 0].var(ddof=1) - (found[:, 1] ** 2).mean() if len(found) > 1 else 0.0
    # Results that luck alone explains do not prove that all are equal: a tenth of what is seen at least.
    spread = float(np.sqrt(max(excess, found[:, 0].var() / 100, 1e-6)))
    mean, sd = np.zeros(len(names)), np.full(len(names), spread)
    for at, name in enumerate(names):
        if name in water:
            seen, error = water[name]
            part = spread**2 / (spread**2 + error**2)
            mean[at], sd[at] = part * seen, spread * np.sqrt(1 - part)
    return Strengths(mean, sd), spread
