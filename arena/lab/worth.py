"""What arrangements are worth against given opponents, by dealing them the other cards many times."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.lab.play import rules_of
from arena.lab.players import Cards, Player, ask, evaluated
from arena.lab.shortlist import Candidates
from arena.shisanshui import batch
from arena.shisanshui.batch import Hands
from arena.shisanshui.rule_model import HAND_SIZE, Deck
from arena.shisanshui.ruleset import RuleSet

Kind = TypeVar("Kind", bound=np.generic)

_ROUNDS: Final = 1 << 16
"""Settled at a time, about."""


class Worth(NamedTuple):
    """Water a round of k candidates."""

    water: NDArray[np.float64]
    """[k] the mean over the tables of its hand."""
    error95: NDArray[np.float64]
    """[k] half the width of the 95 % interval of that mean; nan with a single table.

    Candidates of a hand meet the same tables, so the difference of two is far surer than this.
    """


def expected_water(
    found: Candidates,
    opponents: Sequence[Player],
    rules: str | RuleSet = "standard",
    *,
    tables: int = 32,
    chance: np.random.Generator,
) -> Worth:
    """Return what each candidate wins a round from these opponents, on average.

    For each hand the other cards of the deck are dealt `tables` times to the opponents, drawn from `chance`; they lay
    them, and all candidates of the hand are settled against them. The seats of the opponents do not matter.

    Raises ValueError when so many cannot play or `tables` is below 1, and what `ask` raises of an opponent.

    >>> from arena.lab import Batched, candidates
    >>> by_rank = Batched(lambda hands: hands[:, ::-1])
    >>> dragon = np.arange(13)[np.newaxis] * 4 + [[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0]]
    >>> worth = expected_water(candidates(dragon), [by_rank] * 3, tables=8, chance=np.random.default_rng(1))
    >>> worth.water.max()
    np.float64(108.0)
    """
    rule_set = rules_of(rules, len(opponents) + 1)
    if tables < 1:
        raise ValueError(f"tables: 1 or more are expected, got {tables}")
    dealt = _others(rule_set.deck, found.dealt(), len(opponents), tables, chance)
    laid = [ask(player, dealt[:, seat], f"opponents[{seat}]") for seat, player in enumerate(opponents)]
    others = evaluated(rule_set, laid)
    water = np.empty((len(found.cards), tables), np.float64)
    at_once = max(1, _ROUNDS // tables)
    for start in range(0, len(water), at_once):
        mine = np.arange(start, min(start + at_once, len(water)))
        theirs = found.owner[mine][:, np.newaxis] * tables + np.arange(tables)
        rounds = _together(found.evaluated, np.repeat(mine, tables), others, theirs.ravel())
        water[mine] = batch.settle(rule_set, rounds)[:, 0].reshape(-1, tables)
    error = np.full(len(water), np.nan) if tables == 1 else 1.96 * water.std(axis=1, ddof=1) / np.sqrt(tables)
    return Worth(water.mean(axis=1), error)


def _others(deck: Deck, hands: Cards, opponents: int, tables: int, chance: np.random.Generator) -> Cards:
    """Return hands [n * tables, opponents, 13] dealt from what each hand leaves of the deck."""
    left = np.tile(np.bincount(deck.cards(), minlength=54), (len(hands), 1))
    np.subtract.at(left, (np.arange(len(hands))[:, np.newaxis], hands), 1)
    if (left < 0).any():
        raise ValueError("hands: a hand holds a card more often than the deck")
    rest = np.repeat(np.tile(np.arange(54, dtype=np.uint8), len(hands)), left.ravel()).reshape(len(hands), -1)
    shuffled = chance.permuted(np.repeat(rest, tables, axis=0), axis=1)[:, : HAND_SIZE * opponents]
    return np.sort(shuffled.reshape(-1, opponents, HAND_SIZE), axis=-1)[..., ::-1].copy()


def _together(mine: Hands, nth: NDArray[np.intp], others: Hands, table: NDArray[np.intp]) -> Hands:
    """Return rounds in which candidate nth[i] has the first seat and table[i] the others."""

    def seated(own: NDArray[Kind], theirs: NDArray[Kind]) -> NDArray[Kind]:
        return np.concatenate([own[nth], theirs[table]], axis=1)

    return Hands(
        seated(mine.rows, others.rows),
        seated(mine.outcome, others.outcome),
        seated(mine.place, others.place),
        seated(mine.horse, others.horse),
    )
