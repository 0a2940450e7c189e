"""One line of the table that `make bench` prints."""

from typing import NamedTuple


class Figure(NamedTuple):
    """An absolute rate, which wanders with the machine, and its ratio to a peer measured in the same run.

    `at_least` and `at_most` are limits on the ratio, or on the value where there is no ratio.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    peer: str = ""
    at_least: float | None = None
    at_most: float | None = None
    at_rest: bool = False
    """Whether the limit is only for a machine at rest: elsewhere it is no fault to miss it."""

    @property
    def kept(self) -> bool:
        """Whether the limit is kept."""
        measured = self.value if self.ratio is None else self.ratio
        return (self.at_least is None or measured >= self.at_least) and (
            self.at_most is None or measured <= self.at_most
        )

    @property
    def shown(self) -> str:
        """The value in few digits."""
        return f"{self.value:,.4g}" if self.value < 1000 else f"{self.value:,.0f}"

    @property
    def limit(self) -> str:
        """The limits in words; empty where there is none."""
        limits = [f"≥ {self.at_least:,.7g}"] if self.at_least is not None else []
        limits += [f"≤ {self.at_most:,.7g}"] if self.at_most is not None else []
        return " ".join([*limits, *(["at rest"] if self.at_rest else [])])
