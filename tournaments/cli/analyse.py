"""`arena analyse`: what a bot's decisions gave away, and how they would have been better."""

from functools import partial
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import Progress

from arena.cli.command import command
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.ruleset import rules_from
from tournaments.reports.analysis import show_analysis
from tournaments.reports.terminal import report_console
from tournaments.results.analysis import analyse as judged
from tournaments.results.analysis import rounds_of
from tournaments.store.store import Store


@command(
    short_help="Hold a bot's decisions against the arranger's 复盘分析.",
    epilog="""\b
Examples:
  arena analyse runs/demo --bot greedy
  arena analyse runs/demo --bot greedy --worst 5 --json
""",
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", required=True, metavar="NAME", help="Whose decisions.")
@click.option("--worst", type=click.IntRange(0), default=20, show_default=True, metavar="N", help="How many to list.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def analyse(folder: Path, bot: str, worst: int, as_json: bool) -> None:
    """Hold every decision of a bot in the tournament in DIR against the arranger's 复盘分析.

    Says how much expected water a decision gave away on average, and lists the worst with a better arrangement. What
    the cards did afterwards counts for nothing.
    """
    with Store.read(folder) as store:
        rules = rules_from(store.cup().rules)
        rounds = rounds_of(store.matches(), bot)
        errors = Console(stderr=True, emoji=False)
        with Progress(console=errors, transient=True, disable=not errors.is_terminal) as bar:
            task = bar.add_task("decisions 决定", total=rounds)
            found = judged(
                store, bot, worst, partial(arranger, rules), lambda number: bar.update(task, completed=number)
            )
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        show_analysis(report_console(), found)
