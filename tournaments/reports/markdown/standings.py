"""The ranking, the standings of leagues, Elo and strikes in Markdown."""

from collections.abc import Iterator

from arena.language import Stored, _, told
from protocol.text import Counted, Said
from tournaments.formats.plan import LeagueTable
from tournaments.reports import leagues
from tournaments.reports.labels import stage_reached, standing_word, with_word
from tournaments.reports.markdown.table import table
from tournaments.reports.markdown.text import md
from tournaments.reports.numbers import chance_text, elo_text, plain, winnings
from tournaments.reports.words import beside, fault
from tournaments.results.summary import Summary


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
    heads = leagues.heads(standings)
    lines = (
        (place, with_word(md(name), word), *figures) for place, name, word, figures in leagues.cells(summary, standings)
    )
    yield from table(heads, lines, right={0, *range(2, len(heads))})


def elo(summary: Summary) -> Iterator[str]:
    """Yield the ratings."""
    ratings = summary.ratings
    yield "## Elo"
    yield ""
    yield _(
        "A Plackett–Luce fit over {deals}, prior sd {sd:g}; ± is the half-width of a 95 % interval.",
        deals=Counted(ratings.deals, "{number} deal", "{number} deals"),
        sd=ratings.settings.prior_sd,
    )
    yield ""
    yield from table(
        (Said("Rank"), Said("Bot"), "Elo", Said("Better than the next"), Said("Deals")),
        [
            (
                player.rank,
                md(player.name),
                elo_text(player.elo, player.error95),
                chance_text(player.better_than_next),
                player.results,
            )
            for player in ratings.players
        ],
        right={0, 3, 4},
    )
    for warning in ratings.warnings:
        words = told(Stored(warning))
        yield ""
        yield _("{sentence}.", sentence=md(words[:1].upper() + words[1:]))


def strikes(summary: Summary) -> Iterator[str]:
    """Yield the strikes of each bot by reason code."""
    yield "## " + _("Strikes")
    yield ""
    found = summary.strikes
    if not found:
        yield _("No bot was charged with any fault.")
        return
    yield from table(
        (Said("Bot"), Said("Code"), Said("Meaning"), Said("Times")),
        [
            (md(bot), f"`{code}`", fault(code), times)
            for bot, counts in sorted(found.items())
            for code, times in counts.most_common()
        ],
        right={3},
    )
