"""Turn Ctrl-C and other signals to stop into a flag and a file descriptor that ends a wait."""

import os
import signal
from types import FrameType
from typing import Any, Final

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopRequest:
    """While entered, the first signal to stop sets `requested` and makes `fileno()` readable; later ones do nothing.

    A signal that was ignored when the process started (`nohup`) stays ignored.
    """

    def __init__(self) -> None:
        self.requested = False
        self._read, self._write = -1, -1
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> "StopRequest":
        self._read, self._write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        os.close(self._read)
        os.close(self._write)

    def fileno(self) -> int:
        return self._read

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if not self.requested:
            self.requested = True
            os.write(self._write, b"!")
