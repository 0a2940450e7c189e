"""The Elo table of a tournament: the fit over its deals, as it is stored and shown."""

from collections.abc import Iterable

import msgspec
import numpy as np

from tournaments.ratings.choices import Deal, choices
from tournaments.ratings.covariance import variances
from tournaments.ratings.plackett_luce import ELO, fit
from tournaments.rows import StoredMatch

MEAN = 1500.0


class RatedBot(msgspec.Struct, frozen=True):
    """`elo` and `error95`, the half-width of its 95 % interval, to 0.1; None where they cannot be told."""

    name: str
    rank: int
    elo: float | None
    error95: float | None
    results: int


class RatingTable(msgspec.Struct, frozen=True):
    players: list[RatedBot]
    pools: list[list[str]]
    method: str


def rate(matches: Iterable[StoredMatch]) -> RatingTable:
    deals: list[Deal] = [
        (tuple(match.seats), tuple(map(float, sums))) for match in matches for sums in match.result.deals
    ]
    fitted = fit(choices(deals))
    spread = 1.96 * ELO * np.sqrt(variances(fitted))
    elo = MEAN + ELO * fitted.theta
    order = np.argsort(-elo, kind="stable")
    names = fitted.choices.names
    players = [
        RatedBot(names[i], rank, round(float(elo[i]), 1), round(float(spread[i]), 1), int(fitted.choices.results[i]))
        for rank, i in enumerate(order, 1)
    ]
    pools = [[names[i] for i in order if fitted.pool[i] == p] for p in sorted(set(fitted.pool.tolist()))]
    return RatingTable(players, pools, "Plackett–Luce fit")
