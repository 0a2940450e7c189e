"""Results drawn from strengths that are known."""

from collections.abc import Sequence

import numpy as np

from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, TableResult
from tournaments.ratings.choice_sets import Deal
from tournaments.ratings.plackett_luce import ELO


def outcome(bots: Sequence[str], elo: dict[str, float], rng: np.random.Generator) -> Deal:
    """One table's result by the Plackett–Luce model: strengths with Gumbel noise, ranked."""
    scores = [elo[bot] / ELO + rng.gumbel() for bot in bots]
    return tuple(bots), tuple(scores)


def random_tables(elo: dict[str, float], size: int, tables: int, rng: np.random.Generator) -> list[Deal]:
    """Tables of `size` different bots, drawn evenly."""
    names = list(elo)
    return [outcome([names[i] for i in rng.choice(len(names), size, replace=False)], elo, rng) for _ in range(tables)]


def played_deals(form: Format, elo: dict[str, float], deals: int, rng: np.random.Generator) -> list[Deal]:
    """Every deal of a tournament, in which who meets whom depends on what was won before."""
    results: dict[str, TableResult] = {}
    played: list[Deal] = []
    while (plan := form.plan(Entrants(list(elo)), results)).to_play:
        for table in plan.to_play:
            match = [outcome(table.seats, elo, rng) for _ in range(deals)]
            places = np.argsort(np.argsort([scores for _, scores in match], axis=1), axis=1).sum(axis=0)
            results[table.id] = TableResult(dict(zip(table.seats, places.tolist(), strict=True)))
            played += match
    return played
