"""How others arrange: samples of laid hands, learned by self-play and shipped beside this module.

One hand of a sample stands for each opponent's. It is kept by what settlement and card removal need of it, so any
rule set can be settled against it. The same hands are kept as each kind of player lays them, to be mixed in any shares.
"""

from collections.abc import Sequence
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
_LAID: Final = ("rows", "fouled", "held")
"""What differs from kind to kind; the cards are the same."""
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

    def take(self, chosen: NDArray[np.intp]) -> "Population":
        return Population(self.rows[chosen], self.fouled[chosen], self.held[chosen], self.counts[chosen])


def joined(parts: Sequence[Population]) -> Population:
    """Return all of them as one."""
    return Population(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.fouled for part in parts]),
        np.concatenate([part.held for part in parts]),
        np.concatenate([part.counts for part in parts]),
    )


class Shares(msgspec.Struct, frozen=True):
    """The shares of a population that play simply and do not learn."""

    greedy: float
    """They lay the best back first."""
    row_by_row: float
    """They look at each row by itself and forget guns and home runs."""


class Kinds(NamedTuple):
    """The same hands as each kind of player lays them."""

    learnt: Population
    """Best answers to everybody."""
    row_by_row: Population
    greedy: Population

    def mixed(self, shares: Shares) -> Population:
        """Every hand laid once, by the kinds for their shares."""
        size = len(self.learnt.rows)
        greedy, rows = round(shares.greedy * size), round(shares.row_by_row * size)
        order = np.arange(size)
        return joined(
            [
                self.learnt.take(order[: size - greedy - rows]),
                self.row_by_row.take(order[size - greedy - rows : size - greedy]),
                self.greedy.take(order[size - greedy :]),
            ]
        )


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
    """All populations, by the name of the rule set."""

    learnt: dict[str, Learnt]
    kinds: dict[str, Kinds]

    def nearest(self, rules: RuleSet) -> str:
        """The name of the rule set most like these rules: the same deck before all, then what is paid for what."""
        data = data_of(rules)

        def unlike(name: str) -> tuple[bool, int]:
            other = self.learnt[name].rules
            return data["deck"] != other["deck"], sum(data[key] != other[key] for key in _TELLING)

        return min(self.learnt, key=unlike)

    def population(self, rules: RuleSet, shares: Shares | None = None) -> Population:
        """The kinds in these shares, or in those that were learned with."""
        name = self.nearest(rules)
        return self.kinds[name].mixed(shares or self.learnt[name].shares)


@cache
def library() -> Library:
    """Return the library that comes with the arena."""
    return read(FILE)


def read(path: Path) -> Library:
    """Invert `write`."""
    with np.load(path) as stored:
        learnt = msgspec.json.decode(stored[_RECORD].tobytes(), type=dict[str, Learnt])

        counts = {name: stored[f"{name}.counts"] for name in learnt}

        def kind_of(name: str, kind: str) -> Population:
            laid = {part: stored[f"{name}.{kind}.{part}"] for part in _LAID}
            return Population(**laid, counts=counts[name])

        kinds = {name: Kinds(*(kind_of(name, kind) for kind in Kinds._fields)) for name in learnt}
    return Library(learnt, kinds)


def write(path: Path, found: Library) -> None:
    """Return the library as bytes; equal libraries give equal bytes."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, kinds in found.kinds.items():
        arrays[f"{name}.counts"] = kinds.learnt.counts
        for kind, population in kinds._asdict().items():
            arrays |= {f"{name}.{kind}.{part}": getattr(population, part) for part in _LAID}
    arrays[_RECORD] = np.frombuffer(msgspec.json.encode(found.learnt), np.uint8)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
