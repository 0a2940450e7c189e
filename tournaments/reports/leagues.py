"""The standings of leagues as cells, the same for every report."""

from collections.abc import Sequence
from typing import Any, Final

from protocol.text import Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports.labels import out_code, out_word
from tournaments.reports.numbers import plain_number
from tournaments.reports.words import beside, title
from tournaments.results.summary import Summary

_CRITERIA: Final = {
    "head-to-head": Said("Head to head"),
    "buchholz": Said("Buchholz"),
    "sonneborn-berger": Said("S.-Berger"),
    "water": beside("Water", "水"),
    "wins": Said("Wins"),
}


def heading(league: LeagueTable) -> Said:
    """Return the heading, which says if the standings are interim."""
    if league.finished:
        return Said("Standings: {league}", league=title(league.title))
    return Said("Interim standings: {league}", league=title(league.title))


def criteria(summary: Summary, league: LeagueTable) -> list[str]:
    """Return the tie-breaks that have a figure, in the order in which they decide.

    The store keeps them by name, so their order is that of the stage of the cup that has just these.
    """
    figures = max((line.criteria for line in league.lines), key=len)
    orders: list[Sequence[str]] = [getattr(stage, "criteria", ()) for stage in summary.cup.stages]
    order = next((order for order in orders if set(figures) <= set(order)), tuple(figures))
    return [word for word in order if word in figures]


def heads(summary: Summary, league: LeagueTable) -> list[Said]:
    """Return the headings of `cells`; all columns but the second hold numbers."""
    return [Said("Place"), Said("Bot"), Said("Points"), *(_CRITERIA[word] for word in criteria(summary, league))]


def cells(summary: Summary, league: LeagueTable) -> list[tuple[str, str, Said | str, list[str]]]:
    """Return a row for each bot, best first: place, name, how it left if it did, and figures."""
    words = criteria(summary, league)
    return [
        (
            str(line.place),
            line.name,
            out_word(summary, line.name),
            [
                plain_number(line.points),
                *(plain_number(line.criteria[word]) if word in line.criteria else "" for word in words),
            ],
        )
        for line in league.lines
    ]


def document(summary: Summary) -> list[dict[str, Any]]:
    """Return the standings for other programs. `criteria` are in order; head-to-head only for tied points."""
    return [
        {
            "title": league.title,
            "stage": league.stage,
            "finished": league.finished,
            "standings": [
                {
                    "place": line.place,
                    "name": line.name,
                    "out": out_code(summary, line.name),
                    "points": line.points,
                    "criteria": {
                        word: line.criteria[word] for word in criteria(summary, league) if word in line.criteria
                    },
                }
                for line in league.lines
            ],
        }
        for league in summary.leagues
    ]
