"""`arena analyse`: how much water a bot's decisions gave away, and what would have been better."""

from functools import partial
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from arena.cli.command import command
from arena.language import _
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.ruleset import rules_from
from tournaments.reports.terminal.analysis import show_analysis
from tournaments.reports.terminal.console import report_console
from tournaments.results.analysis import analyse as judged
from tournaments.results.analysis import rounds_of
from tournaments.store.store import Store


@command(
    short_help="Compare a bot's decisions with the arranger's.",
    epilog="""\b
Examples:
  arena analyse runs/demo --bot greedy
  arena analyse runs/demo --bot greedy --worst 5 --json
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="The bot to analyse.")
@click.option(
    "--worst", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="List the N worst decisions."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def analyse(folder: Path, bot: str, worst: int, as_json: bool) -> None:
    """Compare every decision of a bot in the tournament in DIR with the arranger's.

    Prints how much expected water a decision gave away on average and lists the worst decisions, each with a better
    arrangement. Expected water does not depend on how the round then went.
    """
    with Store.read(folder) as store:
        rules = rules_from(store.cup().rules)
        rounds = rounds_of(store.matches(), bot)
        errors = Console(stderr=True, emoji=False)
        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
            task = bar.add_task(_("decisions"), total=rounds)
            found = judged(
                store, bot, worst, partial(arranger, rules), lambda number: bar.update(task, completed=number)
            )
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        show_analysis(report_console(), found)
