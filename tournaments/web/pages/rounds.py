"""The replay of a match, once it is over: the page, the rounds it reads, and a picture and a sentence of each round."""

import re
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.language import in_language
from tournaments.reports.viewer.document import Document
from tournaments.results.replay import RoundView
from tournaments.web.documents import Documents, one_round
from tournaments.web.pages.state import folder_of, look_at
from tournaments.web.picture import picture
from tournaments.web.rendering import language_of, page
from tournaments.web.sharing import sentence

_ROUND: Final = re.compile(r"(\d{1,7})\.(\d{1,3})\.png")
_FOR_A_DAY: Final = {"Cache-Control": "max-age=86400"}


async def replay(request: Request) -> Response:
    """Show the rounds of a match; what the address names is shown first, and told to whom the address is sent."""
    name, folder = folder_of(request)
    match = request.path_params["match"]
    look = await look_at(request, folder)
    await run_in_threadpool(_document, request, folder, match)
    number, leg = _number(request, "round"), _number(request, "leg")
    view = await run_in_threadpool(_round, folder, match, number, leg)
    words = "" if view is None else sentence(view, language_of(request))
    values = {"name": name, "match": match, "words": words, "round": number, "leg": leg, "view": view}
    heading = f"{match} · {look.summary.cup.name}" if look is not None else match
    return page(request, "replay.html", title=heading, scripts=("viewer.js",), origin=_origin(request), **values)


async def rounds(request: Request) -> Response:
    """Send the index of a match's rounds."""
    _name, folder = folder_of(request)
    document = await run_in_threadpool(_document, request, folder, request.path_params["match"])
    return Response(document.head, media_type="application/json", headers=_FOR_A_DAY)


async def chunk(request: Request) -> Response:
    """Send some of a match's rounds."""
    _name, folder = folder_of(request)
    document = await run_in_threadpool(_document, request, folder, request.path_params["match"])
    number = request.path_params["number"]
    if number >= len(document.chunks):
        raise HTTPException(404, "no such rounds")
    headers = {"Content-Encoding": "gzip", **_FOR_A_DAY}
    return Response(document.chunks[number], media_type="application/json", headers=headers)


async def round_picture(request: Request) -> Response:
    """Send a picture of a round."""
    _name, folder = folder_of(request)
    found = _ROUND.fullmatch(request.path_params["file"])
    match = request.path_params["match"]
    view = await run_in_threadpool(_round, folder, match, int(found[1]), int(found[2])) if found is not None else None
    if view is None:
        raise HTTPException(404, "no such round")
    with in_language(language_of(request)):
        drawn = await run_in_threadpool(picture, view)
    return Response(drawn, media_type="image/png", headers=_FOR_A_DAY)


def _document(request: Request, folder: Path, match: str) -> Document:
    documents: Documents = request.app.state.documents
    try:
        return documents.document(folder, match)
    except ArenaError as error:
        raise HTTPException(404, str(error)) from None


def _round(folder: Path, match: str, number: int, leg: int) -> RoundView | None:
    try:
        return one_round(folder, match, number, leg) if number and leg else None
    except ArenaError:
        return None


def _number(request: Request, key: str) -> int:
    text = request.query_params.get(key, "1")
    return int(text) if text.isdecimal() and len(text) < 8 else 0


def _origin(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"
