"""One stream of server-sent events for all cups. An event's id says what was seen of each cup up to it."""

import re
from collections.abc import AsyncIterator, Mapping
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from tournaments.web.events.hub import Hub

_SEEN: Final = re.compile(r"([\w.-]{1,200}):(\d{1,12})")
_RETRY_MS: Final = 1000


async def stream(request: Request) -> Response:
    """Send what happens from now on, or since the event that the browser saw last."""
    hub: Hub = request.app.state.hub
    if hub.is_full:
        return PlainTextResponse("too many streams\n", 503, {"Retry-After": "30"})
    seen = hub.counts()
    seen |= seen_of(request.headers.get("last-event-id") or request.query_params.get("seen", ""))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(hub, seen), media_type="text/event-stream", headers=headers)


async def seen(request: Request) -> Response:
    """Tell the number of each cup's newest event, for a page that has just been loaded."""
    hub: Hub = request.app.state.hub
    return JSONResponse(hub.counts(), headers={"Cache-Control": "no-store"})


def seen_of(text: str) -> dict[str, int]:
    """Return what an event's id says; anything else says nothing.

    >>> seen_of("spring:12;autumn:3")
    {'spring': 12, 'autumn': 3}
    """
    return {name: int(number) for name, number in _SEEN.findall(text)}


def id_of(seen: Mapping[str, int]) -> str:
    """Return the id of an event after which that much is seen."""
    return ";".join(f"{name}:{number}" for name, number in seen.items())


async def _lines(hub: Hub, seen: dict[str, int]) -> AsyncIterator[bytes]:
    yield f"retry: {_RETRY_MS}\n\n".encode()
    async for batch in hub.listen(seen):
        if batch is None:
            yield b": still here\n\n"
            continue
        for name, told in batch:
            seen[name] = told.number
            data = msgspec.json.encode({"cup": name, "number": told.number, **told.fields}).decode()
            yield f"id: {id_of(seen)}\ndata: {data}\n\n".encode()
