"""The replay of a match: its rounds to step through, once it is over."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arena.errors import ArenaError
from tournaments.reports.viewer.page import MOST_ROUNDS, page
from tournaments.results.replay import replayer
from tournaments.store.store import Store
from tournaments.web.pages.state import folder_of


async def replay(request: Request) -> Response:
    """Show the rounds of a match, or of one leg of it."""
    _name, folder = folder_of(request)
    leg = request.query_params.get("leg", "")
    if leg and not leg.isdecimal():
        raise HTTPException(404, "leg: expected a number from 1")
    text = await run_in_threadpool(_replay, folder, request.path_params["match"], int(leg) if leg else None)
    return HTMLResponse(text)


def _replay(folder: Path, match: str, leg: int | None) -> str:
    try:
        with Store.read(folder) as store:
            found, name = replayer(store, match), store.cup().name
            views = [view for view, _ in zip(found.rounds(leg=leg), range(MOST_ROUNDS), strict=False)]
    except ArenaError as error:
        raise HTTPException(404, str(error)) from None
    if not views:
        raise HTTPException(404, "no such leg")
    return page(name, match, views, found.note)
