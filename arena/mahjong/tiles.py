"""Tiles: 34 kinds of which there are four each, as numbers from 0 and as texts such as `5p`, `E` or `C`."""

from collections.abc import Iterable, Sequence
from typing import Final

from protocol.typed import TypedError

KINDS: Final = tuple([f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + list("ESWNCFP"))
"""The text of each kind: 万 `m`, 饼 `p`, 条 `s`, then 东南西北 `E S W N` and 中发白 `C F P`."""
NUMBERS: Final = {text: number for number, text in enumerate(KINDS)}
COPIES: Final = 4
HONOURS: Final = 27
"""The first kind that is no suit."""
DRAGONS: Final = 31
WINDS: Final = (27, 28, 29, 30)
Counts = list[int]
"""How many tiles there are of each kind."""


def tile(text: str) -> int:
    """Return a kind. Raises TypedError for a text that names none.

    >>> tile("1m"), tile("P")
    (0, 33)
    """
    if text not in NUMBERS:
        raise TypedError('no tile "{text}"; expected 1m to 9s, E, S, W, N, C, F or P', text=text)
    return NUMBERS[text]


def counts_of(tiles: Iterable[int]) -> Counts:
    """Return how many there are of each kind."""
    counts = [0] * len(KINDS)
    for kind in tiles:
        counts[kind] += 1
    return counts


def texts(kinds: Iterable[int]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


def suits_in(tiles: Iterable[int]) -> frozenset[int]:
    """Return which of the three suits there are (H2)."""
    return frozenset(kind // 9 for kind in tiles if kind < HONOURS)


def has_end(tiles: Sequence[int]) -> bool:
    """Return whether there is a 1, a 9, a wind or a dragon (H3)."""
    return any(kind >= HONOURS or kind % 9 in {0, 8} for kind in tiles)
