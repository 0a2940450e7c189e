"""Against choix, an independent implementation of the same model, on random data without a prior."""

from typing import Any

import numpy as np
import pytest

from benchmarks.worlds import random_tables
from tournaments.ratings.choice_sets import choices
from tournaments.ratings.plackett_luce import ELO, fit

choix: Any = pytest.importorskip("choix")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [2, 3, 4, 8])
def test_strengths_agree_to_a_tenth_of_an_elo(size: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    elo = {f"{bot:02d}": strength for bot, strength in enumerate(rng.normal(0, 200, 12))}
    deals = random_tables(elo, size, 400, rng)
    rankings = [
        tuple(int(bot) for _, bot in sorted(zip(scores, bots, strict=True), reverse=True)) for bots, scores in deals
    ]
    theirs = choix.ilsr_rankings(len(elo), rankings, tol=1e-12)
    assert fit(choices(deals), sd=None).theta * ELO == pytest.approx((theirs - theirs.mean()) * ELO, abs=0.1)
