"""The rating table for a person: with bars on a terminal, plain in a pipe."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.text import counted
from tournaments.ratings.table import RatedBot, RatingTable

SINGULAR = {"deals": "deal", "matches": "match"}
BAR = 22
"""Columns of the plot of intervals."""
PIPE_WIDTH = 200
WIDTH = 80
"""Columns of what is written in words."""


def show(table: RatingTable, unit: str) -> None:
    """Print pool after pool, then what the figures rest on, then warnings on standard error.

    `unit` is what a result is, in the plural.
    """
    console = Console(emoji=False, highlight=False)
    if not console.is_terminal:
        console = Console(emoji=False, highlight=False, width=PIPE_WIDTH)
    for number, pool in enumerate(table.pools, start=1):
        title = f"Pool {number} of {len(table.pools)}" if len(table.pools) > 1 else ""
        members = set(pool)
        bots = [player for player in table.players if player.name in members]
        console.print(_grid(bots, title, unit, bars=console.is_terminal, redrawn=table.settings.bootstrap > 0))
    settings = table.settings
    results = counted(table.deals, SINGULAR[unit], unit)
    centre = f"{settings.anchor} is" if settings.anchor else "the mean of a pool is"
    console.print(
        f"Plackett–Luce over {results}; ± is half the 95 % interval; {centre} {settings.anchor_elo:g}; "
        f"prior N(0, {settings.prior_sd:g}²) Elo; > next: the chance to be better than the bot below.",
        markup=False,
        width=min(WIDTH, console.width),
    )
    if settings.bootstrap:
        console.print(
            f"redrawn: half the 95 % interval by {counted(settings.bootstrap, 'bootstrap draw')} of the {unit}.",
            width=min(WIDTH, console.width),
        )
    errors = Console(stderr=True, emoji=False, highlight=False)
    for warning in table.warnings:
        errors.print(f"warning: {warning}", style="yellow", markup=False, soft_wrap=True)


def _grid(bots: list[RatedBot], title: str, unit: str, *, bars: bool, redrawn: bool) -> Table:
    grid = Table(title=title or None, title_justify="left", box=None, pad_edge=False)
    grid.add_column("rank", justify="right")
    grid.add_column("bot 机器人", overflow="fold")
    online = any(bot.online is not None for bot in bots)
    for name in ("Elo", "±95 %", *(["redrawn"] if redrawn else []), *(["online"] if online else []), unit, "> next"):
        grid.add_column(name, justify="right", no_wrap=True)
    if bars:
        grid.add_column("", no_wrap=True)
    low = min(bot.elo - (bot.error95 or 0) for bot in bots)
    high = max(bot.elo + (bot.error95 or 0) for bot in bots)
    for bot in bots:
        cells: list[str | Text] = [
            str(bot.rank),
            Text(bot.name),
            f"{bot.elo:.1f}",
            "?" if bot.error95 is None else f"{bot.error95:.1f}",
            *(["?" if bot.bootstrap95 is None else f"{bot.bootstrap95:.1f}"] if redrawn else []),
            *([f"{bot.online:.1f}"] if online else []),
            str(bot.results),
            "" if bot.better_than_next is None else f"{bot.better_than_next:.1%}",
        ]
        grid.add_row(*cells, *([interval(bot, low, high, BAR)] if bars else []))
    return grid


def interval(bot: RatedBot, low: float, high: float, width: int) -> str:
    """A bot's interval as a line with its rating on it, `width` columns standing for `low` to `high` Elo."""
    scale = (width - 1) / (high - low) if high > low else 0.0
    start, middle, end = (
        round((elo - low) * scale) for elo in (bot.elo - (bot.error95 or 0), bot.elo, bot.elo + (bot.error95 or 0))
    )
    line = [" "] * start + ["─"] * (end - start + 1)
    line[start], line[end] = "├", "┤"
    line[middle] = "●"
    return "".join(line).ljust(width)
