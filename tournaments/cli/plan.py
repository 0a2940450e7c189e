"""`arena tournament plan`: how many deals a cup needs, by simulation."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from arena.cli.command import command
from arena.errors import UsageError
from arena.language import _
from protocol.text import Said

if TYPE_CHECKING:
    from tournaments.cup.chances import Luck, Strengths
    from tournaments.cup.cup import Cup

SPREAD: Final = 20.0
"""Water per 100 deals: about how far the three best sample bots are spread."""
PERCENT: Final = 100


class World(NamedTuple):
    """What strengths and luck are taken from: a past cup, or what is stated (None for what sample bots show)."""

    past: Path | None
    spread: float | None
    luck: float | None = None

    def check(self) -> None:
        """Refuse options that contradict each other. Raises UsageError."""
        if self.past is not None and (self.spread is not None or self.luck is not None):
            raise UsageError("--from: gives spread and luck itself; leave out --spread and --luck")


class Trial(NamedTuple):
    """How much is simulated: `cups` for each number of deals up to `most`; the best shall win `sure` % of them."""

    cups: int = 400
    most: int = 2560
    seed: int = 1
    sure: int = 90


FromOption: Final = click.option(
    "--from", "past", type=click.Path(path_type=Path), metavar="DIR", help="Take strengths and luck from a past cup."
)
SpreadOption: Final = click.option(
    "--spread",
    type=click.FloatRange(0.01, 10_000),
    metavar="WATER",
    help="Standard deviation of the bots' water per 100 deals; default is that of good sample bots, 20.",
)


@command(
    short_help="Say how many deals a cup needs until the best bot wins.",
    epilog="""\b
Examples:
  arena tournament plan cup.toml                     bots as near as samples
  arena tournament plan cup.toml --spread 50         strengths further apart
  arena tournament plan cup.toml --from runs/spring  as in a past cup
  arena tournament plan cup.toml --sure 95 --json    for programs
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@FromOption
@SpreadOption
@click.option(
    "--luck",
    type=click.FloatRange(0, 1000),
    metavar="WATER",
    help="Standard deviation of a bot's water in a deal by luck alone; default is that of sample bots.",
)
@click.option(
    "--sure",
    type=click.IntRange(1, 99),
    default=Trial().sure,
    show_default=True,
    metavar="PERCENT",
    help="How often the best bot shall win.",
)
@click.option(
    "--cups", type=click.IntRange(10, 100_000), default=Trial().cups, show_default=True, help="To simulate a line."
)
@click.option(
    "--most",
    type=click.IntRange(1, 100_000),
    default=Trial().most,
    show_default=True,
    help="The most deals a table to try.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=Trial().seed, show_default=True, help="The same seed, the same answer."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def plan(
    file: Path,
    past: Path | None,
    spread: float | None,
    luck: float | None,
    sure: int,
    cups: int,
    most: int,
    seed: int,
    as_json: bool,
) -> None:
    """Say how many deals a table the cup in FILE needs until the best bot wins, and how sure its order will be.

    Plays the cup's own format many times in numbers, with strengths and luck from a past cup or as stated; starts no
    bot.
    """
    from tournaments.cup.file import load_cup  # noqa: PLC0415

    world = World(past, spread, luck)
    world.check()
    if not file.is_file():
        raise UsageError("{file}: {fault}", file=file, fault=Said("no such file"))
    foretell_chances(load_cup(file), world, Trial(cups, most, seed, sure), as_json=as_json)


def foretell_chances(cup: "Cup", world: World, trial: Trial, *, as_json: bool = False) -> None:
    """Simulate with a progress bar and print the answer. Raises ArenaError when the past cup says too little."""
    import msgspec  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    from tournaments.cup.chances import answer, numbers_to_try  # noqa: PLC0415
    from tournaments.reports.terminal.chances import show_chances  # noqa: PLC0415
    from tournaments.reports.terminal.console import report_console  # noqa: PLC0415

    strengths, luck, said = _taken(cup, world)
    numbers = numbers_to_try(cup.match.rounds, trial.most)
    errors = Console(stderr=True, emoji=False)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as shown:
        task = shown.add_task(_("simulated cups"), total=len(numbers) * trial.cups)
        found = answer(
            cup,
            strengths,
            luck,
            numbers,
            cups=trial.cups,
            seed=trial.seed,
            wanted=trial.sure / PERCENT,
            progress=lambda done: shown.advance(task, done),
        )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        show_chances(report_console(), cup, found, said)


def _taken(cup: "Cup", world: World) -> tuple["Strengths", "Luck", Said]:
    """Return strengths and luck, and a sentence that says what they are."""
    from tournaments.cup.chances import StatedLuck, Strengths  # noqa: PLC0415

    if world.past is not None:
        from tournaments.results.past_cup import lessons  # noqa: PLC0415
        from tournaments.store.store import Store  # noqa: PLC0415

        with Store.read(world.past) as store:
            strengths, recorded, spread = lessons(store, cup)
        return (
            strengths,
            recorded,
            Said(
                "From {past}: its deals drawn anew; strengths spread by {spread} water per 100 deals (sd).",
                past=world.past,
                spread=f"{spread:.1f}",
            ),
        )
    spread = SPREAD if world.spread is None else world.spread
    stated = StatedLuck.of(cup, world.luck)
    return (
        Strengths.alike(len(cup.bots), spread),
        stated,
        Said(
            "Taken: strengths spread by {spread} water per 100 deals (sd), luck of {luck} water a deal (sd).",
            spread=f"{spread:g}",
            luck=f"{stated.sd:.3g}",
        ),
    )
