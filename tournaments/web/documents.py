"""The rounds of matches that are over, as the viewer reads them, kept for a while."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

from tournaments.reports.viewer.document import Document, document_of
from tournaments.results.replay import RoundView, replayer
from tournaments.store.store import Store

MOST_KEPT: Final = 8


class Documents:
    """Reads a match once for all who look at it, from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Path, str, tuple[object, ...]], Document] = OrderedDict()

    def document(self, folder: Path, match: str) -> Document:
        """Return the rounds of a match. Raises ArenaError when it has not been played to its end."""
        with self._lock, Store.read(folder) as store:
            key = folder, match, store.mark()
            if key not in self._kept:
                found = replayer(store, match)
                self._kept[key] = document_of(store.cup().name, match, found.rounds(), found.note)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def one_round(folder: Path, match: str, number: int, leg: int) -> RoundView | None:
    """Return one round of a match that is over; None where there is none. Raises ArenaError as `document` does."""
    with Store.read(folder) as store:
        return next(replayer(store, match).rounds(number, leg), None)
