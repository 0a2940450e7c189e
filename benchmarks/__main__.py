"""`make bench`: every figure beside its limit or peer in the same run, and beside that of the last release."""

import sys
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks import arranger, history, isolation, lab, ratings, referee, rows, settlement, web
from benchmarks.figures import Figure
from benchmarks.machine import QUIET, Machine, loop_times, machine, noise

LATEST: Final = Path(__file__).parent / "latest.json"


@click.command(
    epilog="""\b
Examples:
  python -m benchmarks
  python -m benchmarks --record 0.2.0
"""
)
@click.option("--record", metavar="RELEASE", help="Add the figures to history.csv, as those of RELEASE.")
def main(record: str | None) -> None:
    """Measure the arena, print the table and write it to latest.json. Takes some minutes.

    The exit status is 1 when a limit is not kept. Limits "at rest" count only while other work leaves the machine
    alone: a loop that always does the same shows how much it does.
    """
    console = Console()
    here = machine()
    console.print(here.words)
    figures, noisy = _measured(console)
    console.print(table(figures, here))
    busy = noisy > QUIET
    console.print(f"noise {noisy:.0%}: {'limits at rest do not count' if busy else 'a machine at rest'}")
    told = {"machine": here._asdict(), "noise": noisy, "figures": [each._asdict() for each in figures]}
    LATEST.write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=2))
    if record is not None:
        history.record(record, here, noisy, figures)
    missed = [figure.name for figure in figures if not figure.kept and not (busy and figure.at_rest)]
    if missed:
        console.print(f"[red]limits not kept: {', '.join(missed)}")
        sys.exit(1)


def _measured(console: Console) -> tuple[list[Figure], float]:
    """Return the figures, and the noise between them."""
    figures: list[Figure] = []
    sources = [
        referee.figures(),
        referee.figures(batch=32, rounds=20_000),
        isolation.figures(),
        settlement.figures(),
        rows.figures(),
        arranger.figures(),
        lab.figures(),
        ratings.figures(),
        web.figures(),
    ]
    times = loop_times()
    with console.status("measuring") as status:
        for source in sources:
            for figure in source:
                figures.append(figure)
                status.update(f"measured: {figure.name}")
            times += loop_times()
    return figures, noise(times)


def table(figures: list[Figure], here: Machine) -> Table:
    """Return the table of figures, each beside the last release's on such a machine."""
    before = history.last(here)
    made = Table(box=None, pad_edge=False)
    made.add_column("measured")
    for name in ("figure", "ratio"):
        made.add_column(name, justify="right", no_wrap=True)
    for name in ("limit", "before"):
        made.add_column(name, no_wrap=True)
    for figure in figures:
        kept = "[green]✓[/]" if figure.kept else "[red]✗[/]"
        past = before.get(figure.name)
        made.add_row(
            figure.name if figure.ratio is None else f"{figure.name} ({figure.peer})",
            f"{figure.shown} {figure.unit}",
            "" if figure.ratio is None else f"{figure.ratio:.2f}",
            f"{figure.limit} {kept}" if figure.limit else "",
            past.words if past is not None else "",
        )
    return made


if __name__ == "__main__":
    main()
