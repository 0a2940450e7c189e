"""What every response says, and which requests are let in."""

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tournaments.web.settings import is_loopback

MOST_BYTES_OF_BODY: Final = 64 * 1024
_POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE: Final = frozenset({"GET", "HEAD"})


class Guarded:
    """Refuses what comes from another site or is too long, and sends the headers that keep scripts out."""

    def __init__(self, app: ASGIApp, only_here: bool = False, most_bytes: int = MOST_BYTES_OF_BODY) -> None:
        """With `only_here`, what changes something must have been asked of this machine by an address of its own: a
        site elsewhere can have its name lead here.
        """
        self._app = app
        self._only_here = only_here
        self._most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE:
            if not _is_own(headers) or (self._only_here and not is_loopback(_host(headers))):
                await PlainTextResponse("only from our own pages\n", 403)(scope, receive, send)
                return
            if int(headers.get("content-length") or -1) > self._most_bytes:
                await PlainTextResponse("too long\n", 413)(scope, receive, send)
                return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        await self._app(scope, _bounded(receive, self._most_bytes), sent)


def _is_own(headers: Headers) -> bool:
    """Return whether a request that changes something comes from one of our own pages."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == headers.get("host")


def _host(headers: Headers) -> str:
    """Return the host that was asked for, without its port."""
    return urlsplit(f"//{headers.get('host', '')}").hostname or ""


def _bounded(receive: Receive, most: int) -> Receive:
    """Return a `receive` that breaks off a body that is longer than it said or may be."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        if message["type"] == "http.request":
            taken += len(message.get("body", b""))
            if taken > most:
                return {"type": "http.disconnect"}
        return message

    return bounded
