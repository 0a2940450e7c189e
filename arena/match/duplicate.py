"""Duplicate play: who sits where in each leg, and the result of each deal over all seatings.

A hand stays at its seat while the bots move. In the p legs of a duplicate match every bot holds every hand once. In a
game in which what a seat does depends only on its own hand, each bot's action for each hand of a deal is known then,
and every seating of the bots can be settled, not only the p that were played.
"""

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Any, NamedTuple

from arena.match.game import Game
from arena.match.seeds import drawing
from arena.records.job import NEWEST_DRAWS, Draws
from arena.records.result import Leg

MOST_SEATINGS = 120
"""All seatings of five bots. With more bots, a sample of this size stands for all."""


class SettledDeals(NamedTuple):
    """`deals[deal][bot]`: water summed over `seatings` seatings; `sampled` lists them where they are not all."""

    deals: list[list[int]]
    seatings: int
    sampled: list[list[int]] | None


def leg_seatings(deal_seed: bytes, bots: int, duplicate: bool, draws: Draws = NEWEST_DRAWS) -> list[list[int]]:
    """Return the bot at each seat, by leg: every rotation of a random order, in a random order of legs.

    Both are random, so that neither its seat nor the names around it tell a bot which leg it is in. A match that is not
    duplicate is one leg, seated as given.

    >>> leg_seatings(b"seed", bots=3, duplicate=True)
    [[1, 0, 2], [0, 2, 1], [2, 1, 0]]
    >>> leg_seatings(b"seed", bots=3, duplicate=False)
    [[0, 1, 2]]
    """
    if not duplicate:
        return [list(range(bots))]
    drawn = drawing(deal_seed, "seating", draws)
    order = drawn.order(bots)
    return [order[shift:] + order[:shift] for shift in drawn.order(bots)]


def settle_deals(game: Game[Any], legs: Sequence[Leg], deal_seed: bytes, draws: Draws = NEWEST_DRAWS) -> SettledDeals:
    """Settle every deal of a finished match in all seatings that its legs allow.

    Only what is recorded of the legs is used, so a verifier gets the same from the store. In a game that is not
    `separable` the seatings that were played are all that can be settled.
    """
    if not game.separable:
        return _as_played(legs)
    bots = len(legs[0].seating)
    seatings, sampled = seatings_settled([leg.seating for leg in legs], deal_seed, draws)
    deals = []
    for played in zip(*(leg.rounds for leg in legs), strict=True):
        # actions[bot][seat] is what the bot did with the hand of that seat
        actions: list[list[Any]] = [[None] * bots for _ in range(bots)]
        for leg, each in zip(legs, played, strict=True):
            for seat, done in enumerate(each.seats):
                (actions[leg.seating[seat]][seat],) = game.unpack(done.action)
        state = game.start(deal_seed, played[0].number, bots)
        sums = [0] * bots
        for seating in seatings:
            water = state.apply({seat: actions[bot][seat] for seat, bot in enumerate(seating)}).water()
            for seat, bot in enumerate(seating):
                sums[bot] += water[seat]
        deals.append(sums)
    return SettledDeals(deals, len(seatings), sampled)


def _as_played(legs: Sequence[Leg]) -> SettledDeals:
    """Return each deal's water as it was played, summed over the legs."""
    played = [leg.seating for leg in legs]
    deals = []
    for rounds in zip(*(leg.rounds for leg in legs), strict=True):
        sums = [0] * len(played[0])
        for seating, each in zip(played, rounds, strict=True):
            for bot, water in zip(seating, each.water, strict=True):
                sums[bot] += water
        deals.append(sums)
    return SettledDeals(deals, len(played), played)


def seatings_settled(
    played: list[list[int]], deal_seed: bytes, draws: Draws = NEWEST_DRAWS
) -> tuple[list[list[int]], list[list[int]] | None]:
    """Return the seatings to settle, given those of the legs, and the same again where they have to be named.

    They are named where they are not all there are.
    """
    bots = len(played[0])
    if len(played) < bots:
        return played, played
    if factorial(bots) <= MOST_SEATINGS:
        return [list(seating) for seating in permutations(range(bots))], None
    drawn = drawing(deal_seed, "sample", draws)
    known = {tuple(seating) for seating in played}
    sample = list(played)
    while len(sample) < MOST_SEATINGS:
        seating = tuple(drawn.order(bots))
        if seating not in known:
            known.add(seating)
            sample.append(list(seating))
    return sample, sample
