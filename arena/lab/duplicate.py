"""Duplicate deals between Python callables: every player lays every hand, and all seatings are settled."""

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.lab.play import SEED, rules_of, seed_of
from arena.lab.players import Player, ask, evaluated
from arena.match.duplicate import leg_seatings, seatings_settled
from arena.shisanshui import batch
from arena.shisanshui.batch import Hands
from arena.shisanshui.ruleset import RuleSet

Kind = TypeVar("Kind", bound=np.generic)

_CHUNK: Final = 1024
"""Deals worked on at a time; each is settled in many seatings."""


def simulate_duplicate(
    players: Sequence[Player],
    deals: int,
    rules: str | RuleSet = "standard",
    seed: str | bytes = SEED,
    *,
    first: int = 1,
) -> NDArray[np.float64]:
    """Play deals and return the water [deals, players] of each, the mean over the seatings of the players.

    The seatings are those of a duplicate match with this deal seed: all of them up to five players, a sample that the
    seed decides beyond. Luck of the cards cancels, so that a mean is as sure as that of several times as many rounds;
    a deal is one result, since its seatings are not independent. What a player lays must depend on nothing but the
    hand. Other arguments and errors are those of `simulate`.

    >>> def by_rank(hand):
    ...     return hand[10:], hand[5:10], hand[:5]
    >>> simulate_duplicate([by_rank, by_rank], deals=2).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    rule_set = rules_of(rules, len(players))
    if deals < 0:
        raise ValueError(f"deals: 0 or more are expected, got {deals}")
    seats = len(players)
    deal_seed = seed_of(seed)
    seatings, _ = seatings_settled(leg_seatings(deal_seed, seats, duplicate=True), deal_seed)
    total = np.zeros((deals, seats), np.int64)
    for start in range(0, deals, _CHUNK):
        some = min(_CHUNK, deals - start)
        hands = batch.deal(rule_set.deck, deal_seed, first + start, some, seats).reshape(-1, 13)
        laid = evaluated(rule_set, [ask(player, hands, f"players[{bot}]") for bot, player in enumerate(players)])
        for seating in seatings:
            water = batch.settle(rule_set, _seated(laid, seating))
            total[start : start + some, seating] += water
    return total / len(seatings)


def _seated(laid: Hands, seating: Sequence[int]) -> Hands:
    """Return the rounds [deals, seats] in which the player `seating[i]` has seat i.

    `laid` is [deals * seats, players]: every hand of every deal as each player lays it.
    """
    seats = np.arange(len(seating))

    def taken(part: NDArray[Kind]) -> NDArray[Kind]:
        return part.reshape(-1, len(seating), *part.shape[1:])[:, seats, seating]

    return Hands(taken(laid.rows), taken(laid.outcome), taken(laid.place), taken(laid.horse))
