"""The published table: invariances, ties, extremes, pools, anchors, and what it says when it cannot tell."""

import itertools
import math
import random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from benchmarks.worlds import random_tables
from tests.tournaments.ratings.drawn import DEALS, NAMES
from tournaments.ratings import curvature
from tournaments.ratings.choice_sets import Deal, choices
from tournaments.ratings.covariance import covariance
from tournaments.ratings.plackett_luce import ELO, fit
from tournaments.ratings.table import NEWEST, OLDEST, RatingTable, rate, rate_tables


def elo(table: RatingTable) -> dict[str, float]:
    return {player.name: player.elo for player in table.players}


@settings(deadline=None, max_examples=40)
@given(DEALS, st.randoms(use_true_random=False))
def test_neither_the_order_of_deals_nor_of_seats_matters(deals: list[Deal], shuffle: random.Random) -> None:
    mixed: list[Deal] = []
    for bots, scores in deals:
        seats = list(zip(bots, scores, strict=True))
        shuffle.shuffle(seats)
        mixed.append((tuple(bot for bot, _ in seats), tuple(score for _, score in seats)))
    shuffle.shuffle(mixed)
    assert elo(rate(mixed)) == pytest.approx(elo(rate(deals)), abs=0.1001)


@settings(deadline=None, max_examples=20)
@given(DEALS)
def test_no_interval_is_wider_than_that_of_the_prior_that_is_given(deals: list[Deal]) -> None:
    """Results never take away from what was known before; against the pool's mean a bot's variance is less still."""
    for player in rate(deals, msgspec.structs.replace(NEWEST, prior_sd=350)).players:
        assert player.error95 is not None
        assert 0 <= player.error95 <= 1.96 * 350 + 0.1


@settings(deadline=None, max_examples=30)
@given(st.lists(DEALS, min_size=1, max_size=4))
def test_whatever_is_played_every_figure_is_finite_and_every_pool_is_centred(tables: list[list[Deal]]) -> None:
    table = rate_tables(tables)
    for player in table.players:
        assert math.isfinite(player.elo)
        assert player.error95 is not None
        assert math.isfinite(player.error95)
        assert player.error95 >= 0
        assert player.water100 is not None
        assert math.isfinite(player.water100)
        assert player.better_than_next is None or 0.5 - 0.01 <= player.better_than_next <= 1
    for pool in table.pools:
        assert np.mean([elo(table)[name] for name in pool]) == pytest.approx(1500, abs=0.06)
        ranks = {player.name: player.rank for player in table.players}
        for name in pool:
            assert ranks[name] == 1 + sum(elo(table)[other] > elo(table)[name] for other in pool)


@settings(deadline=None, max_examples=40)
@given(DEALS)
def test_renaming_bots_renames_the_table(deals: list[Deal]) -> None:
    new = dict(zip(NAMES, "zqxwvupk", strict=True))
    renamed = rate([(tuple(new[bot] for bot in bots), scores) for bots, scores in deals])
    assert elo(renamed) == pytest.approx({new[name]: rating for name, rating in elo(rate(deals)).items()}, abs=0.1001)


@given(st.permutations("abcde"))
def test_one_table_of_equals_is_ordered_by_rank(order: list[str]) -> None:
    """With ties as well: here the first two are level, and the last two."""
    table = elo(rate([(tuple(order), (2.0, 2.0, 1.0, 0.0, 0.0))]))
    first, second, third, fourth, last = (table[bot] for bot in order)
    assert first == second > third > fourth == last


def test_two_level_at_a_table_count_as_half_a_win_each() -> None:
    half = fit(choices([(("a", "b"), (1.0, 0.0)), (("a", "b"), (3.0, 3.0))] * 2))
    wins = fit(choices([(("a", "b"), (1.0, 0.0))] * 3 + [(("a", "b"), (0.0, 1.0))]))
    assert half.theta == pytest.approx(wins.theta)


def test_a_level_group_counts_as_the_mean_of_all_its_orders() -> None:
    """Three level ahead of a fourth, against all six orders of the three at a sixth of the weight each."""
    others: list[Deal] = [(tuple("bcda"), (4.0, 3.0, 2.0, 1.0))]
    tied: list[Deal] = [(tuple("abcd"), (5.0, 5.0, 5.0, 1.0))]
    orders: list[Deal] = [((*order, "d"), (4.0, 3.0, 2.0, 1.0)) for order in itertools.permutations("abc")]
    assert fit(choices(tied * 6 + others * 6)).theta == pytest.approx(fit(choices(orders + others * 6)).theta)


def test_a_large_level_group_is_approximated_without_favour() -> None:
    """Twelve level: nobody gains on anybody, and one who beats them all is above."""
    level = tuple(f"b{number:02d}" for number in range(12))
    table = rate([(("top", *level), (1.0, *[0.0] * 12))])
    assert table.players[0].name == "top"
    assert max(player.elo for player in table.players[1:]) - min(player.elo for player in table.players[1:]) <= 0.1


def test_doubling_the_results_divides_the_error_by_the_root_of_two() -> None:
    deals = random_tables(dict.fromkeys(NAMES, 0.0), 4, 60, np.random.default_rng(1))
    once, twice = fit(choices(deals), sd=None), fit(choices(deals * 2), sd=None)
    assert twice.theta == pytest.approx(once.theta)
    assert covariance(twice) * 2 == pytest.approx(covariance(once))


def test_an_anchor_moves_all_of_its_pool_alike() -> None:
    """A pool without it keeps its mean at the anchor's figure."""
    deals = random_tables({name: 100.0 * place for place, name in enumerate(NAMES)}, 4, 50, np.random.default_rng(2))
    deals += [(("x", "y"), (1.0, 0.0))]
    free, anchored = rate(deals), rate(deals, msgspec.structs.replace(NEWEST, anchor="c", anchor_elo=2000))
    shift = 2000 - elo(free)["c"]
    moved = {name: rating + (shift if name in NAMES else 500) for name, rating in elo(free).items()}
    assert elo(anchored) == pytest.approx(moved, abs=0.1001)
    errors = {player.name: player.error95 for player in anchored.players}
    assert errors["c"] == 0
    assert errors["x"] == next(player.error95 for player in free.players if player.name == "x")


def test_the_chance_to_be_better_does_not_depend_on_the_anchor() -> None:
    deals = random_tables({name: 20.0 * place for place, name in enumerate(NAMES)}, 4, 50, np.random.default_rng(3))
    for anchor in (None, "a"):
        anchored = msgspec.structs.replace(NEWEST, anchor=anchor)
        chances = [player.better_than_next for player in rate(deals, anchored).players]
        assert chances == [player.better_than_next for player in rate(deals).players]


def test_who_won_or_lost_all_is_finite_and_named() -> None:
    table = rate([(("a", "b", "c"), (3.0, 2.0, 1.0))] * 1000)
    assert [player.name for player in table.players] == ["a", "b", "c"]
    assert table.warnings == (
        "never beaten, so the prior alone bounds the rating: a",
        "never beat anyone, so the prior alone bounds the rating: c",
    )


def test_a_tie_is_half_a_win_and_bounds_both() -> None:
    ties = [(("ada", "bob"), (0.0, 0.0))] * 20
    won = [(("ada", "bob"), (1.0, 0.0))]
    table = rate(ties + won)
    assert table.warnings == ()
    assert elo(rate(ties + won, msgspec.structs.replace(NEWEST, prior_sd=10_000))) == pytest.approx(elo(table), abs=1)
    three = rate([(("a", "b", "c"), (2.0, 2.0, 1.0))] * 5)
    assert three.warnings == ("never beat anyone, so the prior alone bounds the rating: c",)


def test_a_bootstrap_is_seen_from_the_anchor_too() -> None:
    deals = random_tables({name: 100.0 * place for place, name in enumerate(NAMES)}, 2, 200, np.random.default_rng(4))
    table = rate([*deals, (("x", "y"), (1.0, 0.0))], msgspec.structs.replace(NEWEST, anchor="c", bootstrap=200))
    lines = {player.name: player for player in table.players}
    assert (lines["c"].error95, lines["c"].bootstrap95) == (0, None)
    for name in set(NAMES) - {"c"}:
        assert lines[name].bootstrap95 == pytest.approx(lines[name].error95, rel=0.35)


def test_without_a_prior_there_is_no_rating_for_who_won_all() -> None:
    with pytest.raises(ArenaError, match="no finite ratings without a prior"):
        fit(choices([(("a", "b"), (1.0, 0.0))]), sd=None)


def test_bots_that_never_met_are_pools_of_their_own() -> None:
    table = rate([(("a", "b"), (1.0, 0.0)), (("c", "b"), (0.0, 0.0)), (("x", "y"), (0.0, 1.0))])
    assert table.pools == (("a", "c", "b"), ("y", "x"))
    assert "2 pools of bots that never met (3, 2 bots)" in table.warnings[0]
    assert [player.rank for player in table.players if player.name in "xy"] == [1, 2]
    last = [player.better_than_next for player in table.players if player.name in (table.pools[0][-1], "x")]
    assert last == [None, None]


def test_the_first_version_is_a_prior_of_350_and_tells_no_water() -> None:
    deals = random_tables({name: 40.0 * place for place, name in enumerate(NAMES)}, 4, 50, np.random.default_rng(6))
    old, new = rate(deals, OLDEST), rate(deals, msgspec.structs.replace(NEWEST, prior_sd=350))
    assert elo(old) == elo(new)
    assert (old.differences, old.disagree, old.field_sd) == ((), (), None)
    assert {(player.lead, player.water100) for player in old.players} == {(None, None)}


def test_an_anchor_that_did_not_play_is_an_error() -> None:
    with pytest.raises(ArenaError, match='--anchor: no results of a bot "z"'):
        rate([(("a", "b"), (1.0, 0.0))], msgspec.structs.replace(NEWEST, anchor="z"))


def test_nothing_played_is_an_empty_table() -> None:
    table = rate([])
    assert (table.players, table.pools, table.deals) == ((), (), 0)


def test_tables_as_pairs_are_the_bradley_terry_of_the_pairs() -> None:
    """A table of two has the one-parameter solution in closed form: a won 9 of 12."""
    found = fit(choices([(("a", "b"), (1.0, 0.0))] * 9 + [(("a", "b"), (0.0, 1.0))] * 3), sd=None)
    assert (found.theta[0] - found.theta[1]) * ELO == pytest.approx(400 * math.log10(3))


def test_crowded_matches_are_summed_in_another_way_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches of 24, pair by pair as small ones are, and then as crowded ones are."""
    deals = random_tables({f"b{number:02d}": 20.0 * number for number in range(30)}, 24, 12, np.random.default_rng(8))
    crowded = fit(choices(deals))
    monkeypatch.setattr(curvature, "CROWD", 24)
    paired = fit(choices(deals))
    assert crowded.theta == pytest.approx(paired.theta)
    assert crowded.precision.toarray() == pytest.approx(paired.precision.toarray())


def test_a_match_of_three_hundred_is_rated() -> None:
    names = tuple(f"b{number:03d}" for number in range(300))
    table = rate([(names, tuple(map(float, range(300))))])
    assert [player.name for player in table.players] == list(reversed(names))


@settings(deadline=None, max_examples=20)
@given(DEALS, st.lists(st.sampled_from([1, 50, 3000]), min_size=10, max_size=10), st.sampled_from([5, 350, 9000]))
def test_however_one_sided_and_however_often_the_fit_ends(deals: list[Deal], often: list[int], sd: float) -> None:
    repeated = [deal for deal, times in zip(deals, often, strict=False) for deal in [deal] * times]
    table = rate(repeated, msgspec.structs.replace(NEWEST, prior_sd=sd))
    assert all(math.isfinite(player.elo) and math.isfinite(player.error95 or 0) for player in table.players)


def test_a_chain_of_winners_is_rated_in_its_order() -> None:
    names = [f"b{number:03d}" for number in range(200)]
    table = rate([((first, second), (1.0, 0.0)) for first, second in itertools.pairwise(names)] * 20)
    assert [player.name for player in table.players] == names
