"""The ranking, the standings of leagues, and Elo."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arena.language import LANGUAGES, Stored, _, told
from protocol.text import Counted, Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.html.elo import elo_plot
from tournaments.reports.html.markup import Markup, PageOf, both, esc, grid, join, linked, no_page, tag
from tournaments.reports.html.section import fact, section
from tournaments.reports.labels import stage_reached, standing_word, with_word
from tournaments.reports.numbers import chance_text, elo_text, plain, winnings
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
from tournaments.reports.words import beside
from tournaments.results.summary import Summary

if TYPE_CHECKING:
    from tournaments.ratings.water import Difference


def ranking(summary: Summary, page_of: PageOf = no_page) -> Markup:
    """Return the places of all bots that are placed by now; `page_of` gives the address of a bot's page."""
    won = winnings(summary)
    lines = [
        [
            esc(standing.place),
            linked(standing.name, page_of),
            both(standing_word(summary, standing.name)),
            *map(esc, (bot.version, bot.author)),
            both(stage_reached(summary, standing.stage)),
            *(esc(plain(amount)) for amount in won[standing.name]),
        ]
        for standing in summary.plan.standings
        for bot in (summary.cup.program(standing.name),)
    ]
    heads = (Said("Place"), Said("Bot"), "", Said("Version"), Said("Author"), Said("Stage reached"))
    winnings_heads = (beside("Water", "水"), Said("Chips"))
    return section(Said("Ranking"), grid([both(head) for head in (*heads, *winnings_heads)], lines, right={0, 6, 7}))


def standings(summary: Summary) -> Markup:
    """Return the standings of each league, one for each group."""
    return join(_league(summary, league) for league in summary.leagues)


def _league(summary: Summary, league: LeagueTable) -> Markup:
    heads = [both(head) for head in leagues.heads(summary, league)]
    lines = [
        [esc(place), both(partial(with_word, name, word)), *map(esc, figures)]
        for place, name, word, figures in leagues.cells(summary, league)
    ]
    return section(leagues.heading(league), grid(heads, lines, right={0, *range(2, len(heads))}))


def ratings(summary: Summary, page_of: PageOf = no_page) -> Markup:
    """Return Elo as a drawing and as a table; `page_of` gives the address of a bot's page."""
    table = summary.ratings
    leads, water = has_leads(table.players), has_water(table.players)
    lines = [
        [
            esc(player.rank),
            linked(player.name, page_of),
            both(elo_text(player.elo, player.error95)),
            *([esc(lead_text(player))] if leads else []),
            esc(chance_text(player.better_than_next)),
            *([esc(water100_text(player))] if water else []),
            esc(player.results),
        ]
        for player in table.players
    ]
    heads: tuple[Said | str, ...] = (
        *(Said("Rank"), Said("Bot"), "Elo"),
        *([Said("Lead over the next")] if leads else []),
        Said("Better than the next"),
        *([PER_100["deals"]] if water else []),
        Said("Deals"),
    )
    listed = grid([both(head) for head in heads], lines, right={0, *range(2, 5 + leads + water)})
    told_first = _disagreements(summary)
    words = tag("p", both(lambda: paragraph(basis(table, "deals"))))
    warnings = [fact(partial(_sentence, warning)) for warning in table.warnings]
    return section("Elo", *told_first, words, elo_plot(summary), listed, *warnings)


def differences(summary: Summary) -> Markup:
    """Return the water of the row's bot less that of the column's in the deals that both played."""
    apart: dict[tuple[str, str], tuple[float, Difference]] = {}
    for each in summary.ratings.differences:
        first, second = each.bots
        apart[first, second] = each.water100, each
        apart[second, first] = -each.water100, each
    if not apart:
        return Markup("")
    names = [player.name for player in summary.ratings.players]
    words = Said("Water per 100 common deals, with its 95 % interval: the bot of the row less that of the column.")

    def cell(row: str, column: str) -> Markup:
        if (row, column) not in apart:
            return esc("")
        water, found = apart[row, column]
        error = "?" if found.water95 is None else f"{found.water95:.0f}"
        deals = Counted(found.deals, "{number} deal", "{number} deals")
        text = f"{water:+.0f} ± {error}"
        return join(tag("span", esc(text), lang=language, title=told(deals, language)) for language in LANGUAGES)

    lines = [[esc(row), *(cell(row, column) for column in names)] for row in names]
    listed = grid([esc(""), *map(esc, names)], lines, right=set(range(1, len(names) + 1)))
    return section(Said("Differences of water"), *_disagreements(summary), tag("p", both(words)), listed)


def _disagreements(summary: Summary) -> list[Markup]:
    return [tag("p", tag("b", both(sentence))) for sentence in disagreements(summary.ratings, "deals")]


def _sentence(warning: str) -> str:
    words = told(Stored(warning))
    return _("{sentence}.", sentence=words[:1].upper() + words[1:])
