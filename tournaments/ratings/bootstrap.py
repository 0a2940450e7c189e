"""A second opinion on the error bars: fits to deals drawn again from those that were played."""

from collections.abc import Sequence

import numpy as np

from tournaments.ratings.choice_sets import Floats, Tables, choices_of
from tournaments.ratings.plackett_luce import fit
from tournaments.ratings.pools import centred, pools


def bootstrap(names: tuple[str, ...], tables: Sequence[Tables], sd: float, draws: int, seed: int = 0) -> Floats:
    """Return strengths relative to the mean of their pool, in natural units, [draws, bots].

    Each draw takes as many deals as there are, with replacement, and fits them under the same prior, whose `sd` is in
    Elo. It assumes only that deals are alike, while the covariance also trusts the model.
    """
    rng = np.random.default_rng(seed)
    pool = pools(choices_of(names, tables))
    ends = np.cumsum([len(table.bots) for table in tables])
    found = np.empty((draws, len(names)))
    for draw in range(draws):
        times = np.bincount(rng.integers(0, ends[-1], ends[-1]), minlength=ends[-1])
        again = [
            Tables(table.bots.repeat(often, axis=0), table.scores.repeat(often, axis=0))
            for table, often in zip(tables, np.split(times, ends[:-1]), strict=True)
            if often.any()
        ]
        # A draw can fall apart into more pools than were played, each with its own mean.
        found[draw] = centred(fit(choices_of(names, again), sd).theta, pool)
    return found


def half_width95(draws: Floats) -> Floats:
    """Return, by bot, half the distance between the 2.5 % and the 97.5 % points of its draws."""
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    return np.asarray((high - low) / 2)
