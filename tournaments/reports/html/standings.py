"""The ranking, the standings of leagues, and Elo."""

from functools import partial

from arena.language import Stored, _, told
from protocol.text import Counted, Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.html.elo import elo_plot
from tournaments.reports.html.markup import Markup, both, esc, grid, join, tag
from tournaments.reports.html.section import fact, section
from tournaments.reports.labels import stage_reached, standing_word, with_word
from tournaments.reports.numbers import chance_text, elo_text, plain, winnings
from tournaments.reports.words import beside
from tournaments.results.summary import Summary


def ranking(summary: Summary) -> Markup:
    """Return the places of all bots that are placed by now."""
    won = winnings(summary)
    lines = [
        [
            *map(esc, (standing.place, standing.name)),
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
    heads = [both(head) for head in leagues.heads(league)]
    lines = [
        [esc(place), both(partial(with_word, name, word)), *map(esc, figures)]
        for place, name, word, figures in leagues.cells(summary, league)
    ]
    return section(leagues.heading(league), grid(heads, lines, right={0, *range(2, len(heads))}))


def ratings(summary: Summary) -> Markup:
    """Return Elo as a drawing and as a table."""
    table = summary.ratings
    words = Said(
        "A Plackett–Luce fit over {deals}, prior sd {sd:g}; ± is the half-width of a 95 % interval.",
        deals=Counted(table.deals, "{number} deal", "{number} deals"),
        sd=table.settings.prior_sd,
    )
    lines = [
        [
            *map(esc, (player.rank, player.name)),
            both(elo_text(player.elo, player.error95)),
            *map(esc, (chance_text(player.better_than_next), player.results)),
        ]
        for player in table.players
    ]
    heads = (Said("Rank"), Said("Bot"), "Elo", Said("Better than the next"), Said("Deals"))
    listed = grid([both(head) for head in heads], lines, right={0, 2, 3, 4})
    warnings = [fact(partial(_sentence, warning)) for warning in table.warnings]
    return section("Elo", tag("p", both(words)), elo_plot(summary), listed, *warnings)


def _sentence(warning: str) -> str:
    words = told(Stored(warning))
    return _("{sentence}.", sentence=words[:1].upper() + words[1:])
