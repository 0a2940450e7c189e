"""How long a large ladder takes to rate: 166,559 tables of four among ten thousand players, intervals included."""

import resource
import time

import numpy as np

from tournaments.ratings.choices import Deal
from tournaments.ratings.plackett_luce import ELO
from tournaments.ratings.table import rate

PLAYERS = 10_000
TABLES = 166_559
SPREAD = 200.0
"""Elo: the standard deviation of the true strengths."""


def ladder(players: int, tables: int, seed: int) -> tuple[dict[str, float], list[Deal]]:
    """True strengths in Elo, and results of tables of four drawn from them by the Plackett–Luce model."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(0, SPREAD, players)
    seats = np.array([rng.choice(players, 4, replace=False, shuffle=False) for _ in range(tables)])
    scores = strengths[seats] / ELO + rng.gumbel(size=seats.shape)
    names = [f"player-{number}" for number in range(players)]
    deals = [
        (tuple(names[seat] for seat in row), tuple(values))
        for row, values in zip(seats.tolist(), scores.tolist(), strict=True)
    ]
    return dict(zip(names, strengths.tolist(), strict=True)), deals


def measure() -> dict[str, float]:
    """Seconds of processor time to rate the ladder, the process's largest memory, and how often 95 % held.

    The limits are 3 s and 400 MiB on one core. Memory is that of the whole process, so it is to be a fresh one.
    """
    truth, deals = ladder(PLAYERS, TABLES, seed=1)
    mean = float(np.mean(list(truth.values())))
    started = time.process_time()
    table = rate(deals)
    seconds = time.process_time() - started
    held = [abs(it.elo - 1500 - (truth[it.name] - mean)) <= (it.error95 or 0.0) for it in table.players]
    return {
        "rating_fit_s": round(seconds, 3),
        "rating_fit_peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "rating_fit_covered": round(float(np.mean(held)), 4),
    }
