"""The addresses of play: the form, a game's page, its stream, and what a person does."""

from collections.abc import AsyncIterator, Awaitable, Callable
from secrets import token_urlsafe
from time import monotonic
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from arena.errors import ArenaError
from arena.language import Language, Stored, in_language, told
from arena.shisanshui.rule_model import HAND_SIZE
from arena.shisanshui.ruleset import load_rules, rule_names
from protocol.text import Said, SaidError
from tournaments.web.play.bots import offered
from tournaments.web.play.form import ROUNDS, TIMES, Unplayable, Wishes, chosen, wishes_of
from tournaments.web.play.game import Game
from tournaments.web.play.games import Full, Games
from tournaments.web.play.look import hint, look
from tournaments.web.play.seat import Closed, Lay
from tournaments.web.play.sitting import MOST_BOTS, MOST_ROUNDS
from tournaments.web.play.words import game_words
from tournaments.web.rendering import language_of, page
from tournaments.web.settings import Settings

COOKIE: Final = "player"
_MOST_FIELDS: Final = 64
_FRESH: Final = {"Cache-Control": "no-store"}
Act = Callable[[Request, Game], Awaitable[Response]]


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rows that are being laid, whole or not, and the cards in none of them."""

    rows: tuple[list[str], list[str], list[str]]
    left: list[str]
    decline: bool = False


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The round for which the hint is asked."""

    round: int


def play_routes() -> list[Route]:
    """Return the routes; the application's state holds `settings` and `games`."""
    return [
        Route("/play", choose),
        Route("/play", begin, methods=["POST"]),
        Route("/play/{game}", show),
        Route("/play/{game}/view", _of_game(view)),
        Route("/play/{game}/stream", _of_game(stream)),
        Route("/play/{game}/look", _of_game(looked), methods=["POST"]),
        Route("/play/{game}/hint", _of_game(hinted), methods=["POST"]),
        Route("/play/{game}/lay", _of_game(lay), methods=["POST"]),
        Route("/play/{game}/leave", _of_game(leave), methods=["POST"]),
    ]


async def choose(request: Request) -> Response:
    """Show the form."""
    _require_allowed(request)
    return await _form(request, Wishes())


async def begin(request: Request) -> Response:
    """Begin what the form says, and lead to its page."""
    _require_allowed(request)
    wishes = wishes_of(_fields(await request.body()))
    player = request.cookies.get(COOKIE) or token_urlsafe(18)
    try:
        known = await run_in_threadpool(_offered, request)
        game = await _games(request).begin(chosen(wishes, known), player)
    except (Unplayable, ArenaError) as error:
        return await _form(request, wishes, error.said)
    except Full:
        return await _form(request, wishes, Said("As many games are being played as may be at once. Try again soon."))
    answer = RedirectResponse(f"/play/{game.name}", 303)
    answer.set_cookie(COOKIE, player, httponly=True, samesite="strict", path="/play")
    return answer


def _fields(body: bytes) -> dict[str, list[str]]:
    try:
        return parse_qs(body.decode(errors="replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise HTTPException(422, "too many fields") from None


async def show(request: Request) -> Response:
    """Show a game to the browser that began it."""
    game = _game(request)
    with in_language(language_of(request)):
        words = game_words(game.seat.rules)
    values: dict[str, Any] = {
        "title": _told(request, Said("Play against bots")),
        "name": game.name,
        "words": words,
        "rules": game.seat.rules,
        "scripts": ["play/game.js"],
    }
    answer = await run_in_threadpool(page, request, "play/game.html", **values)
    answer.headers.update(_FRESH)
    return answer


async def view(request: Request, game: Game) -> Response:
    """Tell all that the person may know."""
    return JSONResponse(_view(game, language_of(request)), headers=_FRESH)


async def stream(request: Request, game: Game) -> Response:
    """Send the view whenever it changes; its number is the event's id."""
    if game.is_crowded:
        return PlainTextResponse("too many streams\n", 503, {"Retry-After": "5"})
    return StreamingResponse(
        _events(game, language_of(request)),
        media_type="text/event-stream",
        headers={**_FRESH, "X-Accel-Buffering": "no"},
    )


async def looked(request: Request, game: Game) -> Response:
    """Say what rows are as far as they are laid."""
    laid = await _body(request, Laid)
    if len(laid.left) + sum(map(len, laid.rows)) > HAND_SIZE:
        raise HTTPException(422, "expected at most 13 cards")
    try:
        seen = await run_in_threadpool(look, game.seat.rules, laid.rows, laid.left, laid.decline)
    except SaidError as error:
        raise HTTPException(422, str(error)) from None
    return JSONResponse(seen)


async def hinted(request: Request, game: Game) -> Response:
    """Give the arranger's rows, and mark the round as assisted."""
    number = (await _body(request, Asked)).round
    try:
        game.assist(number)
    except Closed:
        return JSONResponse({"code": "closed"}, 409)
    seat = game.seat
    return JSONResponse(await run_in_threadpool(hint, seat.rules, len(seat.seats), list(seat.hand)))


async def lay(request: Request, game: Game) -> Response:
    """Lay the rows of the open round; the same again changes nothing."""
    laid = await _body(request, Lay)
    try:
        return JSONResponse({"first": await game.lay(laid)})
    except Closed:
        return JSONResponse({"code": "closed"}, 409)
    except SaidError as error:
        return JSONResponse({"detail": told(error.said, language_of(request))}, 422)


async def leave(_request: Request, game: Game) -> Response:
    """Break the game off."""
    game.leave()
    return RedirectResponse("/play", 303)


def _of_game(act: Act) -> Callable[[Request], Awaitable[Response]]:
    """Return a page's handler that finds the game first."""

    async def handler(request: Request) -> Response:
        return await act(request, _game(request))

    return handler


def _game(request: Request) -> Game:
    _require_allowed(request)
    game = _games(request).find(request.path_params["game"], request.cookies.get(COOKIE, ""))
    if game is None:
        raise HTTPException(404, _told(request, Said("no such game of yours: it is over, or another browser's")))
    return game


def _games(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


def _require_allowed(request: Request) -> None:
    settings: Settings = request.app.state.settings
    if not settings.allow_play:
        raise HTTPException(
            403, _told(request, Said("Nobody can play here: the organizer has not given --allow-play."))
        )


def _told(request: Request, said: Said) -> str:
    return told(said, language_of(request))


def _offered(request: Request) -> dict[str, Any]:
    settings: Settings = request.app.state.settings
    return offered(settings.play_bots)


async def _form(request: Request, wishes: Wishes, fault: Said | str = "") -> Response:
    known = await run_in_threadpool(_offered, request)
    values: dict[str, Any] = {
        "title": _told(request, Said("Play against bots")),
        "wishes": wishes,
        "fault": fault,
        "offered": list(known.values()),
        "rule_sets": [load_rules(name) for name in rule_names()],
        "rounds": ROUNDS,
        "times": TIMES,
        "most_rounds": MOST_ROUNDS,
        "seats": [*wishes.bots, *[""] * MOST_BOTS][:MOST_BOTS],
        "current": _games(request).of(request.cookies.get(COOKIE, "")),
    }
    return await run_in_threadpool(page, request, "play/choose.html", 422 if fault else 200, **values)


async def _body(request: Request, kind: Any) -> Any:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        raise HTTPException(422, str(error)) from None


def _view(game: Game, language: Language) -> dict[str, Any]:
    seen = game.seat.view(monotonic())
    return {
        **seen,
        "folder": f"{game.records}/{seen['record']}",
        "number": game.seat.number,
        "fault": told(Stored(seen["fault"]), language),
    }


async def _events(game: Game, language: Language) -> AsyncIterator[bytes]:
    yield b"retry: 500\n\n"
    async for changed in game.listen():
        if changed:
            data = msgspec.json.encode(_view(game, language)).decode()
            yield f"id: {game.seat.number}\ndata: {data}\n\n".encode()
        else:
            yield b": still here\n\n"
