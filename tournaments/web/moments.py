"""What many watchers ask for in the same moment is made once for all of them."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from pathlib import Path
from time import monotonic
from typing import Any, Final

from tournaments.layout import EVENTS, LIVE, RESULTS

KEPT_S: Final = 0.5
"""How long a text serves others who ask for it, while nothing that it was made from changes."""
MOST_KEPT: Final = 64


class Moments:
    """Texts by what they were made from."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, tuple[float, asyncio.Task[str]]] = OrderedDict()

    async def text(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, str]]) -> str:
        """Return what `make` makes; who asks with the same key meanwhile, or shortly after, gets the same."""
        known = self._made.get(key)
        if known is None or monotonic() > known[0] + KEPT_S:
            known = self._made[key] = (monotonic(), asyncio.create_task(make()))
            self._made.move_to_end(key)
            while len(self._made) > MOST_KEPT:
                self._made.popitem(last=False)
        return await asyncio.shield(known[1])  # one watcher that leaves takes it from nobody else


def state_of(folder: Path, table: str = "") -> tuple[tuple[int, int, int] | None, ...]:
    """Return what differs as soon as a cup's store, its events, or what is shown of a table in play has changed."""
    files = [folder / RESULTS, folder / f"{RESULTS}-wal", folder / EVENTS]
    return tuple(map(_state, [*files, folder / LIVE / f"{table}.json"] if table else files))


def _state(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
