"""A run with its pages: two processes beside each other, which end together.

The process that plays a cup ends every child that it did not start for a match, so the pages cannot be one of them.
"""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Final

ARENA: Final = (sys.executable, "-m", "arena")


def run_with_pages(words: Sequence[str], folder: Path, port: int) -> int:
    """Run `arena` with these words, and pages that show the cup in `folder`; return the exit status of the run.

    Ctrl-C reaches both as it would reach one; SIGTERM is passed on.
    """
    pages = subprocess.Popen([*ARENA, "web", "--root", str(folder.parent), "--port", str(port)])
    run = subprocess.Popen([*ARENA, *words])

    def pass_on(number: int, _frame: FrameType | None) -> None:
        run.send_signal(number)

    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    before[signal.SIGTERM] = signal.signal(signal.SIGTERM, pass_on)
    try:
        return run.wait()
    finally:
        pages.terminate()
        pages.wait()
        for number, handler in before.items():
            signal.signal(number, handler)
