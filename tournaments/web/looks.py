"""What a page shows of a cup, read from its store, and kept until something changes."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from tournaments.results.details import Details, details_of
from tournaments.results.status import Now, now_of
from tournaments.results.summary import Summary, summarize
from tournaments.store.store import Store

MOST_KEPT: Final = 32
"""Cups whose summaries are kept in memory."""


class Look(NamedTuple):
    """How a cup stands: `mark` changes whenever the summary does."""

    mark: tuple[Any, ...]
    summary: Summary
    now: Now


class Looks:
    """Looks at cups, from any thread. A summary is derived once for each state of its store."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._summaries: OrderedDict[Path, tuple[tuple[Any, ...], Summary]] = OrderedDict()
        self._details: OrderedDict[Path, tuple[tuple[Any, ...], Details]] = OrderedDict()

    def look(self, folder: Path) -> Look:
        """Return how the cup in the folder stands now. Raises ArenaError when there is none, or it is damaged."""
        with self._lock, Store.read(folder) as store:
            mark = store.mark()
            known = self._summaries.get(folder)
            summary = known[1] if known is not None and known[0] == mark else summarize(store)
            _keep(self._summaries, folder, (mark, summary))
            return Look(mark, summary, now_of(store, summary))

    def details(self, folder: Path) -> Details:
        """Return what needs every round of a finished cup. Raises as `look` does."""
        look = self.look(folder)
        with self._lock:
            known = self._details.get(folder)
            if known is not None and known[0] == look.mark:
                return known[1]
        with Store.read(folder) as store:
            details = details_of(store, look.summary)
        with self._lock:
            _keep(self._details, folder, (look.mark, details))
        return details


def _keep(kept: "OrderedDict[Path, Any]", folder: Path, value: Any) -> None:
    kept[folder] = value
    kept.move_to_end(folder)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
