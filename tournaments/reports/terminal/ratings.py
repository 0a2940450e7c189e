"""The rating table on the terminal: with bars where it is one, plain in a pipe."""

from typing import Final

from rich.console import Console
from rich.table import Table

from arena.language import Stored, _, told
from protocol.text import Counted, Said
from tournaments.ratings.table import RatedBot, RatingSettings, RatingTable
from tournaments.reports.ratings import (
    UNITS,
    Unit,
    alliances,
    basis,
    disagreements,
    has_leads,
    has_water,
    lead_text,
    paragraph,
    water100_text,
)
from tournaments.reports.terminal.grid import Column, Line, table

BAR: Final = 22
"""Terminal columns of the plot of intervals."""
PIPE_WIDTH: Final = 200
WIDTH: Final = 80
"""Terminal columns of sentences."""
_PER_100: Final = {"deals": Said("water/100 ±95 %"), "matches": Said("score/100 ±95 %")}


def show(rated: RatingTable, unit: Unit) -> None:
    """Print pool after pool, then what the figures rest on, then warnings on standard error.

    `unit` is what a result is.
    """
    console = Console(emoji=False, highlight=False)
    if not console.is_terminal:
        console = Console(emoji=False, highlight=False, width=PIPE_WIDTH)
    for sentence in (*disagreements(rated, unit), *alliances(rated.allies, unit)):
        console.print(told(sentence), style="bold", markup=False, width=min(WIDTH, console.width))
    for number, pool in enumerate(rated.pools, start=1):
        title = _("Pool {number} of {count}", number=number, count=len(rated.pools)) if len(rated.pools) > 1 else ""
        members = set(pool)
        bots = [player for player in rated.players if player.name in members]
        console.print(_table(bots, title, unit, rated.settings, console))
    _show_basis(console, rated, unit)
    errors = Console(stderr=True, emoji=False, highlight=False)
    for warning in rated.warnings:
        words = _("warning: {warning}", warning=Stored(warning))
        errors.print(words, style="yellow", markup=False, soft_wrap=True)


def _show_basis(console: Console, rated: RatingTable, unit: Unit) -> None:
    settings, width = rated.settings, min(WIDTH, console.width)
    centre = Said("{bot} is", bot=settings.anchor) if settings.anchor else Said("The mean of a pool is")
    last = Said(
        "{centre} {elo:g}; > next is the chance to be better than the bot below.",
        centre=centre,
        elo=settings.anchor_elo,
    )
    console.print(paragraph([*basis(rated, unit), last]), markup=False, width=width)
    if settings.bootstrap:
        draws = Counted(settings.bootstrap, "{number} bootstrap draw", "{number} bootstrap draws")
        redrawn = _("redrawn: half the 95 % interval by {draws} of the {results}.", draws=draws, results=UNITS[unit])
        console.print(redrawn, markup=False, width=width)


def _table(bots: list[RatedBot], title: str, unit: Unit, settings: RatingSettings, console: Console) -> Table:
    """Return one pool; where there is no room the plot of intervals goes first."""
    leads, water = has_leads(bots), has_water(bots)
    redrawn, online = settings.bootstrap > 0, any(bot.online is not None for bot in bots)
    columns = [
        Column(Said("rank"), "figure"),
        Column(Said("bot")),
        Column("Elo", "figure"),
        Column("±95 %", "figure"),
        *([Column(Said("redrawn"), "figure")] if redrawn else []),
        *([Column(Said("online"), "figure", gives_way=5)] if online else []),
        *([Column(Said("lead ±95 %"), "figure", gives_way=2)] if leads else []),
        Column(Said("> next"), "figure", gives_way=3),
        *([Column(_PER_100[unit], "figure", gives_way=1)] if water else []),
        Column(UNITS[unit], "figure", gives_way=4),
        *([Column("", "whole", gives_way=6)] if console.is_terminal else []),
    ]
    low = min(bot.elo - (bot.error95 or 0) for bot in bots)
    high = max(bot.elo + (bot.error95 or 0) for bot in bots)
    lines = [
        Line(
            (
                str(bot.rank),
                bot.name,
                f"{bot.elo:.1f}",
                "?" if bot.error95 is None else f"{bot.error95:.1f}",
                *(["?" if bot.bootstrap95 is None else f"{bot.bootstrap95:.1f}"] if redrawn else []),
                *([f"{bot.online:.1f}"] if online else []),
                *([lead_text(bot)] if leads else []),
                "" if bot.better_than_next is None else f"{bot.better_than_next:.1%}",
                *([water100_text(bot)] if water else []),
                str(bot.results),
                *([interval(bot, low, high, BAR)] if console.is_terminal else []),
            )
        )
        for bot in bots
    ]
    return table(console.width, title, columns, lines, ruled=False)


def interval(bot: RatedBot, low: float, high: float, width: int) -> str:
    """Return a bot's interval as a line with its rating on it; `width` columns span `low` to `high` Elo."""
    scale = (width - 1) / (high - low) if high > low else 0.0
    start, middle, end = (
        round((elo - low) * scale) for elo in (bot.elo - (bot.error95 or 0), bot.elo, bot.elo + (bot.error95 or 0))
    )
    line = [" "] * start + ["─"] * (end - start + 1)
    line[start], line[end] = "├", "┤"
    line[middle] = "●"
    return "".join(line).ljust(width)
