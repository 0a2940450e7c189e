"""The covariance by how deals differ: where that is less than the model says, and where it is as much."""

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks.worlds import random_tables
from tests.tournaments.ratings.drawn import DEALS
from tournaments.ratings.choice_sets import Deal, choices, tabulate
from tournaments.ratings.covariance import covariance
from tournaments.ratings.plackett_luce import fit
from tournaments.ratings.sandwich import correction
from tournaments.ratings.table import NEWEST, SECOND, rate

NAMES = ("ann", "bob", "cat", "dan")


def widths(deals: list[Deal], version: str) -> np.ndarray:
    table = rate(deals, {"second": SECOND, "newest": NEWEST}[version])
    return np.array([player.error95 for player in sorted(table.players, key=lambda it: it.name)])


def test_level_bots_are_known_better_than_the_model_says() -> None:
    """Two of four are level in nine deals of ten, as good bots are that lay the same hands alike."""
    rng = np.random.default_rng(1)
    deals: list[Deal] = []
    for _ in range(400):
        high, low = (1.0, 1.0) if rng.random() < 0.9 else rng.permutation([1.0, 2.0])
        rest = rng.permutation([0.0, -1.0])
        deals.append((NAMES, (float(high), float(low), float(rest[0]), float(rest[1]))))
    old, new = widths(deals, "second"), widths(deals, "newest")
    assert (new[:2] < 0.75 * old[:2]).all()


def test_where_the_model_is_true_little_changes() -> None:
    deals = random_tables({name: 60.0 * place for place, name in enumerate(NAMES)}, 4, 2000, np.random.default_rng(2))
    assert widths(deals, "newest") == pytest.approx(widths(deals, "second"), rel=0.05)


def test_a_bot_that_won_every_deal_is_left_to_the_model() -> None:
    """Its deals differ by nothing, which is no reason to be sure how far it is ahead."""
    deals: list[Deal] = [(("ann", "bob"), (1.0, 0.0))] * 200
    assert widths(deals, "newest") == pytest.approx(widths(deals, "second"), rel=0.1)


@settings(deadline=None, max_examples=30)
@given(DEALS)
def test_no_variance_of_a_difference_is_below_zero(deals: list[Deal]) -> None:
    _, tables = tabulate(deals)
    fitted = fit(choices(deals))
    whole = covariance(fitted) + correction(fitted, tables)
    assert np.linalg.eigvalsh(whole).min() > -1e-9


def test_cups_of_the_second_kind_are_rated_as_they_were() -> None:
    deals = random_tables({name: 60.0 * place for place, name in enumerate(NAMES)}, 4, 50, np.random.default_rng(3))
    old, new = rate(deals, SECOND), rate(deals, NEWEST)
    strip = [
        msgspec.structs.replace(it, error95=0, better_than_next=0, lead95=0) for it in (*old.players, *new.players)
    ]
    assert strip[:4] == strip[4:]
    assert old.settings.version == 2
