"""`events.jsonl`: the events of a run as they happen, one JSON object a line, for other programs to follow."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ArenaError
from tournaments.layout import EVENTS
from tournaments.run.events import Happening, Observer, TableAdvanced

_STEPS: Final = 10
"""A match's progress is written after each tenth of its rounds."""


@contextmanager
def logged(folder: Path, clock: Callable[[], str], observe: Observer) -> Iterator[Observer]:
    """Return an observer that appends events to the folder's file and passes them on to `observe`.

    A line is `{"time": …, "type": …}` and the fields of that event (`tournaments/run/events.py`).
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
