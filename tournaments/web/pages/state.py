"""What every page needs: the cup of the address, and how it stands."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arena.errors import ArenaError, UsageError
from tournaments.layout import RESULTS
from tournaments.web.events.feed import Feed
from tournaments.web.events.hub import Hub
from tournaments.web.looks import Look, Looks
from tournaments.web.moments import Moments, state_of
from tournaments.web.rendering import language_of
from tournaments.web.shelf import Shelf


def folder_of(request: Request) -> tuple[str, Path]:
    """Return name and folder of the cup in the address. Raises HTTPException when there is none."""
    shelf: Shelf = request.app.state.shelf
    name = request.path_params["cup"]
    try:
        return name, shelf.folder(name)
    except UsageError as error:
        raise HTTPException(404, str(error)) from None


def feed_of(request: Request, name: str, folder: Path) -> Feed:
    """Return the cup's events, read up to now."""
    hub: Hub = request.app.state.hub
    return hub.feed(name, folder)


async def look_at(request: Request, folder: Path) -> Look | None:
    """Return how the cup stands; None where it is committed to and has not begun."""
    looks: Looks = request.app.state.looks
    if not (folder / RESULTS).exists():
        return None
    try:
        return await run_in_threadpool(looks.look, folder)
    except ArenaError as error:
        raise HTTPException(500, str(error)) from None


async def live_part(
    request: Request, folder: Path, make: Callable[[], Coroutine[Any, Any, str]], table: str = ""
) -> Response:
    """Answer with what changes on a page, made once for all who watch it at this moment."""
    moments: Moments = request.app.state.moments
    asked = (request.url.path, language_of(request), request.query_params.get("mark"))
    text = await moments.text((asked, state_of(folder, table)), make)
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})
