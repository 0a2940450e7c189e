"""What may be seen of the tables in play: a small file a table, for whoever watches.

`live/TABLE.json` holds the newest deals that are settled in every leg and how the water grew. It is replaced as the
table is played and goes when the table is over: from then on the store has everything.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from arena.records.result import Progress, ShownRound
from tournaments.layout import LIVE
from tournaments.run.events import Happening, Observer, TableAdvanced, TableBegan, TableFinished, TableLost

MOST_DEALS: Final = 6
MOST_POINTS: Final = 240
"""Of a curve; beyond that every other one is dropped."""


class LiveTable(msgspec.Struct):
    """A table in play as its file shows it."""

    match: str
    seats: list[str]
    deals: list[list[ShownRound]] = []
    """The newest deals, newest first: each in every leg."""
    curve: list[tuple[int, list[float]]] = []
    """Rounds played over all legs, and the water of each bot by then, on the scale of the result."""

    def take(self, progress: Progress) -> None:
        """Add what a report tells."""
        self.match = progress.match
        if progress.shown and (not self.deals or self.deals[0][0].round != progress.shown[0].round):
            self.deals = [progress.shown, *self.deals][:MOST_DEALS]
        if not self.curve or self.curve[-1][0] != progress.played:
            self.curve.append((progress.played, progress.water_a_leg()))
        if len(self.curve) > MOST_POINTS:
            self.curve = [*self.curve[:-1:2], self.curve[-1]]


@contextmanager
def showing(folder: Path, observe: Observer) -> Iterator[Observer]:
    """Return an observer that keeps the files of the tables in play, and passes events on without the deals."""
    live = folder / LIVE
    live.mkdir(exist_ok=True)
    tables: dict[str, LiveTable] = {}

    def show(happening: Happening) -> None:
        if isinstance(happening, TableBegan):
            tables[happening.table] = LiveTable(happening.table, happening.seats)
        elif isinstance(happening, TableAdvanced) and happening.table in tables:
            table = tables[happening.table]
            table.take(happening.progress)
            if happening.progress.shown:
                _write(live / f"{happening.table}.json", table)
                bare = msgspec.structs.replace(happening.progress, shown=[])
                happening = msgspec.structs.replace(happening, progress=bare)
        elif isinstance(happening, TableFinished | TableLost):
            tables.pop(happening.table, None)
            (live / f"{happening.table}.json").unlink(missing_ok=True)
        observe(happening)

    _clear(live)
    try:
        yield show
    finally:
        _clear(live)


def _write(file: Path, table: LiveTable) -> None:
    """Replace the file; what counts for nothing stops no cup where the disk is full."""
    draft = file.with_name(f".{file.name}.new")
    try:
        draft.write_bytes(msgspec.json.encode(table))
        draft.replace(file)
    except OSError:
        return


def _clear(live: Path) -> None:
    for file in live.iterdir():
        file.unlink(missing_ok=True)
