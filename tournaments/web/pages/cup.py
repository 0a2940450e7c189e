"""The page of a cup: what happens now, the bracket, standings, ratings, schedule, decisions and downloads."""

from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from protocol.text import Counted, Listed, Said
from tournaments.layout import EVENTS, REPORTS, RESULTS
from tournaments.reports.export import status
from tournaments.reports.html.head import fairness, head
from tournaments.reports.html.markup import Markup, PageOf, both
from tournaments.reports.html.play import draw, luck, meetings, strikes
from tournaments.reports.html.rounds import biggest
from tournaments.reports.html.standings import differences, ranking, ratings, standings
from tournaments.reports.numbers import water_text
from tournaments.reports.words import title
from tournaments.results.status import Now
from tournaments.results.summary import Summary
from tournaments.store.in_play import TableInPlay
from tournaments.store.match_ids import block_of
from tournaments.web.events.feed import Told
from tournaments.web.looks import Look, Looks
from tournaments.web.news import said_of
from tournaments.web.pages.conditions import conditions, time_left
from tournaments.web.pages.state import feed_of, folder_of, live_part, look_at
from tournaments.web.rendering import language_of, page, rendered

MOST_NEWS: Final = 12
MOST_COMPARED: Final = 12
"""Bots that are compared in pairs on the page itself; more are on the page of details."""
MOST_WAITING: Final = 8
DOWNLOADS: Final = (*REPORTS, EVENTS, RESULTS)


class Playing(NamedTuple):
    """A table in play; `share` is how much of it is played, from 0 to 1."""

    table: str
    block: int
    played: int
    total: int
    bots: list[tuple[str, str, int]]
    """Name, water and strikes of each."""
    left: Said | None = None
    """How long it may still take."""

    @property
    def share(self) -> float:
        return self.played / self.total if self.total else 0.0


async def cup(request: Request) -> Response:
    """Show a cup; with `?part=live` only what changes while it is played."""
    name, folder = folder_of(request)
    if request.query_params.get("part") == "live":
        return await live_part(request, folder, partial(_part, request, name, folder))
    values = await _values(request, name, folder)
    if values is None:
        return page(request, "coming.html", title=name, name=name)
    summary: Summary = values.pop("summary")
    there = [file for file in DOWNLOADS if summary.finished and (folder / file).exists()]
    fixed: dict[str, Any] = {"downloads": there, "fairness": fairness(summary) if summary.finished else ""}
    fixed["conditions"] = conditions(summary)
    return page(request, "cup.html", title=summary.cup.name, scripts=("cup.js",), **values, **fixed)


async def _part(request: Request, name: str, folder: Path) -> str:
    values = await _values(request, name, folder)
    if values is None:
        raise HTTPException(404, "not begun")
    return rendered("live.html", language_of(request), **values)


async def _values(request: Request, name: str, folder: Path) -> dict[str, Any] | None:
    """Return what changes while a cup is played; None for one that has not begun."""
    feed = feed_of(request, name, folder)
    count, newest = feed.count, list(feed.newest)
    look = await look_at(request, folder)
    if look is None:
        return None
    looks: Looks = request.app.state.looks
    sections = None
    if request.query_params.get("mark") != look.mark:
        sections = await run_in_threadpool(looks.part, folder, look, "cup", partial(_sections, name, look))
    fixed = {"name": name, "seen": count, "mark": look.mark, "sections": sections, "summary": look.summary}
    return fixed | _live(look, newest)


async def cup_status(request: Request) -> Response:
    """Show what `arena tournament status --json` says."""
    _, folder = folder_of(request)
    look = await look_at(request, folder)
    if look is None:
        raise HTTPException(404, "not begun")
    return JSONResponse(status(look.summary, look.now), headers={"Cache-Control": "no-store"})


async def cup_details(request: Request) -> Response:
    """Show luck, head to head and the biggest rounds, which need every round of the cup."""
    name, folder = folder_of(request)
    look = await look_at(request, folder)
    if look is None or not look.summary.finished:
        raise HTTPException(404, "not finished")
    details = await run_in_threadpool(request.app.state.looks.details, folder)
    pairs = [differences(look.summary)] if len(look.summary.cup.bots) > MOST_COMPARED else []
    parts = [*pairs, luck(look.summary, details), meetings(look.summary, details), biggest(details)]
    return page(request, "details.html", title=look.summary.cup.name, name=name, parts=parts)


def page_of_table(name: str) -> PageOf:
    """Return what gives the address of a table's page in this cup."""
    return lambda table: f"/cups/{name}/{table}"


def page_of_bot(name: str) -> PageOf:
    """Return what gives the address of a bot's page in this cup."""
    return lambda bot: f"/cups/{name}/bots/{quote(bot, safe='')}"


def _sections(name: str, look: Look) -> list[Markup]:
    """Return what changes when a match is over, and not before."""
    summary = look.summary
    return [
        draw(summary, page_of_table(name)),
        standings(summary),
        *([ranking(summary, page_of_bot(name))] if summary.plan.standings else []),
        *([ratings(summary, page_of_bot(name))] if summary.ratings.players else []),
        *([differences(summary)] if len(summary.cup.bots) <= MOST_COMPARED else []),
        *([strikes(summary)] if summary.matches else []),
    ]


def _live(look: Look, newest: list[Told]) -> dict[str, Any]:
    summary, now = look.summary, look.now
    news = [(told.number, said) for told in reversed(newest) if (said := said_of(told.fields)) is not None]
    return {
        "head": head(summary),
        "now": both(headline(summary, now)),
        "playing": [playing_at(it) for it in now.in_play],
        "waiting": [(table.id, Listed(table.seats)) for table in now.waiting[:MOST_WAITING]],
        "news": [(number, _time_of(newest, number), both(said)) for number, said in news[:MOST_NEWS]],
    }


def headline(summary: Summary, now: Now) -> Said:
    """Say in a sentence what is happening."""
    if summary.finished is not None:
        if summary.champion is None:
            return Said("The cup is over.")
        return Said("{bot} has won the cup.", bot=summary.champion)
    stage = summary.plan.present
    decided = sum(planned.advanced is not None for planned in stage.tables)
    far = Counted(
        len(stage.tables),
        "{stage}: {decided} of {number} table decided",
        "{stage}: {decided} of {number} tables decided",
        stage=title(stage.title),
        decided=decided,
    )
    if now.process is None:
        return Said("Nobody runs the cup at the moment. {far}.", far=far)
    playing = Counted(len(now.in_play), "{number} table is in play.", "{number} tables are in play.")
    return Said("{far}. {playing}", far=far, playing=playing)


def playing_at(it: TableInPlay) -> Playing:
    """Return a table in play as it is shown."""
    told = it.progress
    if told is None:
        return Playing(it.id, 1, 0, 0, [(bot, "", 0) for bot in it.seats])
    water = [water_text(amount) for amount in told.water_a_leg()]
    bots = list(zip(it.seats, water, told.strikes, strict=True))
    return Playing(it.id, block_of(told.match), told.played, told.total, bots, time_left(it))


def _time_of(newest: list[Told], number: int) -> str:
    return next((str(told.fields.get("time", "")) for told in newest if told.number == number), "")
