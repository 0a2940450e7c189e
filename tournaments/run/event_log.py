"""`events.jsonl`: what happens, one JSON object a line as it happens, for other programs to follow."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from tournaments.layout import EVENTS
from tournaments.run.events import Happening, Observer, TableAdvanced

_STEPS: Final = 10
"""Progress of a match is told when another tenth of its rounds is played."""


@contextmanager
def logged(folder: Path, clock: Callable[[], str], observe: Observer) -> Iterator[Observer]:
    """An observer that writes to the folder's file, where later runs append, and passes on to `observe`.

    A line is `{"time": …, "type": …}` and the fields of its kind (`tournaments/run/events.py`).
    """
    told: dict[str, int] = {}
    with (folder / EVENTS).open("ab", buffering=0) as file:

        def write(happening: Happening) -> None:
            observe(happening)
            if isinstance(happening, TableAdvanced):
                step = _STEPS * happening.progress.played // max(happening.progress.total, 1)
                if told.get(happening.table) == step:
                    return
                told[happening.table] = step
            line = {"time": clock(), **msgspec.to_builtins(happening)}
            try:
                file.write(msgspec.json.encode(line) + b"\n")
            except OSError as error:
                raise ArenaError(
                    "{folder}: cannot be written: {strerror}", folder=folder / EVENTS, strerror=error.strerror
                ) from None

        yield write
