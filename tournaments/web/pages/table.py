"""The page of a table: who plays, the water as it grows, strikes, and the newest deals or the way to each round."""

from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arena.language import public
from protocol.text import Said
from tournaments.formats.plan import PlannedTable, Stage
from tournaments.layout import LIVE
from tournaments.reports.numbers import water_text
from tournaments.reports.words import ROWS, fault, outcome, special_hand, title
from tournaments.results.summary import Summary
from tournaments.store.stored_match import StoredMatch
from tournaments.web.charts import Point, growth
from tournaments.web.looks import Look
from tournaments.web.pages.cup import playing_at
from tournaments.web.pages.state import feed_of, folder_of, live_part, look_at
from tournaments.web.rendering import language_of, page, rendered

_ROWS: Final = ("front", "middle", "back")
MOST_DEALS: Final = 3


class Fault(NamedTuple):
    """A strike as it is shown."""

    bot: str
    leg: int
    round: int
    code: str
    meaning: Said | str
    happened: Said | str
    """What happened, without the bot's own words: its log is for its author."""


class Laid(NamedTuple):
    """A seat of a settled round as it is shown: water with its sign, the cards of each row, and a word about them."""

    bot: str
    water: str
    rows: list[tuple[Said, list[str]]]
    word: Said | str


class Deal(NamedTuple):
    """A round of a leg, as it is shown while the table is played."""

    round: int
    leg: int
    seats: list[Laid]


async def table(request: Request) -> Response:
    """Show a table; with `?part=live` only what changes while it is played."""
    name, folder = folder_of(request)
    wanted = request.path_params["table"]
    if request.query_params.get("part") == "live":
        return await live_part(request, folder, partial(_part, request, name, folder, wanted), wanted)
    values = await _shown(request, name, folder, wanted)
    heading = f"{wanted} · {values['cup']}"
    return page(request, "table.html", title=heading, scripts=("cup.js",), **values)


async def _part(request: Request, name: str, folder: Path, table: str) -> str:
    return rendered("table_live.html", language_of(request), **await _shown(request, name, folder, table))


async def _shown(request: Request, name: str, folder: Path, table: str) -> dict[str, Any]:
    """Return what a table's page shows. Raises HTTPException when there is no such table."""
    count = feed_of(request, name, folder).count
    look = await look_at(request, folder)
    found = None if look is None else planned_of(look.summary, table)
    if look is None or found is None:
        raise HTTPException(404, f'no table "{table}"')
    fixed = {"name": name, "seen": count, "table": table, "cup": look.summary.cup.name}
    return fixed | _values(folder, look, table, *found)


def planned_of(summary: Summary, table: str) -> tuple[Stage, PlannedTable] | None:
    """Return a table of the bracket by its id, an extra table included; None where there is none."""
    for stage in summary.plan.stages:
        for planned in stage.tables:
            if table in {planned.table.id, *(extra.id for extra in planned.extra)}:
                return stage, planned
    return None


def _values(folder: Path, look: Look, table: str, stage: Stage, planned: PlannedTable) -> dict[str, Any]:
    summary = look.summary
    stored = summary.matches.get(table)
    in_play = next((it for it in look.now.in_play if it.id == table), None)
    live = _live(folder, table) if in_play is not None else {}
    seats = next(each.seats for each in (planned.table, *planned.extra) if each.id == table)
    return {
        "stage": title(stage.title),
        "seats": list(seats),
        "playing": None if in_play is None else playing_at(in_play),
        "result": None if stored is None else _result(stored, planned),
        "chart": _chart(stored, live),
        "faults": [] if stored is None else _faults(stored),
        "deals": [deal for legs in live.get("deals", [])[:MOST_DEALS] for deal in _deals(legs[-1:], live["seats"])],
        "blocks": [block.match for block in summary.blocks.get(table, []) if not block.void],
        "advanced": list(planned.advanced or ()),
    }


def _result(stored: StoredMatch, planned: PlannedTable) -> list[tuple[int, str, str, int]]:
    """Return place, bot, water and strikes of each, the best first."""
    water = [0.0] * len(stored.seats) if stored.void else stored.result.water()
    lines = zip(stored.seats, water, stored.result.strike_counts(), strict=True)
    placed = [(planned.places.get(bot, 0), bot, water_text(amount), strikes) for bot, amount, strikes in lines]
    return sorted(placed)


def _chart(stored: StoredMatch | None, live: dict[str, Any]) -> str:
    if stored is not None and not stored.void:
        seatings = stored.result.seatings
        sums = accumulate(stored.result.deals, lambda before, deal: [a + b for a, b in zip(before, deal, strict=True)])
        points: list[Point] = [(number, [total / seatings for total in each]) for number, each in enumerate(sums, 1)]
        return growth(stored.seats, [(0, [0.0] * len(stored.seats)), *points])
    if live:
        return growth(live["seats"], [(count, waters) for count, waters in live["curve"]])
    return ""


def _faults(stored: StoredMatch) -> list[Fault]:
    return [
        Fault(stored.seats[it.bot], it.leg + 1, it.round, it.code, fault(it.code), public(it.message) or "")
        for it in stored.result.strikes
    ]


def _live(folder: Path, table: str) -> dict[str, Any]:
    """Return what may be seen of a table in play; nothing before its first report."""
    try:
        return msgspec.json.decode((folder / LIVE / f"{table}.json").read_bytes(), type=dict[str, Any])
    except (OSError, msgspec.DecodeError):
        return {}


def _deals(legs: list[dict[str, Any]], names: list[str]) -> list[Deal]:
    """Return a deal in each leg in which it was played."""
    deals = []
    for leg in legs:
        for event in leg["events"]:
            if event["type"] == "settled":
                seats = [
                    Laid(names[bot], water_text(water), _rows(laid), _word(laid))
                    for bot, water, laid in zip(leg["seating"], event["water"], event["seats"], strict=True)
                ]
                deals.append(Deal(leg["round"], leg["leg"] + 1, seats))
    return deals


def _rows(laid: dict[str, Any]) -> list[tuple[Said, list[str]]]:
    return [(name, laid[row]) for name, row in zip(ROWS, _ROWS, strict=True) if laid.get(row)]


def _word(laid: dict[str, Any]) -> Said | str:
    return special_hand(laid["special"]) if laid.get("special") else outcome(laid["outcome"])
