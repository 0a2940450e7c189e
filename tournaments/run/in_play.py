"""Note in the store what this process has in play, for others to see."""

import os
from collections.abc import Callable

from arena.records.result import Progress
from tournaments.run.events import Happening, Observer, TableAdvanced, TableBegan
from tournaments.store.in_play import TableInPlay
from tournaments.store.store import Store


def noting(store: Store, clock: Callable[[], str], observe: Observer) -> Observer:
    """Return an observer that notes in the store what is in play, and passes every event on to `observe`.

    Progress is written when `clock` shows a new time: once a second at most.
    """
    latest: dict[str, Progress] = {}
    noted = ""

    def note(happening: Happening) -> None:
        nonlocal noted
        if isinstance(happening, TableBegan):
            store.note_begun(TableInPlay(happening.table, happening.seats, happening.attempt, clock(), os.getpid()))
        elif isinstance(happening, TableAdvanced):
            latest[happening.table] = happening.progress
            if (now := clock()) != noted:
                store.note_progress(latest)
                latest.clear()
                noted = now
        observe(happening)

    return note
