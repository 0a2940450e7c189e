"""The events of cups as they are written: each line of `events.jsonl` under its number."""

from pathlib import Path
from typing import Any, Final

import msgspec

from tournaments.layout import EVENTS

MOST_KEPT: Final = 200
"""Events of a cup that are kept in memory; who has missed more reads the page anew."""


class Told(msgspec.Struct, frozen=True):
    """An event: its number in its cup's file, from 1, and its fields."""

    number: int
    fields: dict[str, Any]


class Feed:
    """Follows one cup's file. A line that is not whole yet is read when it is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / EVENTS
        self._offset = 0
        self._inode = 0
        self.count = 0
        """The number of the newest event."""
        self.newest: list[Told] = []
        """The newest events, oldest first."""

    def read(self) -> list[Told]:
        """Return the events written since the last call."""
        try:
            state = self._file.stat()
        except OSError:
            return []
        if state.st_ino != self._inode or state.st_size < self._offset:
            self._inode, self._offset, self.count, self.newest = state.st_ino, 0, 0, []
        if state.st_size == self._offset:
            return []
        with self._file.open("rb") as file:
            file.seek(self._offset)
            data = file.read(state.st_size - self._offset)
        whole, _, _ = data.rpartition(b"\n")
        if not whole:
            return []
        self._offset += len(whole) + 1
        fresh = []
        for line in whole.split(b"\n"):
            self.count += 1
            fresh.append(Told(self.count, _fields(line)))
        self.newest = [*self.newest, *fresh][-MOST_KEPT:]
        return fresh

    def after(self, number: int) -> list[Told] | None:
        """Return the events after that one, or None where some of them are no longer kept."""
        if number >= self.count:
            return []
        if not self.newest or self.newest[0].number > number + 1:
            return None
        return [told for told in self.newest if told.number > number]


def _fields(line: bytes) -> dict[str, Any]:
    """Return the fields of a line; a line that a killed run left unfinished tells nothing."""
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.DecodeError:
        return {"type": "unreadable"}
