"""What is going on in a tournament's folder just now: who is at work, what is in play, what waits."""

from pathlib import Path
from typing import NamedTuple

from tournaments.formats.plan import Table
from tournaments.results.summary import Summary, summarize
from tournaments.store.in_play import TableInPlay
from tournaments.store.lock import holder
from tournaments.store.store import Store


class Now(NamedTuple):
    """`process` is the number of the one that holds the folder, if one does; only what it plays is in play."""

    process: int | None
    in_play: list[TableInPlay]
    waiting: list[Table]
    """Tables that could be played by now and are not, in schedule order."""


def look_at(folder: Path) -> tuple[Summary, Now]:
    """How the tournament in the folder stands, and what is going on there. Raises ArenaError when there is none.

    What is in play is read first: a table that has been decided since is left out, one that has begun since waits.
    """
    with Store.read(folder) as store:
        process, noted = holder(folder), store.in_play()
        summary = summarize(store)
    to_play = {table.id: table for table in summary.plan.to_play}
    in_play = [table for table in noted if table.process == process and table.match in to_play]
    busy = {table.match for table in in_play}
    return summary, Now(process, in_play, [table for match, table in to_play.items() if match not in busy])
