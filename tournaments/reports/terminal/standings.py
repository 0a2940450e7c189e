"""Standings of leagues, the final ranking, and Elo on the terminal."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from arena.language import Stored, told
from protocol.text import Counted, Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.labels import standing_word, with_word
from tournaments.reports.numbers import chance_text, elo_text
from tournaments.reports.ratings import (
    PER_100,
    basis,
    disagreements,
    has_leads,
    has_water,
    lead_text,
    paragraph,
    water100_text,
)
from tournaments.reports.terminal.grid import Column, Line, table
from tournaments.results.summary import Summary


def league_table(summary: Summary, league: LeagueTable, width: int) -> Table:
    """Return points and tie-breaks; where there is no room the last tie-breaks go first."""
    place, bot, points, *criteria = leagues.heads(league)
    columns = [
        Column(place, "figure"),
        Column(bot),
        Column(points, "figure"),
        *(Column(criterion, "figure", gives_way=number) for number, criterion in enumerate(criteria, 1)),
    ]
    lines = [Line((at, with_word(name, word), *figures)) for at, name, word, figures in leagues.cells(summary, league)]
    return table(width, leagues.heading(league), columns, lines)


def ranking(summary: Summary, width: int) -> Table:
    """Return the final places."""
    columns = [
        Column(Said("Place"), "figure"),
        Column(Said("Bot")),
        Column(Said("Author"), gives_way=2),
        Column(Said("Strikes"), "figure", gives_way=1),
    ]
    strikes = summary.strike_counts
    lines = [
        Line(
            (
                str(standing.place),
                with_word(standing.name, standing_word(summary, standing.name)),
                summary.cup.program(standing.name).author,
                str(strikes[standing.name]),
            ),
            style="bold" if standing.name == summary.champion else "",
        )
        for standing in summary.plan.standings
    ]
    return table(width, Said("Final ranking"), columns, lines)


def elo(summary: Summary, width: int) -> RenderableType:
    """Return the ratings, with disagreements above and caveats below."""
    rated = summary.ratings
    leads, water = has_leads(rated.players), has_water(rated.players)
    deals = Counted(rated.deals, "{number} deal", "{number} deals")
    columns = [
        Column(Said("Rank"), "figure"),
        Column(Said("Bot")),
        Column("Elo", "figure"),
        *([Column(Said("Lead over the next"), "figure", gives_way=2)] if leads else []),
        Column(Said("Better than the next"), "figure", gives_way=3),
        *([Column(PER_100["deals"], "figure", gives_way=1)] if water else []),
        Column(Said("Deals"), "figure", gives_way=4),
    ]
    lines = [
        Line(
            (
                str(player.rank),
                player.name,
                told(elo_text(player.elo, player.error95)),
                *([lead_text(player)] if leads else []),
                chance_text(player.better_than_next),
                *([water100_text(player)] if water else []),
                str(player.results),
            )
        )
        for player in rated.players
    ]
    grid = table(width, Said("Elo over {deals}, ± 95 %", deals=deals), columns, lines)
    notes = [paragraph(basis(rated, "deals")), *(told(Stored(warning)) for warning in rated.warnings)]
    above = [Text(told(sentence), style="bold") for sentence in disagreements(rated, "deals")]
    return Group(*above, grid, *(Text(note, style="table.caption") for note in notes))
