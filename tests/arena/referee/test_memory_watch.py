"""Which bot is blamed for the referee's memory, and when nobody is."""

from collections.abc import Callable

import pytest

from arena.referee import memory_watch
from arena.referee.memory_watch import (
    ALARMED_S,
    CALM_LOOKS,
    LEAST,
    LOOK_EVERY_S,
    MOST_UNSEEN,
    SLACK,
    SUDDEN,
    MemoryWatch,
)

AT_FIRST = 30 << 20
GROWN = AT_FIRST + SLACK + (1 << 20)
FEW, MANY = 100, 8000


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> MemoryWatch:
    """A watch that began before the process grew."""
    resident(monkeypatch, AT_FIRST)
    made = MemoryWatch(rounds=10, seats=2)
    resident(monkeypatch, GROWN)
    return made


def resident(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(memory_watch, "resident_bytes", lambda: size)


def taken(first: int, second: int) -> Callable[[], dict[int, int]]:
    """Pages by seat."""
    return lambda: {0: first, 1: second}


def test_nobody_is_blamed_while_the_memory_is_as_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    resident(monkeypatch, AT_FIRST)
    watch = MemoryWatch(rounds=10, seats=2)
    assert watch.offender(taken(MANY, FEW)) is None


def test_the_seat_that_has_taken_most_is_named_once(watch: MemoryWatch) -> None:
    assert watch.offender(taken(FEW, MANY)) == 1
    assert [watch.offender(taken(MANY, FEW)) for _ in range(CALM_LOOKS)] == [None] * CALM_LOOKS


def test_what_has_not_come_back_is_counted_against_nobody_else(
    watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(1 + CALM_LOOKS):
        watch.offender(taken(FEW, MANY))
    assert watch.offender(taken(MANY, FEW)) is None
    resident(monkeypatch, GROWN + SLACK + 1)
    assert watch.offender(taken(MANY, FEW)) == 0


def test_a_memory_that_grows_and_that_nobody_fills_ends_the_match(
    watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, MOST_UNSEEN):
        resident(monkeypatch, GROWN + number * 4096)
        assert watch.offender(taken(FEW, LEAST // 4096 - 1)) is None
    resident(monkeypatch, 2 * GROWN)
    with pytest.raises(MemoryError, match="no bot is seen to fill it"):
        watch.offender(taken(FEW, FEW))


def test_a_memory_that_nobody_fills_any_further_ends_nothing(watch: MemoryWatch) -> None:
    assert [watch.offender(taken(FEW, FEW)) for _ in range(10 * MOST_UNSEEN)] == [None] * (10 * MOST_UNSEEN)


def test_memory_that_grows_suddenly_is_looked_at_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    resident(monkeypatch, AT_FIRST)
    watch = MemoryWatch(rounds=10, seats=2)
    resident(monkeypatch, AT_FIRST + SUDDEN + 1)
    assert watch.offender(taken(FEW, MANY)) is None
    assert watch.look_every_s == ALARMED_S
    assert watch.offender(taken(FEW, MANY)) is None
    assert watch.look_every_s == LOOK_EVERY_S


def test_memory_on_its_way_back_raises_no_alarm(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    assert watch.offender(taken(MANY, FEW)) == 0
    resident(monkeypatch, GROWN + 2 * SUDDEN)
    assert watch.offender(taken(FEW, FEW)) is None
    assert watch.look_every_s == LOOK_EVERY_S
