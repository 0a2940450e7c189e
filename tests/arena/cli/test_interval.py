"""The interval beside water: Student's, near enough."""

import pytest
from scipy import stats

from arena.cli.interval import half_interval


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 10, 30, 1000])
def test_it_is_students(count: int) -> None:
    values = [float(number % 7) for number in range(count)]
    exact = stats.t.ppf(0.975, count - 1) * stats.tstd(values) / count**0.5
    assert half_interval(values) == pytest.approx(exact, rel=0.01)


def test_one_deal_says_nothing() -> None:
    assert half_interval([3.0]) is None
