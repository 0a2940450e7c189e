"""Whose connection is blamed for the referee's memory, and when nobody's is."""

from collections.abc import Callable, Iterator

import pytest

from arena.referee import memory_watch
from arena.referee.memory_watch import (
    ALARMED_S,
    CALM_LOOKS,
    CLOSE_LOOKS,
    LOOK_EVERY_S,
    MOST_UNSEEN,
    SLACK,
    SUDDEN,
    MemoryWatch,
)

AT_FIRST = 30 << 20
GROWN = AT_FIRST + SLACK + (1 << 20)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> MemoryWatch:
    """A watch that began before the process grew."""
    resident(monkeypatch, AT_FIRST)
    made = MemoryWatch(rounds=10, seats=2)
    resident(monkeypatch, GROWN)
    return made


def resident(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(memory_watch, "resident_bytes", lambda: size)


def bytes_by_seat(held: dict[int, int]) -> Callable[[], dict[int, int]]:
    return lambda: held


def test_nobody_is_blamed_while_the_memory_is_as_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    resident(monkeypatch, AT_FIRST)
    watch = MemoryWatch(rounds=10, seats=2)
    assert watch.offender(bytes_by_seat({0: 5000, 1: 0})) is None
    assert not watch.alarmed


def test_the_seat_whose_bytes_wait_is_named_once(watch: MemoryWatch) -> None:
    assert watch.offender(bytes_by_seat({0: 10, 1: 5000})) == 1
    assert [watch.offender(bytes_by_seat({0: 10})) for _ in range(CALM_LOOKS)] == [None] * CALM_LOOKS
    assert watch.offender(bytes_by_seat({0: 10})) == 0


def test_bytes_that_waited_before_are_remembered(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    resident(monkeypatch, AT_FIRST)
    watch.offender(bytes_by_seat({0: 0, 1: 5000}))
    resident(monkeypatch, GROWN)
    assert watch.offender(bytes_by_seat({0: 0, 1: 0})) == 1


def test_bytes_that_wait_for_a_moment_are_seen_among_those_of_honest_answers(watch: MemoryWatch) -> None:
    looks = [{0: 0, 1: 300}] * CLOSE_LOOKS
    looks[-3] = {0: 100_000, 1: 0}
    seen = iter([{0: 0, 1: 0}, *looks])
    assert watch.offender(lambda: next(seen)) == 0


def growth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """From look to look, all but the last that may find nobody to blame."""
    for number in range(1, MOST_UNSEEN):
        resident(monkeypatch, GROWN + number * 4096)
        yield


def test_who_is_not_seen_at_once_is_looked_for(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in growth(monkeypatch):
        assert watch.offender(bytes_by_seat({0: 0, 1: 0})) is None
        assert watch.alarmed
    assert watch.offender(bytes_by_seat({0: 0, 1: 7})) == 1
    assert not watch.alarmed


def test_a_memory_that_grows_and_that_nobody_fills_ends_the_match(
    watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in growth(monkeypatch):
        watch.offender(bytes_by_seat({0: 0, 1: 0}))
    resident(monkeypatch, 2 * GROWN)
    with pytest.raises(MemoryError, match="no bot is seen to fill it"):
        watch.offender(bytes_by_seat({0: 0, 1: 0}))


def test_who_fills_it_may_have_to_wait_for_the_processor(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(10 * MOST_UNSEEN):
        assert watch.offender(bytes_by_seat({0: 0, 1: 0})) is None
    assert watch.look_every_s == LOOK_EVERY_S
    resident(monkeypatch, GROWN + 2 * SUDDEN)
    assert watch.offender(bytes_by_seat({0: 0, 1: 0})) is None
    assert watch.look_every_s == ALARMED_S
    assert watch.offender(bytes_by_seat({0: 0, 1: 7})) == 1


def test_memory_that_is_given_back_ends_the_alarm(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    watch.offender(bytes_by_seat({0: 0}))
    resident(monkeypatch, AT_FIRST)
    assert watch.offender(bytes_by_seat({0: 0})) is None
    assert not watch.alarmed


def test_memory_that_grows_suddenly_is_looked_at_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    resident(monkeypatch, AT_FIRST)
    watch = MemoryWatch(rounds=10, seats=2)
    resident(monkeypatch, AT_FIRST + SUDDEN + 1)
    assert watch.offender(bytes_by_seat({0: 5000})) is None
    assert watch.look_every_s == ALARMED_S
    assert watch.offender(bytes_by_seat({0: 5000})) is None
    assert watch.look_every_s == LOOK_EVERY_S


def test_memory_on_its_way_back_raises_no_alarm(watch: MemoryWatch, monkeypatch: pytest.MonkeyPatch) -> None:
    assert watch.offender(bytes_by_seat({0: 5000})) == 0
    resident(monkeypatch, GROWN + 2 * SUDDEN)
    assert watch.offender(bytes_by_seat({0: 0})) is None
    assert not watch.alarmed
