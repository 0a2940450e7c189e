"""Rounds between Python callables, dealt and settled as the referee deals and settles them."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.lab.players import Player, ask, evaluated
from arena.match.seeds import seed_of_text
from arena.shisanshui import batch
from arena.shisanshui.ruleset import RuleSet, load_rules

CHUNK: Final = 4096
"""Rounds worked on at a time: enough to share the work, few enough to stay in the processor's cache."""
SEED: Final = "lab"


def simulate(
    players: Sequence[Player],
    rounds: int,
    rules: str | RuleSet = "standard",
    seed: str | bytes = SEED,
    *,
    first: int = 1,
) -> NDArray[np.int32]:
    """Play rounds and return the water [rounds, seats] that each seat won or lost in each.

    `players[i]` has seat i in every round: a callable that is given one hand, or `Batched`, which is given many and is
    far faster. A player sees its hand and nothing else; it is asked for a few thousand rounds before the next seat is.
    Rounds `first`, `first` + 1, … are dealt; a `seed` in text deals what `arena play --seed` deals with it,
    in bytes it is the deal seed itself.

    Raises RulesError for rules that there are not, ValueError when so many cannot play, and WrongAnswer (a ValueError
    too) when a player lays other cards than it holds: a match would make that a foul and a strike, here it is a bug to
    find.

    >>> from arena.lab import Batched, simulate
    >>> def by_rank(hand):
    ...     return hand[10:], hand[5:10], hand[:5]
    >>> by_rank_in_batches = Batched(lambda hands: hands[:, ::-1])
    >>> simulate([by_rank, by_rank_in_batches, by_rank], rounds=2, seed="seven").tolist()
    [[2, -6, 4], [-6, 0, 6]]
    """
    rule_set = rules_of(rules, len(players))
    if rounds < 0:
        raise ValueError(f"rounds: 0 or more are expected, got {rounds}")
    deal_seed = seed_of(seed)
    water = np.empty((rounds, len(players)), np.int32)
    for start in range(0, rounds, CHUNK):
        some = min(CHUNK, rounds - start)
        hands = batch.deal(rule_set.deck, deal_seed, first + start, some, len(players))
        laid = [ask(player, hands[:, seat], f"players[{seat}]") for seat, player in enumerate(players)]
        water[start : start + some] = batch.settle(rule_set, evaluated(rule_set, laid))
    return water


def rules_of(rules: str | RuleSet, seats: int) -> RuleSet:
    """Return the rule set. Raises RulesError where there is none, ValueError when so many cannot play by it."""
    rule_set = load_rules(rules) if isinstance(rules, str) else rules
    if fault := rule_set.refuses(seats):
        raise ValueError(str(fault))
    return rule_set


def seed_of(seed: str | bytes) -> bytes:
    """Return the deal seed."""
    return seed_of_text(seed) if isinstance(seed, str) else seed
