"""The standard streams of a command: all three are there, and none fails for a letter."""

import os
import sys
from io import TextIOWrapper
from typing import Final

_MODES: Final = {"stdin": "r", "stdout": "w", "stderr": "w"}


def complete_streams() -> None:
    """Open what the command was started without (`>&-`) on nothing, and write `?` for what a stream cannot encode.

    To be called before any file is opened, which would take the number of the stream that is not there.
    """
    for number, (name, mode) in enumerate(_MODES.items()):
        if getattr(sys, name) is None:
            _open_on_nothing(number)
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _open_on_nothing(number: int) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing != number:
        os.dup2(nothing, number)
        os.close(nothing)
    os.set_inheritable(number, True)
