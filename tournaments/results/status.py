"""The state of a tournament's folder at this moment: which process runs it, what is in play, what waits."""

from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from tournaments.formats.plan import Table
from tournaments.layout import EVENTS
from tournaments.results.summary import Summary, summarize
from tournaments.store.in_play import TableInPlay
from tournaments.store.lock import holder
from tournaments.store.store import Store

_LAST_BYTES: Final = 1 << 16
"""The last event is read from this much of the end of the file."""


class Now(NamedTuple):
    """`process` is the number of the process that holds the folder, if one does; only its tables are in play."""

    process: int | None
    in_play: list[TableInPlay]
    waiting: list[Table]
    """Tables that could be played but are not, in schedule order."""
    halted: str | None = None
    """What stopped the last run, if that was neither a bot's fault nor the organizer's wish."""


class _Noted(NamedTuple):
    """The process that holds the folder, and what is noted as in play."""

    process: int | None
    in_play: list[TableInPlay]


def look_at(folder: Path) -> tuple[Summary, Now]:
    """Return how the tournament in the folder stands and what is going on there. Raises ArenaError when there is none.

    What is in play is read first: a table decided since then is left out, a table begun since then counts as waiting.
    """
    with Store.read(folder) as store:
        noted = _noted(store)
        summary = summarize(store)
    return summary, _now(folder, summary, noted)


def now_of(store: Store, summary: Summary) -> Now:
    """Return what is going on in a tournament whose summary is known."""
    return _now(store.place.parent, summary, _noted(store))


def _noted(store: Store) -> _Noted:
    return _Noted(holder(store.place.parent), store.in_play())


def _now(folder: Path, summary: Summary, noted: _Noted) -> Now:
    process = noted.process
    to_play = {table.id: table for table in summary.plan.to_play}
    in_play = [table for table in noted.in_play if table.process == process and table.id in to_play]
    why = _why_halted(folder / EVENTS) if process is None and summary.finished is None else None
    busy = {table.id for table in in_play}
    return Now(process, in_play, [table for name, table in to_play.items() if name not in busy], why)


def _why_halted(events: Path) -> str | None:
    """Return the words of the last event if it is one that ends a run (`RunHalted`)."""
    try:
        with events.open("rb") as file:
            file.seek(max(0, events.stat().st_size - _LAST_BYTES))
            last = msgspec.json.decode(file.read().splitlines()[-1])
    except (OSError, IndexError, msgspec.DecodeError):
        return None
    return last["words"] if isinstance(last, dict) and last.get("type") == "halted" else None
