"""`arena ratings`: Elo with error bars for a tournament or for results from anywhere."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from arena.errors import UsageError


@click.command()
@click.argument("source", metavar="DIR|FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--prior-sd", type=click.FloatRange(1, 10_000), default=350.0, show_default=True, metavar="ELO",
              help="How far bots are expected to lie from the mean before anything is played.")
@click.option("--anchor", metavar="BOT", help="The bot whose rating is --anchor-elo; otherwise the mean of each pool.")
@click.option("--anchor-elo", type=float, default=1500.0, show_default=True, metavar="ELO")
def ratings(source: Path, as_json: bool, prior_sd: float, anchor: str | None, anchor_elo: float) -> None:
    """Rate the bots of a tournament (DIR, finished or running) or of a CSV file with the columns match, bot, score.

    A Plackett–Luce fit, of two at a table Bradley–Terry, with 95 % intervals: over deals of a tournament, over matches
    of a CSV file, which are ranked by score.
    """
    # numpy and scipy take a third of a second to load: only for a rating, not for the command's help.
    from tournaments.cli.rating_view import show  # noqa: PLC0415
    from tournaments.ratings.results_csv import Results, read_results  # noqa: PLC0415
    from tournaments.ratings.table import RatingSettings, rate  # noqa: PLC0415
