"""`arena compare`: is the new version of a bot better than the old one?"""

import shlex
import sys
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from arena.bots.resolve import resolve, unique_names
from arena.cli.command import command
from arena.cli.match_options import isolation_option, match_option, section_of
from arena.cli.options import rules_given
from arena.errors import UsageError
from arena.language import _, told
from arena.match.seeds import seed_of_text
from arena.shisanshui.arranger.choice import arranger
from arena.shisanshui.play import Shisanshui
from tournaments.cli.clock import now
from tournaments.cli.seats import require_seats
from tournaments.run.folder import check_place, free_folder
from tournaments.run.stopping import StopRequest
from tournaments.store.store import Store

if TYPE_CHECKING:
    from tournaments.cup.cup import Cup
    from tournaments.run.events import Happening, Observer

RECORDS: Final = Path("runs/compare")
STATUS: Final = {"better": 0, "unclear": 3, "worse": 4}
"""By verdict; 1 and 2 are faults, as everywhere."""
STOPPED_STATUS: Final = 1


@command(
    short_help="Find out whether a new version is better.",
    epilog="""\b
Examples:
  arena compare my_bot_v2 my_bot_v1
  arena compare v2.py v1.py sample_bots/greedy --confidence 0.99
  arena compare v2.py v1.py --json && cp v2.py best.py
""",
)
@click.argument("new")
@click.argument("old")
@click.argument("others", nargs=-1)
@click.option("--rules", default="standard", show_default=True, help="Rule set: a name or a path to a .toml file.")
@click.option(
    "--confidence",
    type=click.FloatRange(0.5, 1, max_open=True),
    default=0.95,
    show_default=True,
    help="How sure the verdict has to be.",
)
@click.option(
    "--rounds", type=click.IntRange(2), default=2000, show_default=True, metavar="N", help="Stop after N deals at most."
)
@click.option(
    "--block", type=click.IntRange(1), default=50, show_default=True, metavar="N", help="Deals from look to look."
)
@click.option("--seed", help="Text to draw the deals from; random, and kept in the record, when left out.")
@match_option("decision", "Time for one decision.", "--time-limit")
@match_option("batch", "Most decisions in a message.")
@isolation_option("Isolation level of the bots; auto trusts bare commands.")
@click.option("--hands", type=click.IntRange(0), default=5, show_default=True, metavar="N", help="List N hands.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder for the record; a new one in runs/compare by default. Given again, the comparison goes on there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def compare(
    new: str,
    old: str,
    others: tuple[str, ...],
    rules: str,
    confidence: float,
    rounds: int,
    block: int,
    seed: str | None,
    hands: int,
    out: Path | None,
    as_json: bool,
    **match: Any,
) -> None:
    """Play the bot NEW against OLD, at a table with OTHERS if there are any, until it is clear which is better.

    Every deal is duplicate: each bot plays each hand. After each block a test looks whether it is clear by now; it may
    look as often as it likes and is wrong about equal bots no more often than --confidence allows.

    The exit status is 0 if NEW is better, 3 if that is not clear after --rounds deals, and 4 if NEW is worse. Ctrl-C
    stops; the record in DIR is a tournament's, which arena replay, hands, analyse and verify read.
    """
    bots = unique_names([resolve(text, Path.cwd()) for text in (new, old, *others)])
    game = Shisanshui(rules_given(rules))
    require_seats(game, bots, rules)
    if remote := [bot.name for bot in bots if bot.remote]:
        raise UsageError(
            "{bot} is remote, and no bot on another machine is compared: its tables are not duplicate", bot=remote[0]
        )
    folder, seed = _place(out, seed)
    with StopRequest() as stop:
        # what rates and plays takes a second or two to load, and Ctrl-C has to work from the start
        from tournaments.run.director import Stopped  # noqa: PLC0415
        from tournaments.run.local import LocalExecutor  # noqa: PLC0415
        from tournaments.run.one_table import comparison_of, file_of  # noqa: PLC0415
        from tournaments.run.session import Surroundings, run_tournament  # noqa: PLC0415

        section = section_of(rounds=min(block, rounds), duplicate=True, **match)
        cup = comparison_of(game, rules, seed, section, bots, confidence, rounds)
        try:
            with _Following(cup, folder) as observe:
                around = Surroundings(LocalExecutor(1, stop), observe, now, lambda: stop.requested)
                summary = run_tournament(cup, file_of(cup), folder, around)
        except Stopped:
            words = shlex.join(["arena", "compare", new, old, *others, "--out", str(folder)])
            click.echo(_("Stopped. Resume with: {command}", command=words), err=True)
            sys.exit(STOPPED_STATUS)
    from tournaments.reports.terminal.comparison import show_comparison  # noqa: PLC0415
    from tournaments.reports.terminal.console import report_console  # noqa: PLC0415
    from tournaments.results.comparison import compare as compared  # noqa: PLC0415

    with Store.read(folder) as store:
        found = compared(store, summary, (bots[0].name, bots[1].name), hands, partial(arranger, game.rule_set))
    if as_json:
        click.echo(msgspec.json.encode(msgspec.to_builtins(found) | {"record": str(folder)}))
    else:
        show_comparison(report_console(), found)
        click.echo(
            _(
                "record {folder}; arena hands {folder} --bot {bot} lists the dearest rounds",
                folder=folder,
                bot=found.new,
            )
        )
    sys.exit(STATUS[found.verdict])


def _place(out: Path | None, seed: str | None) -> tuple[Path, str]:
    """Return the folder of the record and the text of the deals: those of a comparison that goes on are its own."""
    if out is not None and Store.exists(out) and seed is None:
        with Store.read(out) as store:
            seed = store.cup().tournament.seed
    seed = token_hex(16) if seed is None else seed
    if out is None:
        return free_folder(RECORDS, seed_of_text(seed).hex()[:8]), seed
    check_place(out)
    return out, seed


class _Following:
    """Show on standard error, where that is a terminal, how far the new bot is ahead after each block."""

    def __init__(self, cup: "Cup", folder: Path) -> None:
        errors = Console(stderr=True, emoji=False)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=errors,
            transient=True,
            disable=not errors.is_terminal,
        )
        self._folder = folder
        assert cup.match.until is not None
        assert cup.match.until.between is not None
        self._pair = cup.match.until.between
        self._task = self._bar.add_task(f"{self._pair[0]} – {self._pair[1]}", total=cup.match.until.max_rounds)

    def __enter__(self) -> "Observer":
        self._bar.start()
        return self._observe

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _observe(self, happening: "Happening") -> None:
        from tournaments.reports.terminal.comparison import margin_said  # noqa: PLC0415
        from tournaments.results.comparison import margin_of  # noqa: PLC0415
        from tournaments.run.events import TableFinished  # noqa: PLC0415

        if self._bar.disable or not isinstance(happening, TableFinished):
            return
        with Store.read(self._folder) as store:
            margin = margin_of(store.matches(), *self._pair)
        self._bar.update(self._task, completed=margin.deals, description=told(margin_said(margin)))
