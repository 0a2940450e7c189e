"""How others arrange: a sample of laid hands, learned by self-play and shipped beside this module.

One hand of the sample stands for each opponent's. It is kept by what settlement and card removal need of it, so any
rule set can be settled against it.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from arena.shisanshui.arranger.classes import Classes
from arena.shisanshui.rule_model import RuleSet, data_of

FILE: Final = Path(__file__).parent / "tables.npz"
_RECORD: Final = "record"
_PARTS: Final = ("rows", "fouled", "held", "counts")
_TELLING: Final = ("row_water", "gun", "home_run", "foul_is_shot", "equal_rows", "water")
"""The keys of a rule set that decide how one arranges."""


class Population(NamedTuple):
    """Laid hands of opponents, n of them, each as likely as another."""

    rows: Classes
    """[n, 3] classes of front, middle and back."""
    fouled: NDArray[np.bool_]
    """[n] laid so as to foul on purpose."""
    held: NDArray[np.uint32]
    """[n] the special kinds it holds, as a mask over all kinds there are; 0 where it declined."""
    counts: NDArray[np.uint8]
    """[n, 14] cards of each rank, the deuces first, and jokers."""


class Shares(msgspec.Struct, frozen=True):
    """The shares of a population that play simply and do not learn."""

    greedy: float
    """They lay the best back first."""
    row_by_row: float
    """They look at each row by itself and forget guns and home runs."""


class Learnt(msgspec.Struct, frozen=True):
    """How a population came about."""

    rules: dict[str, Any]
    """The whole rule set it was learned under."""
    players: int
    seed: int
    hands: int
    """How many were dealt to learn from."""
    turns: int
    """Turns of self-play."""
    shares: Shares


class Library(NamedTuple):
    """Every population there is, by the name of its rule set."""

    learnt: dict[str, Learnt]
    populations: dict[str, Population]

    def nearest(self, rules: RuleSet) -> Population:
        """The population whose rules are most like these: the same deck before all, then what is paid for what."""
        data = data_of(rules)

        def unlike(name: str) -> tuple[bool, int]:
            other = self.learnt[name].rules
            return data["deck"] != other["deck"], sum(data[key] != other[key] for key in _TELLING)

        return self.populations[min(self.learnt, key=unlike)]


@cache
def library() -> Library:
    """What is shipped."""
    return read(FILE)


def read(path: Path) -> Library:
    """The inverse of `write`."""
    with np.load(path) as stored:
        learnt = msgspec.json.decode(stored[_RECORD].tobytes(), type=dict[str, Learnt])
        populations = {name: Population(*(stored[f"{name}.{part}"] for part in _PARTS)) for name in learnt}
    return Library(learnt, populations)


def write(path: Path, found: Library) -> None:
    """Equal libraries give equal bytes."""
    arrays: dict[str, NDArray[Any]] = {
        f"{name}.{part}": getattr(population, part) for name, population in found.populations.items() for part in _PARTS
    }
    arrays[_RECORD] = np.frombuffer(msgspec.json.encode(found.learnt), np.uint8)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
