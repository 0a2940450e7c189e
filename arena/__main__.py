"""Where the command `arena` begins: from here on a signal ends it without a traceback, whatever is being loaded."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, Final

from arena.streams import complete_streams

_ENDING: Final = (signal.SIGINT, signal.SIGTERM)


def main() -> None:
    """Run the command."""
    _answer(_leave)
    complete_streams()
    # click and all that hangs on it: a tenth of a second in which there is nothing to put in order.
    from arena.cli import main as run  # noqa: PLC0415

    try:
        run()
    except KeyboardInterrupt:  # one more, while the first was being answered
        sys.exit(1)
    finally:
        _answer(signal.SIG_DFL)


def interruptible() -> None:
    """From now on a signal is a KeyboardInterrupt: what is left has something to put in order."""
    _answer(signal.default_int_handler)


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
