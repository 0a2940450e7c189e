"""The machine that figures are measured on, and how much of it other work takes meanwhile."""

import os
import platform
from collections.abc import Sequence
from time import perf_counter
from typing import Final, NamedTuple

import arena.match.leg

STEPS: Final = 100_000
"""Of a loop that takes some milliseconds: less than a turn of the scheduler, so that the best pass is undisturbed."""
PASSES: Final = 40
QUIET: Final = 0.1
"""The noise up to which a machine counts as quiet."""


class Machine(NamedTuple):
    """What figures depend on beside the code."""

    cores: int
    python: str
    compiled: bool
    """Whether the arena's busiest modules are machine code."""

    @property
    def words(self) -> str:
        """What a table is headed with."""
        code = "compiled" if self.compiled else "as Python"
        return f"{self.cores} cores, Python {self.python}, the arena {code}"


def machine() -> Machine:
    """Return the machine and the installation that this process runs on."""
    compiled = not arena.match.leg.__file__.endswith(".py")
    return Machine(os.cpu_count() or 1, platform.python_version(), compiled)


def loop_times() -> list[float]:
    """Return the seconds that each pass of a loop takes that always does the same."""
    return [_loop() for _ in range(PASSES)]


def _loop() -> float:
    began = perf_counter()
    total = 0
    for step in range(STEPS):
        total += step
    return perf_counter() - began


def noise(times: Sequence[float]) -> float:
    """Return how much longer the mean pass took than the best one, as a share of that.

    >>> noise([2.0, 2.0, 2.0, 3.0])
    0.125
    """
    best = min(times)
    return sum(times) / len(times) / best - 1
