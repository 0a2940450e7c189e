"""What a page shows of a cup, read from its store, and kept until something changes."""

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple, TypeVar

from tournaments.results.details import Details, details_of
from tournaments.results.status import Now, now_of
from tournaments.results.summary import Summary, summarize
from tournaments.store.store import Store

T = TypeVar("T")
K = TypeVar("K")
MOST_KEPT: Final = 32
"""Cups whose summaries are kept in memory."""


class Look(NamedTuple):
    """How a cup stands: `mark` changes whenever the summary does."""

    mark: str
    summary: Summary
    now: Now


class Looks:
    """Looks at cups, from any thread. A summary is derived once for each state of its store."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._summaries: OrderedDict[Path, tuple[str, Summary]] = OrderedDict()
        self._details: OrderedDict[Path, tuple[str, Details]] = OrderedDict()
        self._parts: OrderedDict[tuple[Path, str], tuple[str, Any]] = OrderedDict()

    def look(self, folder: Path) -> Look:
        """Return how the cup in the folder stands now. Raises ArenaError when there is none, or it is damaged."""
        with self._lock, Store.read(folder) as store:
            mark = "-".join(map(str, store.mark()))
            known = self._summaries.get(folder)
            summary = known[1] if known is not None and known[0] == mark else summarize(store)
            _keep(self._summaries, folder, (mark, summary))
            return Look(mark, summary, now_of(store, summary))

    def part(self, folder: Path, look: Look, name: str, make: Callable[[], T]) -> T:
        """Return what `make` makes of a look, made once for each state of the cup."""
        with self._lock:
            known = self._parts.get((folder, name))
            if known is None or known[0] != look.mark:
                known = (look.mark, make())
            _keep(self._parts, (folder, name), known)
            made: T = known[1]
            return made

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


def _keep(kept: "OrderedDict[K, Any]", key: K, value: Any) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
