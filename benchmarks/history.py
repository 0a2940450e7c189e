"""The figures of earlier releases, in `history.csv`: a row for each figure, release and machine."""

import csv
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.figures import Figure
from benchmarks.machine import Machine

HISTORY: Final = Path(__file__).parent / "history.csv"


class Past(NamedTuple):
    """A figure of an earlier release; `ratio` is empty where it has none."""

    release: str
    machine: str
    noise: str
    name: str
    value: str
    unit: str
    ratio: str

    @property
    def words(self) -> str:
        """What is shown beside today's figure."""
        return f"{self.ratio or self.value} ({self.release})"


def last(machine: Machine, path: Path = HISTORY) -> dict[str, Past]:
    """Return the newest row of each figure that was measured on such a machine, by name."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [Past(**row) for row in csv.DictReader(file)]
    return {row.name: row for row in rows if row.machine == machine.words}


def record(release: str, machine: Machine, noise: float, figures: Iterable[Figure], path: Path = HISTORY) -> None:
    """Add today's figures as those of a release."""
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for figure in figures:
            ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
            row = Past(release, machine.words, f"{noise:.2f}", figure.name, figure.shown, figure.unit, ratio)
            writer.writerow(row)
