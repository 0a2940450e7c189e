"""`arena ratings`: Elo with error bars for a tournament or for results from anywhere."""

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from arena.cli.command import command
from arena.errors import UsageError
from arena.language import _
from tournaments.ratings.caveats import NOTHING_YET, filled

if TYPE_CHECKING:
    from tournaments.ratings.results_csv import Results


FARTHEST_ELO: Final = 1_000_000


class Finite(click.FloatRange):
    """A range of numbers without nan."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(_("{value} is not a number.", value=value), param, ctx)
        return number


@command(
    short_help="Elo with error bars for a tournament or a CSV file.",
    epilog="""\b
Examples:
  arena ratings runs/cup                    a tournament, finished or running
  arena ratings ladder.csv --anchor ada     results from anywhere; ada is 1500
""",
)
@click.argument("source", metavar="DIR|FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--prior-sd",
    type=Finite(1, 10_000),
    default=None,
    metavar="ELO",
    help="Standard deviation of the prior around the mean of a pool; default is to estimate it from the results.",
)
@click.option("--anchor", metavar="BOT", help="The bot rated --anchor-elo; default is the mean of each pool.")
@click.option(
    "--anchor-elo", type=Finite(-FARTHEST_ELO, FARTHEST_ELO), default=1500.0, show_default=True, metavar="ELO"
)
@click.option(
    "--bootstrap",
    type=click.IntRange(0, 100_000),
    default=0,
    metavar="DRAWS",
    help="Add intervals from a bootstrap with this many draws; 200 is enough.",
)
@click.option("--online", is_flag=True, help="Add Elo updated table by table, from 1500 with K = 32.")
def ratings(
    source: Path,
    as_json: bool,
    prior_sd: float | None,
    anchor: str | None,
    anchor_elo: float,
    bootstrap: int,
    online: bool,
) -> None:
    """Rate the bots of a tournament, or of a CSV file with the columns match, bot and score.

    A Plackett–Luce fit (Bradley–Terry at tables of two) with 95 % intervals, and water per 100 deals. In a tournament
    every deal is a result; in a CSV file every match is, ranked by score, higher is better. Where the file has a column
    table too, matches with the same entry count as deals of one table.
    """
    # numpy and scipy take a third of a second to load, which `arena ratings --help` need not wait for.
    from tournaments.ratings.results_csv import read_results  # noqa: PLC0415
    from tournaments.ratings.table import NEWEST, rate_tables, with_allies, with_online  # noqa: PLC0415
    from tournaments.reports.terminal.ratings import show  # noqa: PLC0415

    if source.is_dir():
        _require_rated(source)
    results = tournament_results(source) if source.is_dir() else read_results(source)
    settings = msgspec.structs.replace(
        NEWEST, prior_sd=prior_sd, anchor=anchor, anchor_elo=anchor_elo, bootstrap=bootstrap
    )
    table = with_allies(rate_tables(results.deals, settings), results.deals)
    table = msgspec.structs.replace(table, warnings=(*results.warnings, *table.warnings))
    if online:
        table = with_online(table, results.tables)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(table), indent=2))
    else:
        show(table, "deals" if source.is_dir() else "matches")


def _require_rated(folder: Path) -> None:
    """Raise UsageError where a person has played."""
    from tournaments.store.store import Store  # noqa: PLC0415

    with Store.read(folder) as store:
        if not store.cup().rated:
            raise UsageError("{folder}: a person has played in it, so it is not rated", folder=folder)


def tournament_results(folder: Path) -> "Results":
    """Return every deal of the matches that are finished and not void, table by table."""
    from tournaments.ratings.results_csv import Results  # noqa: PLC0415
    from tournaments.results.ledger import Ledger  # noqa: PLC0415
    from tournaments.store.store import Store  # noqa: PLC0415

    with Store.read(folder) as store:
        matches = [match for match in Ledger.of(store).whole().values() if not match.void]
    deals = tuple(tuple(match.deals()) for match in matches)
    tables = tuple((tuple(match.seats), tuple(map(float, match.totals))) for match in matches if len(match.seats) > 1)
    return Results(deals, tables, () if any(deals) else (filled(NOTHING_YET),))
