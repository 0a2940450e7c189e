"""The rule that ends a match: how often it is wrong, how much it saves, and that looking often does no harm."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from benchmarks.coverage import read_recorded
from tournaments.cup.betting import Bets
from tournaments.cup.sequential import Certainty, Evidence, Until
from tournaments.cup.t_test import evidence

BLOCK = 40


def water(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Water of bots in deals: heavy tails on both sides and a skew, as big hands give it."""
    found = rng.normal(0, 6, shape)
    found += (rng.random(shape) < 0.02) * rng.choice((-36, 36, -12, 12), shape)
    return found + 30 * (rng.random(shape) < 0.03)


def drawn(means: Sequence[float], deals: int, rng: np.random.Generator) -> list[list[int]]:
    """Deals over 24 seatings; `means` are water a deal."""
    shape = (deals, len(means))
    return np.rint(24 * (np.array(means) + water(rng, shape))).astype(int).tolist()  # type: ignore[no-any-return]


def match(means: Sequence[float], advance: int, seed: int, until: Until) -> Certainty:
    """Play blocks until the rule says stop."""
    rng = np.random.default_rng(seed)
    found = Evidence(len(means), advance, until, seatings=24)
    while True:
        found.add(drawn(means, BLOCK, rng))
        certainty = found.certainty()
        if certainty.over:
            return certainty


def false_calls(means: Sequence[float], advance: int, matches: int, until: Until) -> float:
    """The share of matches decided for others than the best; where all are equal, of those decided at all."""
    best = set(range(advance)) if len(set(means)) > 1 else set()
    certainties = [match(means, advance, seed, until) for seed in range(matches)]
    return sum(it.decided and set(it.advancing) != best for it in certainties) / matches


@pytest.mark.parametrize(("means", "advance"), [((0.0, 0.0), 1), ((0.0,) * 4, 2), ((0.2, 0.1, -0.1, -0.2), 2)])
def test_it_is_wrong_no_more_often_than_it_says(means: tuple[float, ...], advance: int) -> None:
    assert false_calls(means, advance, 200, Until(0.9, 400)) <= 0.1


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("confidence", [0.8, 0.95])
@pytest.mark.parametrize(
    ("means", "advance"), [((0.0, 0.0), 1), ((0.0,) * 4, 2), ((0.2, 0.1, -0.1, -0.2), 2), ((0.1, 0.0, 0.0, -0.1), 1)]
)
def test_it_is_wrong_no_more_often_than_it_says_over_a_thousand_matches(
    means: tuple[float, ...], advance: int, confidence: float
) -> None:
    assert false_calls(means, advance, 1000, Until(confidence, 1000)) <= 1 - confidence


def calls(differences: NDArray[np.int64], until: Until, block: int, seatings: int = 1) -> int:
    """1 if the bot ahead in these differences is called the better, -1 if the other is, 0 if neither is."""
    found = Evidence(2, 1, until, seatings=seatings)
    for start in range(0, until.max_rounds, block):
        found.add([(int(it), 0) for it in differences[start : start + block]])
        certainty = found.certainty()
        if certainty.decided:
            return 1 if certainty.advancing == (0,) else -1
    return 0


def log_capital(differences: Sequence[int], largest: int) -> float:
    """What who bet on the bot ahead has after these deals."""
    bets = Bets(largest)
    for difference in differences:
        bets.add(difference)
    return bets.for_one()


def lottery(loss: int, deals: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """+1 in a fifth of the deals and a heavy loss in a hundredth: on average nothing at 20, less at 30."""
    drawn = rng.random(deals)
    return np.where(drawn < 0.01, -loss, np.where(drawn < 0.21, 1, 0))


UNTIL = Until(0.95, 1000)


@pytest.mark.parametrize("loss", [20, 30])
@pytest.mark.parametrize("block", [5, 100])
def test_a_bot_that_wins_little_and_loses_much_is_not_called_the_better(loss: int, block: int) -> None:
    found = [calls(lottery(loss, 1000, np.random.default_rng(seed)), UNTIL, block) for seed in range(60)]
    assert found.count(1) <= 3
    assert loss == 30 or found.count(-1) <= 3


@pytest.mark.parametrize("block", [5, 25, 100])
def test_equal_bots_are_seldom_told_apart_at_any_length_of_blocks(block: int) -> None:
    wrong = 0
    for seed in range(60):
        one, other = water(np.random.default_rng(seed), (2, 1000))
        wrong += calls(np.rint(one - other).astype(int), UNTIL, block) != 0
    assert wrong <= 3


@pytest.mark.parametrize("pair", list(itertools.combinations(range(4), 2)))
def test_real_deals_with_the_bots_exchanged_at_random_are_seldom_told_apart(pair: tuple[int, int]) -> None:
    names, deals, _ = read_recorded()
    assert len(names) == 4
    apart = deals[:, pair[0]] - deals[:, pair[1]]
    wrong = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        mixed = rng.permutation(apart) * rng.choice((-1, 1), len(apart))
        wrong += calls(mixed, Until(0.95, len(apart)), 20, seatings=24) != 0
    assert wrong <= 2


@pytest.mark.parametrize("pair", list(itertools.combinations(range(4), 2)))
def test_half_the_deals_are_saved_where_one_is_a_water_better(pair: tuple[int, int]) -> None:
    """Real deals, moved so that the mean difference is one water a deal."""
    _, deals, _ = read_recorded()
    apart = deals[:, pair[0]] - deals[:, pair[1]]
    moved = np.rint(apart - apart.mean() + 24).astype(int)
    saved = []
    for seed in range(10):
        found = Evidence(2, 1, Until(0.95, 2000), seatings=24)
        drawn = np.random.default_rng(seed).choice(moved, 2000)
        for start in range(0, 2000, 50):
            found.add([(int(it), 0) for it in drawn[start : start + 50]])
            certainty = found.certainty()
            if certainty.over:
                break
        assert certainty.advancing == (0,)
        saved.append(certainty.saving(2000))
    assert np.mean(saved) >= 0.6


def test_nothing_is_decided_before_the_fewest_deals() -> None:
    found = Evidence(2, 1, Until(0.95, 1000, min_rounds=60))
    found.add([(30, -30)] * 59)
    assert not found.certainty().decided
    found.add([(30, -30)])
    assert found.certainty().decided


def test_a_deal_counts_no_more_than_the_largest() -> None:
    assert log_capital([10**9] * 5, 60) == log_capital([60] * 5, 60)
    assert log_capital([-(10**9), 60], 60) == log_capital([-60, 60], 60)


@given(st.lists(st.integers(-80, 80), max_size=30))
def test_bets_on_the_other_bot_are_those_on_one_with_the_signs_changed(differences: list[int]) -> None:
    bets = Bets(60)
    for difference in differences:
        bets.add(-difference)
    assert bets.for_other() == log_capital(differences, 60)


@given(st.lists(st.integers(-80, 80), max_size=30))
def test_on_average_a_fair_game_leaves_the_capital_as_it_was(differences: list[int]) -> None:
    """Whatever came before, a next deal that is won or lost alike changes it by nothing on average."""
    before = math.exp(log_capital(differences, 60))
    after = [math.exp(log_capital([*differences, it], 60)) for it in (-25, 25)]
    assert sum(after) / 2 == pytest.approx(before)


def test_the_first_release_is_what_it_was() -> None:
    """So that its tables end where they did; a lottery that has not lost yet is decided by it too soon."""
    won = [(1, 0), (0, 0), (0, 0), (0, 0), (0, 0)] * 12
    old, new = (Evidence(2, 1, UNTIL, methods=methods) for methods in (1, 2))
    old.add(won)
    new.add(won)
    (pair,) = old.certainty().pairs
    assert pair.needed == pytest.approx(math.log(1 / 0.05))
    assert pair.evidence == pytest.approx(
        evidence(60, 12, 12, (2 * pair.needed + math.log(2 * pair.needed + 1) + 1) / 250)
    )
    assert old.certainty().decided
    assert not new.certainty().decided


def test_looking_after_every_deal_does_no_harm() -> None:
    wrong = 0
    for seed in range(200):
        found = Evidence(2, 1, Until(0.9, 400), seatings=24)
        for deal in drawn((0.0, 0.0), 400, np.random.default_rng(seed)):
            found.add([deal])
            if found.certainty().decided:
                wrong += 1
                break
    assert wrong / 200 <= 0.1


def test_a_t_test_at_every_look_would_be_wrong_far_more_often() -> None:
    """What is not done here: stop as soon as |t| is above 1.96."""
    wrong = 0
    for seed in range(200):
        one, other = water(np.random.default_rng(seed), (2, 400))
        looks = range(20, 401, 20)
        differences = [(one - other)[:deals] for deals in looks]
        wrong += any(abs(it.mean()) > 1.96 * it.std(ddof=1) / math.sqrt(len(it)) for it in differences)
    assert wrong / 200 > 0.15


def test_clear_matches_end_early() -> None:
    """Four bots, two of them two water a deal better: decided for the right ones in well under half the limit."""
    certainties = [match((2.0, 2.0, -2.0, -2.0), 2, seed, Until(0.95, 2000)) for seed in range(20)]
    assert all(it.decided and set(it.advancing) == {0, 1} for it in certainties)
    assert sum(it.saving(2000) for it in certainties) / 20 > 0.7


def test_the_limit_ends_a_match_that_is_not_decided() -> None:
    certainty = match((0.0, 0.0), 1, 1, Until(0.95, 100))
    assert (certainty.rounds, certainty.decided, certainty.over) == (120, False, True)
    assert certainty.pairs[0].evidence < certainty.pairs[0].needed


def test_the_error_is_shared_among_the_pairs_across_the_cut() -> None:
    found = Evidence(5, 2, Until(0.95, 1000))
    found.add([[5, 4, 3, 2, 1], [5, 4, 3, 2, 0]])
    certainty = found.certainty()
    assert certainty.advancing == (0, 1)
    assert {(pair.ahead, pair.behind) for pair in certainty.pairs} == {(a, b) for a in (0, 1) for b in (2, 3, 4)}
    assert all(pair.needed == pytest.approx(math.log(2 * 6 / 0.05)) for pair in certainty.pairs)
    assert certainty.pairs == tuple(sorted(certainty.pairs, key=lambda pair: pair.evidence))


def test_bots_level_across_the_cut_are_not_decided_and_too_few_deals_say_nothing() -> None:
    found = Evidence(2, 1, Until(0.95, 1000))
    assert not found.certainty().decided
    found.add([[10**6, -(10**6)]])
    assert not found.certainty().decided
    found.add([[-(10**6), 10**6]] * 1)
    assert [pair.evidence <= 0 for pair in found.certainty().pairs] == [True]


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=40), st.floats(0.001, 1))
def test_evidence_is_the_formula_in_its_docstring(differences: list[int], spread: float) -> None:
    n, total = len(differences), sum(differences)
    variance = sum((it - total / n) ** 2 for it in differences) / (n - 1)
    if variance < 1e-3:
        return
    squared, wide = (total / n) ** 2 / (variance / n), 1 + n * spread
    ratio = (1 + squared / (n - 1)) / (1 + squared / ((n - 1) * wide))
    expected = math.log(ratio) * n / 2 - math.log(wide) / 2
    assert evidence(n, total, sum(it**2 for it in differences), spread) == pytest.approx(expected, abs=1e-6)


@given(st.lists(st.lists(st.integers(-50, 50), min_size=3, max_size=3), min_size=2, max_size=20))
def test_deals_count_alike_in_blocks_and_one_by_one(deals: list[list[int]]) -> None:
    whole, single = Evidence(3, 1, Until()), Evidence(3, 1, Until())
    whole.add(deals)
    for deal in deals:
        single.add([deal])
    assert whole.certainty() == single.certainty()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"confidence": 1.0}, "confidence: expected 0.5 to less than 1, got 1"),
        ({"max_rounds": 1}, "max_rounds: expected 2 or more, got 1"),
        ({"min_rounds": 0}, "min_rounds: expected 1 or more, got 0"),
        ({"largest": 0}, "largest: expected 1 or more, got 0"),
    ],
)
def test_impossible_settings_are_refused(keys: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Until(**keys)  # type: ignore[arg-type]
