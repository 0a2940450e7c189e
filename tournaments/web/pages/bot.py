"""The page of a bot in a cup: who it is, how it is rated, whom it met, its best and worst rounds, its strikes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from protocol.text import Said
from tournaments.reports.numbers import elo_text, water_text
from tournaments.reports.ratings import lead_text, water100_text
from tournaments.reports.words import fault, title
from tournaments.results.details import meetings_of
from tournaments.results.replay import Costly, extreme_rounds
from tournaments.results.summary import Summary
from tournaments.store.store import Store
from tournaments.web.pages.state import folder_of, look_at
from tournaments.web.rendering import page

MOST_ROUNDS: Final = 8


class Played(NamedTuple):
    """A table that the bot has played."""

    table: str
    stage: Said | str
    place: int
    water: str
    strikes: int


class Extreme(NamedTuple):
    """A round that won or cost the bot much."""

    match: str
    round: int
    leg: int
    water: str


async def bot(request: Request) -> Response:
    """Show a bot; with `?rounds` its best and worst rounds too, for which every round is read."""
    name, folder = folder_of(request)
    look = await look_at(request, folder)
    wanted = request.path_params["bot"]
    if look is None or wanted not in look.summary.cup.names():
        raise HTTPException(404, f'no bot "{wanted}"')
    summary = look.summary
    over = summary.finished is not None
    asked = over and "rounds" in request.query_params
    best, worst = await run_in_threadpool(_extremes, folder, wanted) if asked else ([], [])
    values = {"best": best, "worst": worst, **_values(summary, wanted)}
    return page(request, "bot.html", title=wanted, name=name, cup=summary.cup.name, over=over, asked=asked, **values)


def _values(summary: Summary, bot: str) -> dict[str, Any]:
    rated = next((player for player in summary.ratings.players if player.name == bot), None)
    place = next((standing.place for standing in summary.plan.standings if standing.name == bot), None)
    meetings = meetings_of(summary.matches.values())
    return {
        "program": summary.cup.program(bot),
        "place": place,
        "elo": None if rated is None else elo_text(rated.elo, rated.error95),
        "rank": None if rated is None else rated.rank,
        "lead": "" if rated is None else lead_text(rated),
        "water100": "" if rated is None else water100_text(rated),
        "played": list(_played(summary, bot)),
        "met": [
            (other, f"{100 * it.share:.0f}", it.deals)
            for (one, other), it in sorted(meetings.items(), key=lambda pair: -pair[1].share)
            if one == bot
        ],
        "strikes": [(it, fault(it.code)) for it in summary.charges if it.bot == bot],
    }


def _played(summary: Summary, bot: str) -> Iterator[Played]:
    for stage in summary.plan.stages:
        for planned in stage.tables:
            for table in (planned.table, *planned.extra):
                stored = summary.matches.get(table.id)
                if stored is not None and bot in stored.seats and not stored.void:
                    at = stored.seats.index(bot)
                    water = water_text(stored.result.water()[at])
                    strikes = stored.result.strike_counts()[at]
                    yield Played(table.id, title(stage.title), planned.places.get(bot, 0), water, strikes)


def _extremes(folder: Path, bot: str) -> tuple[list[Extreme], list[Extreme]]:
    with Store.read(folder) as store:
        best, worst = (extreme_rounds(store, bot, MOST_ROUNDS, best=wanted) for wanted in (True, False))
        return [_extreme(it) for it in best], [_extreme(it) for it in worst]


def _extreme(found: Costly) -> Extreme:
    return Extreme(found.view.match, found.view.round, found.view.leg, water_text(found.water))
