"""The ranking, the standings of leagues, Elo and strikes in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from arena.language import Stored, _, told
from protocol.text import Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.fouls import FOUL_HEADS, foul_lines
from tournaments.reports.labels import first_charge, stage_reached, standing_word, with_word
from tournaments.reports.markdown.table import table
from tournaments.reports.markdown.text import md
from tournaments.reports.numbers import chance_text, elo_text, plain, winnings
from tournaments.reports.ratings import (
    PER_100,
    basis,
    difference_text,
    disagreements,
    has_leads,
    has_water,
    lead_text,
    paragraph,
    water100_text,
)
from tournaments.reports.words import beside, fault
from tournaments.results.details import Details
from tournaments.results.summary import Summary

if TYPE_CHECKING:
    from tournaments.ratings.table import RatingTable

LONGEST: Final = 200
"""How many differences of two bots are listed."""


def ranking(summary: Summary) -> Iterator[str]:
    """Yield the places of all bots that are placed by now."""
    won = winnings(summary)
    yield "## " + _("Ranking")
    yield ""
    heads = (Said("Place"), Said("Bot"), "", Said("Version"), Said("Author"), Said("Stage reached"))
    yield from table(
        (*heads, beside("Water", "水"), Said("Chips")),
        [
            (
                standing.place,
                md(standing.name),
                standing_word(summary, standing.name),
                *map(md, (bot.version, bot.author, told(stage_reached(summary, standing.stage)))),
                *map(plain, won[standing.name]),
            )
            for standing in summary.plan.standings
            for bot in (summary.cup.program(standing.name),)
        ],
        right={0, 6, 7},
    )


def league(summary: Summary, standings: LeagueTable) -> Iterator[str]:
    """Yield the standings of a league."""
    yield f"## {told(leagues.heading(standings))}"
    yield ""
    heads = leagues.heads(summary, standings)
    lines = (
        (place, with_word(md(name), word), *figures) for place, name, word, figures in leagues.cells(summary, standings)
    )
    yield from table(heads, lines, right={0, *range(2, len(heads))})


def elo(summary: Summary) -> Iterator[str]:
    """Yield the ratings, and what every two bots won from each other's tables."""
    ratings = summary.ratings
    leads, water = has_leads(ratings.players), has_water(ratings.players)
    yield "## Elo"
    yield ""
    yield from _disagreements(ratings)
    yield md(paragraph(basis(ratings, "deals")))
    yield ""
    yield from table(
        (
            *(Said("Rank"), Said("Bot"), "Elo"),
            *([Said("Lead over the next")] if leads else []),
            Said("Better than the next"),
            *([PER_100["deals"]] if water else []),
            Said("Deals"),
        ),
        [
            (
                player.rank,
                md(player.name),
                elo_text(player.elo, player.error95),
                *([lead_text(player)] if leads else []),
                chance_text(player.better_than_next),
                *([water100_text(player)] if water else []),
                player.results,
            )
            for player in ratings.players
        ],
        right={0, *range(3, 5 + leads + water)},
    )
    for warning in ratings.warnings:
        words = told(Stored(warning))
        yield ""
        yield _("{sentence}.", sentence=md(words[:1].upper() + words[1:]))
    if ratings.differences:
        yield ""
        yield from _differences(ratings)


def _disagreements(ratings: RatingTable) -> Iterator[str]:
    for sentence in disagreements(ratings, "deals"):
        yield f"**{md(told(sentence))}**"
        yield ""


def _differences(ratings: RatingTable) -> Iterator[str]:
    """Yield a line for every two bots that met, the surest difference first."""
    yield "### " + _("Differences of water")
    yield ""
    yield from _disagreements(ratings)
    yield _("Per 100 deals that both played, with its 95 % interval; the surest first.")
    yield ""
    apart = sorted(ratings.differences, key=lambda each: each.chance)
    yield from table(
        (Said("Ahead"), Said("Behind"), PER_100["deals"], Said("Deals")),
        [(*map(md, each.bots), difference_text(each), each.deals) for each in apart[:LONGEST]],
        right={2, 3},
    )
    if len(apart) > LONGEST:
        yield ""
        yield _("{count} more are in the export as JSON.", count=len(apart) - LONGEST)


def fouls(details: Details) -> Iterator[str]:
    """Yield how often each bot fouled and why, escaped, or was stood in for; nothing where none did."""
    if lines := foul_lines(details.tallies):
        yield "## " + _("Fouls and escapes")
        yield ""
        cells = [(md(bot), *counts) for bot, *counts in lines]
        yield from table(FOUL_HEADS, cells, right=set(range(1, len(FOUL_HEADS))))


def strikes(summary: Summary) -> Iterator[str]:
    """Yield the strikes of each bot by reason code, without what bots wrote: a report is for everybody."""
    yield "## " + _("Strikes")
    yield ""
    found = summary.charges
    if not found:
        yield _("No bot was charged with any fault.")
        return
    yield from table(
        (Said("Bot"), Said("Code"), Said("Meaning"), Said("Times"), Said("The first")),
        [
            (md(it.bot), f"`{it.code}`", fault(it.code), it.times, md(told(first_charge(it, own_words=False))))
            for it in found
        ],
        right={3},
    )
