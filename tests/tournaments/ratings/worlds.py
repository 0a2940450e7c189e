"""Results drawn from strengths that are known."""

from collections.abc import Sequence

import numpy as np

from tournaments.ratings.choices import Deal
from tournaments.ratings.plackett_luce import ELO


def outcome(bots: Sequence[str], elo: dict[str, float], rng: np.random.Generator) -> Deal:
    """One table's result by the Plackett–Luce model: strengths with Gumbel noise, ranked."""
    scores = [elo[bot] / ELO + rng.gumbel() for bot in bots]
    return tuple(bots), tuple(scores)


def random_tables(elo: dict[str, float], size: int, tables: int, rng: np.random.Generator) -> list[Deal]:
    """Tables of `size` different bots, drawn evenly."""
    names = list(elo)
    return [outcome([names[i] for i in rng.choice(len(names), size, replace=False)], elo, rng) for _ in range(tables)]
