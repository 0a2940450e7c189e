"""The application: which address shows which page."""

from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tournaments.web.documents import Documents
from tournaments.web.events.hub import Hub
from tournaments.web.events.stream import seen, stream
from tournaments.web.looks import Looks
from tournaments.web.moments import Moments
from tournaments.web.pages.bot import bot
from tournaments.web.pages.cup import cup, cup_details, cup_status
from tournaments.web.pages.files import download, viewer_part
from tournaments.web.pages.home import home
from tournaments.web.pages.rounds import chunk, replay, round_picture, rounds
from tournaments.web.pages.table import table
from tournaments.web.play.games import Games
from tournaments.web.play.routes import play_routes
from tournaments.web.rendering import page
from tournaments.web.security import Guarded
from tournaments.web.settings import Settings, is_loopback
from tournaments.web.shelf import SINGLE, Shelf

_STATIC: Final = Path(__file__).parent / "static"


def create_app(settings: Settings) -> Starlette:
    """Return the application that serves the cups of `settings`."""
    app = Starlette(
        routes=[
            Route("/", home),
            Route("/stream", stream),
            Route("/seen", seen),
            Route("/cups/{cup}", cup),
            Route("/cups/{cup}/status.json", cup_status),
            Route("/cups/{cup}/details", cup_details),
            Route("/cups/{cup}/files/{file}", download),
            Route("/cups/{cup}/bots/{bot}", bot),
            Route("/cups/{cup}/replay/{match}.json", rounds),
            Route("/cups/{cup}/replay/{match}/{number:int}.json", chunk),
            Route("/cups/{cup}/replay/{match}/{file}", round_picture),
            Route("/cups/{cup}/replay/{match}", replay),
            Route("/cups/{cup}/{table}", table),
            *play_routes(),
            Route("/static/viewer.{kind}", viewer_part),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[Middleware(Guarded, only_here=is_loopback(settings.host))],
        exception_handlers={HTTPException: _refused},
    )
    app.state.settings = settings
    app.state.shelf = Shelf(settings)
    app.state.hub = Hub(app.state.shelf)
    app.state.looks = Looks()
    app.state.moments = Moments()
    app.state.games = Games(settings.root / SINGLE)
    app.state.documents = Documents()
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """Say on a page of ours why there is nothing to show."""
    assert isinstance(error, HTTPException)
    return await run_in_threadpool(
        page, request, "refused.html", error.status_code, title=str(error.status_code), words=error.detail
    )
