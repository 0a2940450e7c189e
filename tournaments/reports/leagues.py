"""The standings of leagues as cells, the same for every report."""

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


def criteria(league: LeagueTable) -> list[str]:
    """Return the tie-breaks that have a figure, in their order."""
    most = max((line.criteria for line in league.lines), key=len)
    return list(most)


def heads(league: LeagueTable) -> list[Said]:
    """Return the headings of `cells`; all columns but the second hold numbers."""
    return [Said("Place"), Said("Bot"), Said("Points"), *(_CRITERIA[word] for word in criteria(league))]


def cells(summary: Summary, league: LeagueTable) -> list[tuple[str, str, Said | str, list[str]]]:
    """Return a row for each bot, best first: place, name, how it left if it did, and figures."""
    words = criteria(league)
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
                    "criteria": line.criteria,
                }
                for line in league.lines
            ],
        }
        for league in summary.leagues
    ]
