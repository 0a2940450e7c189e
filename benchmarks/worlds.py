"""Results drawn from strengths that are known, to hold ratings against."""

from collections.abc import Mapping, Sequence

import numpy as np

from tournaments.formats.entrants import Entrants
from tournaments.formats.plan import Format, TableResult
from tournaments.ratings.choice_sets import Deal
from tournaments.ratings.plackett_luce import ELO


def outcome(bots: Sequence[str], elo: Mapping[str, float], rng: np.random.Generator) -> Deal:
    """One deal's result by the Plackett–Luce model: strengths with Gumbel noise, ranked."""
    scores = [elo[bot] / ELO + rng.gumbel() for bot in bots]
    return tuple(bots), tuple(scores)


def random_tables(elo: Mapping[str, float], size: int, tables: int, rng: np.random.Generator) -> list[Deal]:
    """Tables of one deal, of `size` different bots drawn evenly."""
    names = list(elo)
    return [outcome([names[i] for i in rng.choice(len(names), size, replace=False)], elo, rng) for _ in range(tables)]


def table_of(
    bots: Sequence[str], elo: Mapping[str, float], deals: int, effect: float, rng: np.random.Generator
) -> list[Deal]:
    """One table's deals; N(0, effect²) Elo is added to each bot for all of them."""
    here = {bot: elo[bot] + effect * rng.normal() for bot in bots}
    return [outcome(bots, here, rng) for _ in range(deals)]


def played_deals(form: Format, elo: Mapping[str, float], deals: int, rng: np.random.Generator) -> list[Deal]:
    """Every deal of a tournament, in which who meets whom depends on what was won before."""
    return [deal for table in played_tables(form, elo, deals, 0.0, rng) for deal in table]


def played_tables(
    form: Format, elo: Mapping[str, float], deals: int, effect: float, rng: np.random.Generator
) -> list[list[Deal]]:
    """The same table by table."""
    results: dict[str, TableResult] = {}
    played: list[list[Deal]] = []
    while (plan := form.plan(Entrants(list(elo)), results)).to_play:
        for table in plan.to_play:
            match = table_of(table.seats, elo, deals, effect, rng)
            places = np.argsort(np.argsort([scores for _, scores in match], axis=1), axis=1).sum(axis=0)
            results[table.id] = TableResult(dict(zip(table.seats, places.tolist(), strict=True)))
            played.append(match)
    return played
