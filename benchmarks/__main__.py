"""`make bench`: every figure as absolute rate and as ratio to its limit or peer in the same run."""

import platform
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks import arranger, isolation, lab, ratings, referee, rows, settlement
from benchmarks.figures import Figure

LATEST = Path(__file__).parent / "latest.json"


def main() -> None:
    """Print the table, write it to `latest.json`, and end with status 1 when a limit is not kept."""
    figures: list[Figure] = []
    console = Console()
    sources = [
        referee.figures(),
        referee.figures(batch=32, rounds=20_000),
        isolation.figures(),
        settlement.figures(),
        rows.figures(),
        arranger.figures(),
        lab.figures(),
        ratings.figures(),
    ]
    with console.status("measuring") as status:
        for source in sources:
            for figure in source:
                figures.append(figure)
                status.update(f"measured: {figure.name}")
    console.print(_table(figures))
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    LATEST.write_bytes(
        msgspec.json.format(
            msgspec.json.encode({"machine": machine, "figures": [each._asdict() for each in figures]}), indent=2
        )
    )
    missed = [figure.name for figure in figures if not figure.kept]
    if missed:
        console.print(f"[red]limits not kept: {', '.join(missed)}")
        sys.exit(1)


def _table(figures: list[Figure]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("measured")
    table.add_column("figure", justify="right")
    table.add_column("unit")
    table.add_column("ratio", justify="right")
    table.add_column("limit")
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:.2f} {figure.peer}"
        limits = [f"≥ {figure.at_least:g}"] if figure.at_least is not None else []
        limits += [f"≤ {figure.at_most:g}"] if figure.at_most is not None else []
        kept = "[green]✓[/]" if figure.kept else "[red]✗[/]"
        table.add_row(
            figure.name,
            f"{figure.value:,.4g}" if figure.value < 1000 else f"{figure.value:,.0f}",
            figure.unit,
            ratio,
            f"{' '.join(limits)} {kept}" if limits else "",
        )
    return table


if __name__ == "__main__":
    main()
