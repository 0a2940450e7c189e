"""The console that reports are printed on."""

import os
import sys
from typing import Final

from rich.console import Console

WIDTH: Final = 80


class PatientConsole(Console):
    """A console whose reader may close the pipe: a cup does not end because `head` has seen enough.

    `farewell` is then written to standard error, if there is one; whoever prints sets it anew when it is true no more.
    """

    def __init__(self, farewell: str = "") -> None:
        super().__init__(emoji=False)
        self.farewell = farewell

    def on_broken_pipe(self) -> None:
        self.quiet = True
        if self.farewell:
            sys.stderr.write(f"arena: {self.farewell}\n")
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def report_console(farewell: str = "") -> PatientConsole:
    """Return standard output, at most 80 columns wide on a terminal and exactly 80 elsewhere.

    `farewell` is written to standard error once the output is closed.
    """
    console = PatientConsole(farewell)
    console.width = min(console.width, WIDTH) if console.is_terminal else WIDTH
    return console
