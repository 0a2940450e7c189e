"""How long a large ladder takes to rate: 166,559 tables of four among ten thousand players, intervals included."""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Figure
from tournaments.ratings.choice_sets import Deal
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


def figures() -> Iterator[Figure]:
    """Measured in a process of its own, on one core, so that the memory is that of the rating alone."""
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-m", __name__], env=alone, stdout=subprocess.PIPE, check=True)
    seconds, mebibytes, covered = json.loads(done.stdout)
    name = f"rate {PLAYERS:,} players, {TABLES:,} tables of 4"
    yield Figure(f"{name}, intervals included", seconds, "s", at_most=3.0)
    yield Figure(f"{name}, peak memory", mebibytes, "MiB", at_most=400.0)
    yield Figure(f"{name}, truths within the 95 % interval", covered, "of 1", at_least=0.93, at_most=0.97)


def measure() -> tuple[float, float, float]:
    """Seconds of processor time to rate the ladder, MiB at the peak of this process, and how often 95 % held."""
    truth, deals = ladder(PLAYERS, TABLES, seed=1)
    mean = float(np.mean(list(truth.values())))
    started = time.process_time()
    table = rate(deals)
    seconds = time.process_time() - started
    held = [abs(it.elo - 1500 - (truth[it.name] - mean)) <= (it.error95 or 0.0) for it in table.players]
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, float(np.mean(held))


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()))
