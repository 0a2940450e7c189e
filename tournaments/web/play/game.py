"""One person's match: its process, the socket to the person's bot, and the seat that the page shows."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from arena.system.private_folder import own_folder
from tournaments.web.play.person import SOCKET
from tournaments.web.play.seat import Lay, Seat
from tournaments.web.play.sitting import Sitting
from tournaments.web.play.table import Outcome

AWAY_S: Final = 90.0
"""A person who has not listened for so long has left."""
BEAT_S: Final = 15.0
"""A stream says something at least that often, so that a dead connection is noticed."""
_PATIENCE_S: Final = 10.0
"""How long the match's process may take to end its bots before it is killed."""
_LAST_WORDS_S: Final = 2.0
"""How long a bot whose match is over is listened to."""
_MOST_LISTENERS: Final = 6
"""Streams of one game: more than a browser opens, since its tabs share one."""
_MOST_BYTES_A_LINE: Final = 1 << 20


class Game:
    """A match that begins with `start`.

    `player` is the key of the browser that may see and play it, `records` the folder in which the match's own is made.
    """

    def __init__(self, name: str, player: str, seat: Seat, records: str) -> None:
        self.name = name
        self.records = records
        self.player = player
        self.seat = seat
        self._listeners = 0
        self._changed = asyncio.Event()
        self._closed = False
        self._left = False
        self._over = False
        self._bot: asyncio.StreamWriter | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._playing: asyncio.Task[None] | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._heard: list[asyncio.Future[None]] = []
        """For each start of the person's bot, whether it has said all."""
        self._folder = ExitStack()

    @property
    def is_over(self) -> bool:
        """Whether nothing of it runs any more."""
        return self._over

    @property
    def is_crowded(self) -> bool:
        """Whether no further stream is taken."""
        return self._listeners >= _MOST_LISTENERS

    def place(self) -> Path:
        """Make the private folder in which the person's bot finds its socket."""
        return self._folder.enter_context(own_folder())

    async def start(self, sitting: Sitting, place: Path) -> None:
        """Start the match's process. Raises OSError when the machine cannot."""
        server = await asyncio.start_unix_server(self._hear, place / SOCKET, limit=_MOST_BYTES_A_LINE)
        self._folder.callback(server.close)
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tournaments.web.play.table"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(sitting) + b"\n")
        self._playing = asyncio.create_task(self._follow(self._process))
        self._wait_for_return()

    async def lay(self, laid: Lay) -> bool:
        """Pass the rows on to the referee; return False if they were before. Raises as `Seat.lay`."""
        if not self.seat.lay(laid):
            return False
        assert self._bot is not None
        assisted = laid.round in self.seat.assisted
        self._bot.write(msgspec.json.encode({**msgspec.to_builtins(laid), "assisted": assisted}) + b"\n")
        self._tell()
        return True

    def assist(self, number: int) -> None:
        """Mark a round as assisted, in the record too. Raises as `Seat.assist`."""
        self.seat.assist(number)
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(f"{number}\n".encode())
        self._tell()

    async def listen(self) -> AsyncIterator[bool]:
        """Yield True at once and whenever the view has changed, False now and then while it does not."""
        self._listeners += 1
        if self._leaving is not None and not self._left:
            self._leaving.cancel()
        seen = -1
        try:
            while not self._closed:
                if seen != self.seat.number:
                    seen = self.seat.number
                    yield True
                    continue
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._changed.wait(), BEAT_S)
                    continue
                yield False
        finally:
            self._listeners -= 1
            if not self._listeners:
                self._wait_for_return()

    def give_up(self) -> None:
        """Say that it could not begin."""
        self._over = True
        self._folder.close()

    def leave(self) -> None:
        """Break the match off; its process ends every bot."""
        process = self._process
        if process is None or process.stdin is None or self.is_over:
            return
        self._left = True
        process.stdin.close()
        self._leaving = asyncio.get_running_loop().call_later(_PATIENCE_S, self._kill)

    def close(self) -> None:
        """End every stream and the match, which is what stopping the server means."""
        self._closed = True
        self._tell()
        self.leave()

    async def ended(self) -> None:
        """Wait until nothing of it runs."""
        if self._playing is not None:
            await self._playing

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def _tell(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _wait_for_return(self) -> None:
        if not self.is_over and not self._left:
            self._leaving = asyncio.get_running_loop().call_later(AWAY_S, self.leave)

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take what the person's bot says. One that was started again takes the place of the one before."""
        self._bot = writer
        heard = asyncio.get_running_loop().create_future()
        self._heard.append(heard)
        try:
            with suppress(ConnectionError):
                while line := await reader.readline():
                    self.seat.hear(msgspec.json.decode(line), monotonic())
                    self._tell()
        finally:
            writer.close()
            heard.set_result(None)

    async def _follow(self, process: asyncio.subprocess.Process) -> None:
        """Wait for the end of the match and say what came of it."""
        assert process.stdout is not None
        try:
            line = await process.stdout.readline()
            await process.wait()
        finally:
            self._kill()
            self._folder.close()
        if self._heard:  # what the bot has said last may still be on its way
            await asyncio.wait(self._heard, timeout=_LAST_WORDS_S)
        outcome = msgspec.json.decode(line, type=Outcome) if line else Outcome(fault="referee-lost")
        self.seat.end(outcome.record, outcome.fault)
        if self._leaving is not None:
            self._leaving.cancel()
        self._over = True
        self._tell()
