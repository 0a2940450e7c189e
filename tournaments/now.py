"""What is going on in a tournament's folder just now: who is at work, what is in play, what waits."""

from pathlib import Path
from typing import NamedTuple

from tournaments.formats.plan import Table
from tournaments.inplay import TableInPlay
from tournaments.lock import holder
from tournaments.store import Store
from tournaments.summary import Summary, summarize


class Now(NamedTuple):
    """`process` is the number of the one that holds the folder, if one does; only what it plays is in play."""

    process: int | None
    in_play: list[TableInPlay]
    waiting: list[Table]
    """Tables that could be played by now and are not, in schedule order."""


def look_at(folder: Path) -> tuple[Summary, Now]:
    """How the tournament in the folder stands, and what is going on there, at one moment.

    Raises ArenaError when there is none.
    """
    with Store.read(folder) as store, store.one_moment():
        summary = summarize(store)
        noted = store.in_play()
    process = holder(folder)
    in_play = [table for table in noted if table.process == process]
    busy = {table.match for table in in_play}
    return summary, Now(process, in_play, [table for table in summary.plan.to_play if table.match not in busy])
