"""The page of a bot in a cup: who it is, how it is rated, whom it met, its best and worst rounds, its strikes, and what
its arrangements cost it.
"""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arena.errors import ArenaError
from arena.language import public
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.ruleset import rules_from
from protocol.text import Said
from tournaments.reports.numbers import elo_text, water_text
from tournaments.reports.ratings import lead_text, water100_text
from tournaments.reports.words import ROWS, fault, title
from tournaments.results.analysis import Judged, Laid, analyse
from tournaments.results.details import meetings_of
from tournaments.results.replay import Costly, extreme_rounds
from tournaments.results.summary import Summary
from tournaments.store.store import Store
from tournaments.web.pages.state import folder_of, look_at
from tournaments.web.rendering import page

MOST_ROUNDS: Final = 8
MOST_JUDGED: Final = 1000
"""Rounds whose arrangements a page judges, which takes some tenths of a second; `arena analyse` judges all."""


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


Rows = tuple[tuple[Said | str, list[str]], ...]
"""The name of each row, and its cards."""


class Cost(NamedTuple):
    """A decision, what was laid, and what would have been better."""

    place: Extreme
    laid: Rows
    better: Rows


class Costs(NamedTuple):
    """What the bot's arrangements cost it, in expected water."""

    decisions: int
    loss: str
    best: str
    """The share of decisions that gave nothing away, in per cent."""
    worst: list[Cost]
    fault: Said | None = None
    """Why there is nothing to judge."""


async def bot(request: Request) -> Response:
    """Show a bot; with `?rounds` its best and worst rounds too, for which every round is read, and with `?costs` what
    its arrangements cost it.
    """
    name, folder = folder_of(request)
    look = await look_at(request, folder)
    wanted = request.path_params["bot"]
    if look is None or wanted not in look.summary.cup.names():
        raise HTTPException(404, f'no bot "{wanted}"')
    summary = look.summary
    over = summary.finished is not None
    asked = over and "rounds" in request.query_params
    best, worst = await run_in_threadpool(_extremes, folder, wanted) if asked else ([], [])
    judged = over and "costs" in request.query_params
    costs = await run_in_threadpool(_costs, folder, wanted) if judged else None
    values = {"best": best, "worst": worst, "costs": costs, **_values(summary, wanted)}
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
        "strikes": [(it, fault(it.code), public(it.first.message) or "") for it in summary.charges if it.bot == bot],
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


def _costs(folder: Path, bot: str) -> Costs:
    with Store.read(folder) as store:
        rules = rules_from(store.cup().rules)
        try:
            found = analyse(store, bot, MOST_ROUNDS, partial(arranger, rules), rounds=MOST_JUDGED)
        except ArenaError as error:
            return Costs(0, "", "", [], error.said)
    loss = f"{found.loss:.3f}" + ("" if found.error95 is None else f" ± {found.error95:.3f}")
    return Costs(found.decisions, loss, f"{100 * found.best:.0f}", [_cost(each) for each in found.worst])


def _cost(found: Judged) -> Cost:
    place = Extreme(found.match, found.round, found.leg, f"−{found.loss:.2f}")
    return Cost(place, _rows(found.laid), _rows(found.better))


def _rows(laid: Laid) -> Rows:
    return tuple(zip(ROWS, (laid.front, laid.middle, laid.back), strict=True))


def _extreme(found: Costly) -> Extreme:
    return Extreme(found.view.match, found.view.round, found.view.leg, water_text(found.water))
