"""The server: pages until it is asked to stop. Open streams end at once then."""

import socket
from types import FrameType
from typing import Final

import uvicorn

from arena.errors import ArenaError
from tournaments.web.app import create_app
from tournaments.web.events.hub import Hub
from tournaments.web.play.games import Games
from tournaments.web.settings import Settings

_PATIENCE_S: Final = 2
"""How long a page that is being sent may take once the server is asked to stop."""


class Server(uvicorn.Server):
    """A server that lets its streams go when it is asked to stop: it would wait for them without end.

    Being asked to stop is how it ends, so the signal is not raised again.
    """

    def __init__(self, config: uvicorn.Config, hub: Hub, games: Games) -> None:
        super().__init__(config)
        self._hub = hub
        self._games = games

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._hub.close()
        self._games.close()
        self.force_exit = self.should_exit  # the second signal does not wait
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        await self._games.ended()


def bound(settings: Settings) -> socket.socket:
    """Return a socket bound to the address. Raises ArenaError, which names it, when it cannot be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
        found.listen(socket.SOMAXCONN)  # whoever comes before the first page can be sent waits
    except OSError as error:
        found.close()
        raise ArenaError(
            "{host}:{port}: {strerror}", host=settings.host, port=settings.port, strerror=error.strerror
        ) from None
    return found


def serve(settings: Settings, listening: socket.socket) -> None:
    """Serve pages on the socket until a signal ends it."""
    import tournaments.ratings.table  # noqa: F401, PLC0415  # now, rather than when the first page is asked for

    app = create_app(settings)
    config = uvicorn.Config(
        app, log_level="warning", timeout_graceful_shutdown=_PATIENCE_S, server_header=False, lifespan="off"
    )
    Server(config, app.state.hub, app.state.games).run([listening])
