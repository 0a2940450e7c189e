"""All games of the web process: few at once, each seen by the browser that began it alone."""

import asyncio
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from starlette.concurrency import run_in_threadpool

from tournaments.web.play.form import Chosen
from tournaments.web.play.game import Game
from tournaments.web.play.seat import Seat
from tournaments.web.play.sitting import Sitting, seated

MOST_GAMES: Final = 4
"""Played at once. Each is a referee and its bots, and a browser has six connections to a host."""
_MOST_KEPT: Final = 64
"""Games that are over and whose last page is still shown."""


class Full(Exception):
    """As many games are played as may be at once."""


class Games:
    """The games by name, oldest first."""

    def __init__(self, records: Path, most: int = MOST_GAMES) -> None:
        self._records = str(records)
        self._most = most
        self._games: dict[str, Game] = {}

    def find(self, name: str, player: str) -> Game | None:
        """Return the game of that name if it is this player's."""
        game = self._games.get(name)
        return game if game is not None and player and game.player == player else None

    def of(self, player: str) -> Game | None:
        """Return the game that this player is at."""
        return next((game for game in self._games.values() if game.player == player and not game.is_over), None)

    async def begin(self, chosen: Chosen, player: str) -> Game:
        """Begin a game. Raises Full, ArenaError when a program cannot be run, and OSError when no process can."""
        playing = [game for game in self._games.values() if not game.is_over]
        if len(playing) >= self._most or any(game.player == player for game in playing):
            raise Full
        game = Game(token_urlsafe(9), player, Seat(chosen.rules), self._records)
        self._games[game.name] = game
        try:
            place = await run_in_threadpool(game.place)
            programs = await run_in_threadpool(seated, chosen.name, place, chosen.bots)
            sitting = Sitting(
                chosen.rules.name, programs, chosen.rounds, chosen.decision, chosen.on_late, self._records
            )
            await game.start(sitting, place)
        except BaseException:
            game.give_up()
            raise
        self._forget()
        return game

    def close(self) -> None:
        """End every game and every stream."""
        for game in self._games.values():
            game.close()

    async def ended(self) -> None:
        """Wait until nothing of any game runs."""
        await asyncio.gather(*(game.ended() for game in self._games.values()))

    def _forget(self) -> None:
        over = [name for name, game in self._games.items() if game.is_over]
        for name in over[:-_MOST_KEPT]:
            del self._games[name]
