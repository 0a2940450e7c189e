"""Passes the events of every unfinished cup on to the open streams.

The files are looked at several times a second while somebody listens. The system's own notices of changed files do not
tell of what another machine writes to a shared folder, and a look costs a microsecond a cup.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Final

from tournaments.web.events.feed import Feed, Told
from tournaments.web.shelf import Shelf, is_finished

LOOK_EVERY_S: Final = 0.25
LIST_EVERY_S: Final = 1.0
"""How often new cups are looked for."""
BEAT_S: Final = 15.0
"""A stream says something at least that often, so that a dead connection is noticed."""
MOST_STREAMS: Final = 500
_MOST_WAITING: Final = 1000
"""Events that a slow stream may be behind before it is ended; its browser comes back and reads the page anew."""
Batch = list[tuple[str, Told]]


class Hub:
    """The feeds, and a queue for each open stream."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._feeds: dict[Path, Feed] = {}
        self._queues: set[asyncio.Queue[Batch | None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._closed = False
        self._cups: dict[str, Path] = {}
        self._list_at = 0.0
        self._ending: set[Path] = set()
        """Cups that are decided and whose last write, the final marker, has not been seen."""

    def feed(self, name: str, folder: Path) -> Feed:
        """Return the feed of a cup, read up to now; what is new goes to every stream."""
        feed = self._feeds.setdefault(folder, Feed(folder))
        fresh = feed.read()
        if any(told.fields.get("type") == "ended" for told in fresh) and not is_finished(folder):
            self._ending.add(folder)
        self._pass_on([(name, told) for told in fresh])
        return feed

    @property
    def is_full(self) -> bool:
        """Whether no further stream is taken."""
        return self._closed or len(self._queues) >= MOST_STREAMS

    def counts(self) -> dict[str, int]:
        """Return the number of the newest event of each cup."""
        return {name: self.feed(name, folder).count for name, folder in self._all().items()}

    async def listen(self, seen: Mapping[str, int]) -> AsyncIterator[Batch | None]:
        """Yield the events after those `seen`, by cup, and then what comes; None now and then while nothing does."""
        queue: asyncio.Queue[Batch | None] = asyncio.Queue(_MOST_WAITING)
        missed = self._missed(seen)
        self._queues.add(queue)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield missed
            while not self._closed:
                try:
                    batch = await asyncio.wait_for(queue.get(), BEAT_S)
                except TimeoutError:
                    batch = []
                if batch is None:
                    return
                yield batch or None
        finally:
            self._queues.discard(queue)

    def close(self) -> None:
        """End every stream, now and to come."""
        self._closed = True
        for queue in self._queues:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(None)

    def _missed(self, seen: Mapping[str, int]) -> Batch:
        missed: Batch = []
        for name, folder in self._all().items():
            feed = self.feed(name, folder)
            told = feed.after(seen[name]) if name in seen else []
            missed += [(name, each) for each in (feed.newest[-1:] if told is None else told)]
        return missed

    async def _look(self) -> None:
        """Look for new events until nobody listens."""
        while self._queues and not self._closed:
            for name, folder in self._all().items():
                self.feed(name, folder)
                if folder in self._ending and is_finished(folder):
                    self._ending.discard(folder)
                    self._pass_on([(name, Told(self._feeds[folder].count, {"type": "closed"}))])
            await asyncio.sleep(LOOK_EVERY_S)

    def _pass_on(self, fresh: Batch) -> None:
        for queue in list(self._queues) if fresh else ():
            if queue.full():
                queue.get_nowait()
                queue.put_nowait(None)
                self._queues.discard(queue)
            else:
                queue.put_nowait(fresh)

    def _all(self) -> dict[str, Path]:
        now = monotonic()
        if now >= self._list_at:
            self._cups, self._list_at = self._shelf.cups(), now + LIST_EVERY_S
        return self._cups
