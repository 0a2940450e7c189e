"""Ctrl-C and SIGTERM while the command starts, and once it is at work."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
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
