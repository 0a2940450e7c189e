"""The bootstrap: it agrees with the covariance where the model holds, and repeats itself."""

import msgspec
import numpy as np
import pytest

from benchmarks.worlds import random_tables
from tournaments.ratings.bootstrap import bootstrap
from tournaments.ratings.choice_sets import tabulate
from tournaments.ratings.table import NEWEST, rate

DEALS = random_tables({bot: 60.0 * place for place, bot in enumerate("abcdef")}, 3, 600, np.random.default_rng(4))


def test_where_the_model_holds_it_agrees_with_the_covariance() -> None:
    for player in rate(DEALS, msgspec.structs.replace(NEWEST, bootstrap=300)).players:
        assert player.bootstrap95 == pytest.approx(player.error95, rel=0.2)


def test_the_same_results_are_redrawn_alike() -> None:
    names, tables = tabulate(DEALS)
    first, second = (bootstrap(names, tables, 350.0, 3) for _ in range(2))
    assert first.tolist() == second.tolist()
    assert bootstrap(names, tables, 350.0, 3, seed=1).tolist() != first.tolist()


def test_pools_stay_those_that_were_played() -> None:
    """One of two deals may be missing in a draw, which then falls apart; its strengths are still centred by pool."""
    names, tables = tabulate([(("a", "b"), (1.0, 0.0)), (("b", "c"), (1.0, 0.0)), (("x", "y", "z"), (1.0, 2.0, 3.0))])
    draws = bootstrap(names, tables, 350.0, 20)
    assert draws[:, :3].sum(axis=1) == pytest.approx(np.zeros(20), abs=1e-9)
    assert draws[:, 3:].sum(axis=1) == pytest.approx(np.zeros(20), abs=1e-9)


def test_it_is_made_only_when_asked_for() -> None:
    assert all(player.bootstrap95 is None for player in rate(DEALS).players)
