"""`events.jsonl`: the events of a run as they happen, one JSON object a line, for other programs to follow."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.errors import ArenaError
from tournaments.layout import EVENTS
from tournaments.run.events import Happening, Observer, TableAdvanced, TableBegan, TableFinished

_STEPS: Final = 10
"""A match's progress is written after each tenth of its rounds."""

_BRACKET: Final = frozenset({"stage", "decided", "league", "ended"})
"""The types of events that follow from the results alone."""


@contextmanager
def logged(folder: Path, clock: Callable[[], str], observe: Observer) -> Iterator[Observer]:
    """Return an observer that appends events to the folder's file and passes them on to `observe`.

    A line is `{"time": …, "type": …}` and the fields of that event (`tournaments/run/events.py`). A run that resumes
    tells again what was drawn and decided before; of that only what the file does not hold yet is written.
    """
    told: dict[str, int] = {}
    resuming, known = True, _known(folder / EVENTS)
    with (folder / EVENTS).open("ab", buffering=0) as file:

        def write(happening: Happening) -> None:
            nonlocal resuming
            observe(happening)
            resuming = resuming and not isinstance(happening, TableBegan | TableFinished)
            if resuming and _of_bracket(msgspec.to_builtins(happening)) in known:
                return
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


def _known(file: Path) -> set[bytes]:
    """Return what the file tells of the bracket; a line that a killed run left unfinished tells nothing."""
    found: set[bytes] = set()
    if file.exists():
        with file.open("rb") as lines:
            for line in lines:
                with suppress(msgspec.DecodeError):
                    found.add(_of_bracket(msgspec.json.decode(line, type=dict[str, Any])))
    return found - {b""}


def _of_bracket(line: dict[str, Any]) -> bytes:
    """Return an event without its time, as bytes to compare; nothing for one that is not about the bracket."""
    if line.get("type") not in _BRACKET:
        return b""
    return msgspec.json.encode({key: value for key, value in line.items() if key != "time"}, order="sorted")
