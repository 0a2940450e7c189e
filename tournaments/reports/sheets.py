"""Tables as CSV (RFC 4180, UTF-8, a header line)."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tournaments.reports.labels import out_code
from tournaments.reports.numbers import plain, winnings
from tournaments.results.summary import Summary


def standings_csv(summary: Summary) -> str:
    """Return a line for each bot: place, stage reached, whether it is out, seeding, and winnings."""
    won = winnings(summary)
    seeds = summary.cup.draw(summary.commitment).entrants.bots
    lines = [
        (
            standing.place,
            standing.name,
            standing.stage,
            out_code(summary, standing.name) or "",
            seeds.index(standing.name) + 1,
            *map(plain, won[standing.name]),
        )
        for standing in summary.plan.standings
    ]
    return _csv(("place", "name", "stage", "out", "seeding", "water", "chips"), lines)


def elo_csv(summary: Summary) -> str:
    """One line a bot: Elo, the likelihood that it is better than the next one, the deals it rests on, the lead over the
    next one, and water per 100 deals; Elo, lead and water with their 95 % errors. Empty is what cannot be told."""
    lines = [
        (
            player.rank,
            player.name,
            f"{player.elo:.1f}",
            *map(_figure, (player.error95, player.better_than_next)),
            player.results,
            *map(_figure, (player.lead, player.lead95, player.water100, player.water95)),
        )
        for player in summary.ratings.players
    ]
    return _csv(("rank", "name", "elo", "error95", "better_than_next", "deals", *_BESIDES), lines)


def matches_csv(summary: Summary) -> str:
    """Return a line for each bot and finished match, in the order of the bracket."""
    lines = []
    for stage in summary.plan.stages:
        for planned in stage.tables:
            for table in (planned.table, *planned.extra):
                if table.id in summary.matches:
                    water = summary.water_of(table.id)
                    lines += [
                        (table.id, stage.number, bot, water.get(bot, ""), summary.matches[table.id].result.reason)
                        for bot in table.seats
                    ]
    return _csv(("match", "stage", "bot", "water", "reason"), lines)


SHEETS: Final[dict[str, Callable[[Summary], str]]] = {
    "standings": standings_csv,
    "elo": elo_csv,
    "matches": matches_csv,
}
"""By name."""


_BESIDES: Final = ("lead", "lead95", "water100", "water95")


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _csv(header: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(lines)
    return text.getvalue()
