"""Ctrl-C and SIGTERM while the command starts, and once it is at work."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

_ENDING: Final = (signal.SIGINT, signal.SIGTERM)


def leave_at_once() -> None:
    """From now on a signal ends the process with a line: there is nothing yet to put in order."""
    _answer(_leave)


def interruptible() -> None:
    """From now on a signal is a KeyboardInterrupt: what is left has something to put in order."""
    _answer(signal.default_int_handler)


def as_the_system_does() -> None:
    """From now on a signal ends the process without a word."""
    _answer(signal.SIG_DFL)


@contextmanager
def held() -> Iterator[None]:
    """Answer what is sent meanwhile at the end: for what must be whole or not there at all, and takes a moment.

    An object whose constructor is broken off is closed by nobody, and a socket that nobody closes holds up the end of
    its context for ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are answered by the main thread alone
        return
    sent: list[tuple[int, FrameType | None]] = []
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, answer in before.items():
        if callable(answer):
            signal.signal(number, lambda *told: sent.append(told))
    try:
        yield
    finally:
        for number, answer in before.items():
            if callable(answer):
                signal.signal(number, answer)
        for first, frame in sent[:1]:
            answer = before[signal.Signals(first)]
            assert callable(answer)
            answer(first, frame)


def _answer(answer: Callable[[int, FrameType | None], Any] | signal.Handlers) -> None:
    """A signal that was ignored when the process started (`nohup`) stays ignored."""
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, answer)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """At once, since an exception in the midst of an import is not always told on."""
    with suppress(OSError):
        os.write(2, b"arena: stopped\n")
    os._exit(1)
