"""Signals while something is made that must be whole or not there at all."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from arena.system.interrupts import held, interruptible


@pytest.fixture(autouse=True)
def answered() -> Iterator[None]:
    """A signal is a KeyboardInterrupt, as in a command that is at work."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    interruptible()
    yield
    for number, answer in before.items():
        signal.signal(number, answer)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_what_is_begun_is_finished_before_the_signal_is_answered(number: signal.Signals) -> None:
    made = []
    with pytest.raises(KeyboardInterrupt), held():
        os.kill(os.getpid(), number)
        made.append("whole")
    assert made == ["whole"]
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), number)


def test_two_are_answered_once_and_nothing_is_answered_without_one() -> None:
    with held():
        pass
    with pytest.raises(KeyboardInterrupt), held():
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)


def test_what_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with held():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN


def test_a_fault_within_is_told_where_no_signal_came() -> None:
    with pytest.raises(ValueError, match="broken"), held():
        raise ValueError("broken")


def test_other_threads_hold_nothing_and_do_not_fail() -> None:
    found = []

    def work() -> None:
        with held():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
